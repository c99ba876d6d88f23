import { useState } from 'react'
import { useAccount } from '#accounts/ui/session/use-account.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { eventHole } from '#scores/ui/submit/select-event.ts'
import { type ChosenEvent, useEventSelect } from '#scores/ui/submit/use-event-select.ts'
import type { ShownReportedGame } from './use-reported-games.ts'

type Game = Pick<ShownReportedGame, 'machineId' | 'endedAt'>

/**
 * The event in which a claimed score counts, chosen as in the form for scores, among those that are held where it was played, or nowhere in
 * particular. What asks for more than a score, such as the ball on which a target was reached, is entered there.
 * @param place null: it is not known yet
 * @param games those that may be claimed there
 * @param lastClaimed another text whenever a score was claimed, which changes what the player needs
 * @returns `choice`: null: there is nothing to choose; `isKnown`: false: the server has not said yet who is signed in and what counts where;
 * `eventIdOf`: null: the machine's board only
 */
export function useClaimEvent(
  place: { machineId: string; venueId: string } | null,
  games: readonly Game[],
  lastClaimed = '',
): {
  choice: ChosenEvent | null
  isKnown: boolean
  eventIdOf: (game: Game) => string | null
  choose: (eventId: string | null) => void
} {
  const { state, userId } = useAccount()
  const [pickedEventId, setPicked] = useState<string | null | undefined>(undefined)
  const machineId = place?.machineId ?? null
  const takes = (event: ShownEvent): boolean =>
    (event.venueId === undefined || event.venueId === place?.venueId) &&
    eventHole(event, machineId) === null &&
    (games.length === 0 || games.some(game => takesGame(event, game)))
  const choice = useEventSelect({ eventIdInUrl: null, editedEvent: null, machineId, pickedEventId, lastAccepted: lastClaimed, takes })
  const { chosen, eligible } = choice
  return {
    choice: userId === null || eligible.length === 0 ? null : choice,
    isKnown: place !== null && (userId !== null || state === 'out') && choice.isKnown,
    eventIdOf: game => (userId !== null && chosen !== null && takesGame(chosen, game) ? chosen._id : null),
    choose: setPicked,
  }
}

/** True if a game was played on a machine of the event, while it took place. */
const takesGame = ({ machineIds, startsAt, endsAt }: ShownEvent, { machineId, endedAt }: Game): boolean =>
  machineIds.includes(machineId) && startsAt <= endedAt && endedAt < endsAt
