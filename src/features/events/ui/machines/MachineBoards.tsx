import { useUserId } from '#accounts/ui/session/use-account.ts'
import { scoreRules } from '#events/formats/registry.ts'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { MAX_ROWS } from '../event-url.ts'
import { HeldStandings } from '../standings/HeldStandings.tsx'
import { useEventStandings } from '../standings/use-event-standings.ts'
import { useRequiredScores } from '../standings/use-required-scores.ts'
import type { ShownEvent } from '../types.ts'
import { type Machine, useOwnEntry, useStandings } from '../use-event.ts'
import { MachineBoard } from './MachineBoard.tsx'
import { MachineCard } from './MachineCard.tsx'
import { listMachinePlaces } from './machine-results.ts'
import styles from './machines.module.css'

/**
 * The machines of an event, each with its leaders, the user's place and the score that gains a rank; or one of them with all its places.
 */
export function MachineBoards({
  event,
  machines,
  machineId,
}: {
  event: ShownEvent
  machines: readonly Machine[]
  machineId: string | null
}) {
  const { _id: eventId, format, state } = event
  const inRounds = scoreRules(format) === null
  const userId = useUserId()
  const { live, isHidden } = useEventStandings(event, MAX_ROWS)
  const rows = useStandings(eventId, MAX_ROWS)
  const { entrantId } = useOwnEntry(eventId)
  const requiredScores = useRequiredScores(state === 'live' && !inRounds && typeof entrantId === 'string' ? eventId : null, rows)
  if (live.state === 'failed') return <ErrorState title={m.events_boards_failed()}>{errorMessage(live.error)}</ErrorState>
  if (live.state === 'pending' && rows.length === 0) return <Skeleton kind="board-row" count={Math.max(1, machines.length)} />
  const chosen = machines.find(each => each.machineId === machineId)
  const shared = { event, userId, isIn: typeof entrantId === 'string', isHidden }
  if (chosen !== undefined && !inRounds) {
    return (
      <MachineBoard
        {...shared}
        machine={chosen}
        places={listMachinePlaces(rows, chosen.machineId)}
        required={requiredScores?.get(chosen.machineId)}
      />
    )
  }
  const cards = (
    <List className={styles.machines}>
      {machines.map(machine => (
        <li key={machine._id}>
          <MachineCard
            {...shared}
            machine={machine}
            places={listMachinePlaces(rows, machine.machineId)}
            required={requiredScores?.get(machine.machineId)}
          />
        </li>
      ))}
    </List>
  )
  if (!isHidden || inRounds) return cards
  return (
    <div className={layout.stack4}>
      <HeldStandings />
      {cards}
    </div>
  )
}
