import type { ReactNode } from 'react'
import type { EventFormat } from '#events/formats/registry.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { useWaitingResult } from '../results/use-results.ts'
import type { ShownEvent } from '../types.ts'
import type { Entrant } from '../use-event.ts'
import { ConfirmEntry } from './ConfirmEntry.tsx'
import type { PlayedGroup } from './games-of-group.ts'
import { roundProgressLabel } from './RoundGroups.tsx'
import styles from './Rounds.module.css'
import { joinNames } from './result-entry.ts'
import { listOutcomes } from './result-outcomes.ts'
import type { PlayedRound } from './use-rounds.ts'

interface CurrentTaskProps {
  event: ShownEvent
  round: PlayedRound
  /** the game that the user is to play now, or has played last */
  group: PlayedGroup | undefined
  ownEntrantId?: string
  entrants: ReadonlyMap<string, Entrant>
  getMachineName: (machineId: string) => string
  /** what the machine says about the game */
  report: ReactNode
  /** undefined: the user may not enter a result */
  onEnter: (() => void) | undefined
  /** true: another player of the group has entered a result, which the user may confirm */
  mayConfirm: boolean
  /** undefined: the user may not choose the group's machine, or it is chosen */
  onChoose: (() => void) | undefined
}

/** The result that the user is asked to confirm: each player's place, and what it is worth. */
function Outcomes({ format, group, entrants }: { format: EventFormat; group: PlayedGroup; entrants: ReadonlyMap<string, Entrant> }) {
  const outcomes = listOutcomes(format, group)
  return (
    <List ordered className={styles.outcomes} aria-label={m.events_agreement_result()}>
      {(group.result ?? []).map(id => (
        <li key={id}>
          <span className={styles.place}>{outcomes.get(id)?.place}</span>
          <span className={styles.name}>{entrants.get(id)?.displayName ?? m.ui_a_player()}</span>
          <span className={cx(layout.quiet, styles.points)}>{outcomes.get(id)?.worth}</span>
        </li>
      ))}
    </List>
  )
}

/** What becomes of the result of the user's group. */
function groupStateLabel({ agreement }: ShownEvent, { state, contested }: PlayedGroup): string {
  if (state === 'confirmed') return m.events_now_confirmed()
  if (contested !== undefined) return m.events_agreement_contested_words()
  return agreement === 'two' ? m.events_agreement_now_waits() : m.events_now_entered()
}

/**
 * What the user has to do now, for players of the event. It is shown after the rounds and stays in sight at the bottom of the window, so that
 * nothing moves when the login becomes known.
 */
export function CurrentTask({
  event,
  round,
  group,
  ownEntrantId,
  entrants,
  getMachineName,
  report,
  onEnter,
  mayConfirm,
  onChoose,
}: CurrentTaskProps) {
  const isRefused = useWaitingResult(group?._id ?? '')?.item.refusal !== undefined
  if (event.state === 'finished' || event.state === 'cancelled') return null
  const hasBye = ownEntrantId !== undefined && round.byes.includes(ownEntrantId)
  if (group === undefined && !hasBye) return null
  const names = (group?.entrantIds ?? [])
    .filter(id => id !== ownEntrantId)
    .map(id => entrants.get(id)?.displayName ?? m.events_some_player_inside())
  return (
    <div className={cx(layout.stack2, styles.now)}>
      {group === undefined ? (
        <p className={cx(layout.anywhere, layout.strong, styles.task)}>{m.events_now_bye({ n: round.number })}</p>
      ) : (
        <p className={cx(layout.anywhere, layout.strong, styles.task)}>
          {renderMessage(m.events_now_play(), {
            machine: () => (
              <strong>
                {group.machineId === '' ? (
                  getMachineName('')
                ) : (
                  <Link href={`/machines/${group.machineId}`}>{getMachineName(group.machineId)}</Link>
                )}
              </strong>
            ),
            names: () => joinNames(names),
          })}
        </p>
      )}
      {report}
      <div className={cx(layout.row1, styles.acts)}>
        {group?.state === 'playing' && onEnter ? (
          <>
            {onChoose && (
              <Button kind="primary" onClick={onChoose}>
                {m.events_move_choose()}
              </Button>
            )}
            <Button kind={onChoose ? 'quiet' : 'primary'} onClick={onEnter}>
              {m.events_result_enter()}
            </Button>
          </>
        ) : group !== undefined && mayConfirm ? (
          <>
            <p className={cx(layout.quiet, styles.quiet)}>{m.events_agreement_now_confirm()}</p>
            <Outcomes format={event.format} group={group} entrants={entrants} />
            <ConfirmEntry group={group} />
            <Button kind="plain" onClick={onEnter}>
              {m.events_result_edit()}
            </Button>
          </>
        ) : (
          <>
            <p className={cx(layout.quiet, styles.quiet)}>
              {group === undefined ? roundProgressLabel(round) : isRefused ? m.events_waiting_now_refused() : groupStateLabel(event, group)}
            </p>
            {onEnter && group?.state === 'entered' && (
              <Button kind="plain" onClick={onEnter}>
                {m.events_result_edit()}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}
