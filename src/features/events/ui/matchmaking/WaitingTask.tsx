import { eventsPresence } from '#events/contract/entrants.ts'
import { formatRules } from '#events/formats/registry.ts'
import { estimateWait } from '#events/rules/matchmaking/matchmaker.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { ActionButton, ActionError } from '../director/action-area.tsx'
import { nthPlace } from '../labels/number-labels.ts'
import styles from '../rounds/Rounds.module.css'
import type { PlayedRound } from '../rounds/use-rounds.ts'
import type { ShownEvent } from '../types.ts'
import type { Entrant } from '../use-event.ts'
import { openGames, waitingPlayers } from './waiting-players.ts'

interface WaitingTaskProps {
  event: ShownEvent
  /** latest first */
  rounds: readonly PlayedRound[]
  /** the user's */
  own: Entrant
}

/** Where the user stands in the queue for a game, and a break. It stays in sight at the bottom of the window, as the game does later. */
export function WaitingTask({ event, rounds, own }: WaitingTaskProps) {
  const setPresence = useMethod(eventsPresence)
  const { matchmaking } = formatRules(event.format)
  const { entrantIds, gameMs, until } = waitingPlayers(rounds)
  const position = entrantIds.indexOf(own._id) + 1
  const isPaused = own.presence === 'paused'
  const isOver = event.state === 'finished' || event.state === 'cancelled' || (until !== undefined && until.getTime() <= Date.now())
  if (matchmaking === undefined || isOver || (position === 0 && !isPaused)) return null
  const open = openGames(rounds).length
  const minutes = gameMs === undefined || open === 0 ? null : estimateWait({ position, size: matchmaking.groupSize, open, gameMs })
  const change = (presence: 'here' | 'paused') => setPresence({ eventId: event._id, entrantId: own._id, presence })
  return (
    <div className={cx(layout.stack2, styles.now)}>
      <p className={cx(layout.anywhere, layout.strong, styles.task)} role="status">
        {isPaused
          ? m.events_queue_paused()
          : minutes === null
            ? m.events_queue_position(nthPlace(position))
            : m.events_queue_position_minutes({ ...nthPlace(position), count: minutes, n: minutes })}
      </p>
      <div className={cx(layout.row1, styles.acts)}>
        <p className={cx(layout.quiet, styles.quiet)}>{isPaused ? m.events_queue_paused_words() : m.events_queue_words()}</p>
        <ActionButton
          key={String(isPaused)}
          subjectId={own._id}
          kind={isPaused ? 'primary' : 'quiet'}
          doneMessage={isPaused ? m.events_queue_back_done() : m.events_queue_paused()}
          action={() => change(isPaused ? 'here' : 'paused')}
        >
          {isPaused ? m.events_queue_back() : m.events_queue_pause()}
        </ActionButton>
      </div>
      <ActionError subjectId={own._id} />
    </div>
  )
}
