import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useUserId } from '#accounts/ui/session/use-account.ts'
import { eventsAddPlayers } from '#events/contract/entrants.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import type { Entrant } from '#events/ui/use-event.ts'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { useBlockReload } from '#platform/ui/use-block-reload.ts'
import { AddQueue, type AddQueueState, type NewPlayer } from './add-queue.ts'
import { listTaken, type TakenPlayers } from './candidates.ts'
import { matchKnownPlayers } from './match-known.ts'
import type { ListedPlayer } from './name-list.ts'
import { type KnownPlayers, useKnownPlayers } from './use-known-players.ts'

/** The queues of this page by account and event. They outlive the components, so that nothing is lost when another part is shown. */
const queues = new Map<string, AddQueue>()

function openQueue(key: string): AddQueue {
  const known = queues.get(key)
  if (known !== undefined) return known
  const queue = new AddQueue(errorMessage)
  queues.set(key, queue)
  return queue
}

/** Returns a function that opens the queue of an event which the user has just created, ready to send; the event's page shows the outcomes. */
export function useQueueOfNextEvent(): (eventId: string) => AddQueue {
  const userId = useUserId()
  const addPlayers = useMethod(eventsAddPlayers)
  return useCallback(
    eventId => {
      const queue = openQueue(`${userId} ${eventId}`)
      queue.connect(entries => addPlayers({ eventId, entries }))
      return queue
    },
    [userId, addPlayers],
  )
}

const isTyped = ({ draft }: AddQueueState): boolean => Object.values(draft).some(text => text !== '')

/** True if something was typed and not sent when the component appeared. */
export function useHasDraft(eventId: string): boolean {
  const userId = useUserId()
  const [hasDraft] = useState(() => isTyped(openQueue(`${userId} ${eventId}`).state()))
  return hasDraft
}

export interface PlayersToAdd extends AddQueueState {
  queue: AddQueue
  /** who is in the event or in the queue */
  taken: TakenPlayers
  group: KnownPlayers
  /** Returns the players whom typed names mean: those whom the group knows, and guests, who are put on its list if the director wants that. */
  identify(players: readonly (NewPlayer & ListedPlayer)[]): (NewPlayer & ListedPlayer)[]
}

const keepGuest = (player: NewPlayer): NewPlayer =>
  player.userId === undefined && player.personId === undefined ? { ...player, keep: true } : player

/** The queue of the players whom the user is adding to an event. While something is typed or not yet added, the page does not reload by itself. */
export function useAddQueue(event: ShownEvent, entrants: readonly Entrant[], keepsGuests: boolean): PlayersToAdd {
  const { _id: eventId } = event
  const userId = useUserId()
  const group = useKnownPlayers(event)
  const addPlayers = useMethod(eventsAddPlayers)
  const queue = openQueue(`${userId} ${eventId}`)
  const state = useSyncExternalStore(queue.listen, queue.state, queue.state)
  useEffect(() => queue.connect(entries => addPlayers({ eventId, entries })), [queue, addPlayers, eventId])
  const isEmpty = state.entries.length === 0 && !isTyped(state)
  useBlockReload(!isEmpty)
  const taken = useMemo(
    () =>
      listTaken(
        entrants,
        state.entries.map(({ player }) => player),
        group.personIds,
      ),
    [entrants, state.entries, group.personIds],
  )
  const identify = (players: readonly (NewPlayer & ListedPlayer)[]): (NewPlayer & ListedPlayer)[] => {
    const identified = matchKnownPlayers(players, group.index)
    return keepsGuests && event.groupId !== undefined ? identified.map(keepGuest) : identified
  }
  return { ...state, queue, taken, group, identify }
}
