import type { NeedOnMachine } from '#events/contract/documents.ts'
import { scoreRules } from '#events/formats/registry.ts'
import { MachineThumb } from '#machines/ui/MachineThumb.tsx'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import { eventHref } from '../event-url.ts'
import { times } from '../labels/number-labels.ts'
import { OwnStanding } from '../standings/OwnStanding.tsx'
import type { ShownEvent } from '../types.ts'
import type { Machine } from '../use-event.ts'
import { MachineBadges } from './MachineBadges.tsx'
import type { MachinePlace } from './machine-results.ts'
import styles from './machines.module.css'

export interface MachineCardProps {
  event: ShownEvent
  machine: Machine
  /** best first */
  places: readonly MachinePlace[]
  required: NeedOnMachine | undefined
  userId: string | null
  isIn: boolean
  /** the places are held back from the user */
  isHidden: boolean
}

/** True if scores can be submitted on the machine now. */
export const takesScores = ({ state, format }: ShownEvent, { active }: Machine): boolean =>
  state === 'live' && active && scoreRules(format) !== null

/** A machine of an event with its top three places. */
export function MachineCard({ event, machine, places, required, userId, isIn, isHidden }: MachineCardProps) {
  const { machineId, name } = machine
  const inRounds = scoreRules(event.format) === null
  return (
    <article className={cx(layout.card, layout.minor, styles.card, inRounds && styles.plain)}>
      <div className={layout.line3}>
        <MachineThumb name={name} size="s" />
        <div className={layout.stack}>
          <h2>
            <Link
              className={cx(layout.link, layout.anywhere)}
              href={inRounds ? `/machines/${machineId}` : eventHref(event._id, { show: 'machines', machine: machineId })}
            >
              {name}
            </Link>
          </h2>
          <p className={cx(layout.facts, layout.quiet)}>
            <MachineBadges machine={machine} />
            {!inRounds && !isHidden && <span>{times(places.length, m.ui_count_players)}</span>}
          </p>
        </div>
      </div>
      {!inRounds && (
        <>
          {!isHidden && (
            <List ordered className={styles.top}>
              {places.slice(0, 3).map(({ row, result }) => (
                <li key={row._id} className={styles.place}>
                  <RankBadge rank={result.rank} />
                  <span className={layout.oneLine}>{row.displayName}</span>
                  <span className={styles.result}>
                    {result.value !== undefined && <ScoreValue value={result.value} size="row" />}
                    {result.strokes !== undefined && (
                      <span className={cx(layout.small, styles.worth)}>
                        <VisuallyHidden>, </VisuallyHidden>
                        {times(result.strokes, m.events_count_strokes)}
                      </span>
                    )}
                  </span>
                </li>
              ))}
              {places.length === 0 && <li className={cx(layout.muted, styles.nobody)}>{m.ui_no_scores()}</li>}
            </List>
          )}
          <OwnStanding
            event={event}
            own={places.find(({ row }) => userId !== null && row.userId === userId)}
            required={required}
            isIn={isIn}
          />
          {takesScores(event, machine) && (
            <ButtonLink href={`/submit?event=${event._id}&machine=${machineId}`}>
              {renderMessage(m.events_add_score_on({ machine: name }), { hidden: text => <VisuallyHidden>{text}</VisuallyHidden> })}
            </ButtonLink>
          )}
        </>
      )}
    </article>
  )
}
