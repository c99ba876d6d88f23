import { eventsEntrants } from '#events/contract/entrants.ts'
import { eventsRounds } from '#events/contract/rounds.ts'
import * as m from '#messages'
import { errorMessage, useSubscription } from '#platform/live/hooks.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { machineName } from '../labels/machine-name.ts'
import type { LabelledStanding } from '../labels/standing-labels.ts'
import { MatchGroupCard } from '../rounds/MatchGroupCard.tsx'
import { useRounds } from '../rounds/use-rounds.ts'
import type { ShownEvent } from '../types.ts'
import { type Machine, useEntrants } from '../use-event.ts'

interface RoundDialogProps {
  event: ShownEvent
  machines: readonly Machine[]
  row: LabelledStanding
  /** 1 for the first */
  round: number
  onClose: () => void
}

/** Dialog with a player's games of one round: the machines, the opponents and the results. The round is loaded when it opens. */
export function RoundDialog({ event, machines, row: { entrantId, displayName }, round: number, onClose }: RoundDialogProps) {
  const { _id: eventId } = event
  const live = useSubscription(eventsRounds, { eventId, round: number })
  useSubscription(eventsEntrants, { eventId })
  const entrants = new Map(useEntrants(eventId).map(each => [each._id, each]))
  const round = useRounds(eventId).rounds.find(each => each.number === number)
  const games = round?.groups.filter(({ entrantIds }) => entrantIds.includes(entrantId)) ?? []
  const hasBye = round?.byes.includes(entrantId) === true
  return (
    <Dialog open title={m.events_matrix_title({ name: displayName, n: number })} onClose={onClose}>
      {live.state === 'failed' && <ErrorState title={m.events_rounds_failed()}>{errorMessage(live.error)}</ErrorState>}
      {live.state === 'pending' && games.length === 0 && <Skeleton kind="board-row" count={4} />}
      {hasBye && <p>{m.events_why_stood_by()}</p>}
      <List className={layout.stack3}>
        {games.map(game => (
          <MatchGroupCard
            key={game._id}
            event={event}
            group={game}
            machineName={machineName(event, machines, game.machineId)}
            entrants={entrants}
            ownEntrantId={entrantId}
          />
        ))}
      </List>
    </Dialog>
  )
}
