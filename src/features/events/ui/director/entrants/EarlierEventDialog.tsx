import { useState } from 'react'
import { eventsEntrants } from '#events/contract/entrants.ts'
import { times } from '#events/ui/labels/number-labels.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { useEntrants } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { errorMessage, useSubscription } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { toNewPlayer } from './add-queue.ts'
import { CandidateList } from './CandidateList.tsx'
import { chosenPlayers, markCandidates } from './candidates.ts'
import { EarlierEventSelect } from './EarlierEventSelect.tsx'
import type { PlayersToAdd } from './use-add-queue.ts'

/** Dialog that takes over the players of an earlier event. */
export function EarlierEventDialog({ event, players, onClose }: { event: ShownEvent; players: PlayersToAdd; onClose: () => void }) {
  return (
    <Dialog open title={m.events_people_earlier_title()} onClose={onClose}>
      <EarlierEventSelect event={event}>
        {earlierId => <EarlierPlayers key={earlierId} eventId={earlierId} players={players} onClose={onClose} />}
      </EarlierEventSelect>
    </Dialog>
  )
}

interface EarlierPlayersProps {
  eventId: string
  players: PlayersToAdd
  onClose: () => void
}

function EarlierPlayers({ eventId, players: { queue, taken, identify }, onClose }: EarlierPlayersProps) {
  const live = useSubscription(eventsEntrants, { eventId })
  const entrants = useEntrants(eventId)
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map())
  const candidates = markCandidates(identify(entrants.map(toNewPlayer)), taken)
  const chosen = chosenPlayers(candidates, ticks)
  if (live.state === 'failed') return <ErrorState title={m.events_players_failed()}>{errorMessage(live.error)}</ErrorState>
  if (live.state === 'pending') return <Skeleton kind="form" count={3} />
  if (entrants.length === 0) return <EmptyState title={m.events_people_earlier_nobody()} />
  return (
    <>
      <CandidateList candidates={candidates} ticks={ticks} onTick={setTicks} />
      <Button
        kind="primary"
        wide
        disabled={chosen.length === 0}
        onClick={() => {
          queue.add(chosen)
          onClose()
        }}
      >
        {chosen.length === 0 ? m.events_people_add_title() : times(chosen.length, m.events_people_add_count)}
      </Button>
    </>
  )
}
