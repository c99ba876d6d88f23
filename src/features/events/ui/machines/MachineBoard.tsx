import { useRef } from 'react'
import { eventsEntrants } from '#events/contract/entrants.ts'
import { formatLabels } from '#events/formats/ui/labels.ts'
import { MachineThumb } from '#machines/ui/MachineThumb.tsx'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { VisuallyHidden } from '#platform/ui/controls/VisuallyHidden.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FlipAnimation } from '#platform/ui/FlipAnimation.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { RankBadge } from '#players/ui/RankBadge.tsx'
import { useEventSubscription } from '../device/device-key.ts'
import { EntrantName } from '../EntrantName.tsx'
import { eventHref } from '../event-url.ts'
import { times } from '../labels/number-labels.ts'
import { HeldStandings } from '../standings/HeldStandings.tsx'
import { OwnStanding } from '../standings/OwnStanding.tsx'
import { useAvatars } from '../use-event.ts'
import { MachineBadges } from './MachineBadges.tsx'
import { type MachineCardProps, takesScores } from './MachineCard.tsx'
import styles from './machines.module.css'

/** One machine of an event with the places of all players, guests included. */
export function MachineBoard({ event, machine, places, required, userId, isIn, isHidden }: MachineCardProps) {
  const { machineId, name } = machine
  useEventSubscription(eventsEntrants, { eventId: event._id })
  const avatars = useAvatars(event._id)
  const body = useRef<HTMLTableSectionElement>(null)
  return (
    <section className={layout.stack3} aria-labelledby="machine">
      <p>
        <Link className={layout.touch} href={eventHref(event._id, { show: 'machines' })}>
          {m.events_board_all()}
        </Link>
      </p>
      <div className={layout.line3}>
        <MachineThumb name={name} size="m" />
        <div className={layout.stack}>
          <h2 id="machine">
            <Link className={cx(layout.link, layout.anywhere)} href={`/machines/${machineId}`}>
              {name}
            </Link>
          </h2>
          <p className={cx(layout.facts, layout.quiet)}>
            <MachineBadges machine={machine} />
            {!isHidden && <span>{times(places.length, m.ui_count_players)}</span>}
          </p>
        </div>
      </div>
      <OwnStanding event={event} own={places.find(({ row }) => userId !== null && row.userId === userId)} required={required} isIn={isIn} />
      {takesScores(event, machine) && (
        <p>
          <ButtonLink kind="primary" href={`/submit?event=${event._id}&machine=${machineId}`}>
            {m.ui_add_score()}
          </ButtonLink>
        </p>
      )}
      {isHidden ? (
        <HeldStandings />
      ) : places.length === 0 ? (
        <EmptyState title={m.events_board_nobody({ machine: name })} />
      ) : (
        <table className={layout.board}>
          <caption className={layout.hidden}>{m.events_board_caption({ machine: name, event: event.name })}</caption>
          <thead className={layout.hidden}>
            <tr>
              <th scope="col">{m.ui_rank()}</th>
              <th scope="col">{m.ui_player()}</th>
              <th scope="col">{m.ui_score()}</th>
            </tr>
          </thead>
          <FlipAnimation list={body} rows={places.map(({ row }) => row)} />
          <tbody ref={body}>
            {places.map(({ row, result }) => (
              <tr
                key={row._id}
                className={cx(layout.boardRow, styles.row, row.userId === userId && userId !== null && styles.own)}
                data-row={row._id}
                data-mark={result.value}
              >
                <td>
                  <RankBadge rank={result.rank} />
                </td>
                <th scope="row">
                  <span className={cx(layout.line3, styles.person)}>
                    <Avatar name={row.displayName} picture={avatars.get(row.entrantId)} />
                    <EntrantName className={cx(layout.link, styles.player)} entrant={row} />
                  </span>
                </th>
                <td>
                  <span className={layout.glow} data-glow="" />
                  {result.value !== undefined && <ScoreValue value={result.value} size="row" />}
                  <span className={cx(layout.small, styles.worth)}>
                    <VisuallyHidden>, </VisuallyHidden>
                    {formatLabels(event.format).machineResult?.(result)[0]}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
