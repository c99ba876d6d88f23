import { useState } from 'react'
import { useUserId } from '#accounts/ui/session/use-account.ts'
import { eventHole } from '#scores/ui/submit/select-event.ts'
import { type ChosenEvent, useEventSelect } from '#scores/ui/submit/use-event-select.ts'

/**
 * The event in which a claimed score counts, chosen as in the form for scores. What asks for more than a score, such as the ball on which a
 * target was reached, is entered there.
 * @returns `choice`: null: there is nothing to choose; `eventId`: null: the machine's board only
 */
export function useClaimEvent(machineId: string | null): {
  choice: ChosenEvent | null
  eventId: string | null
  choose: (eventId: string | null) => void
} {
  const userId = useUserId()
  const [pickedEventId, setPicked] = useState<string | null | undefined>(undefined)
  const choice = useEventSelect({ eventIdInUrl: null, editedEvent: null, machineId, pickedEventId, lastAccepted: '' })
  const takesScore = (event: ChosenEvent['chosen']): boolean => event !== null && eventHole(event, machineId) === null
  const eligible = choice.eligible.filter(takesScore)
  const chosen = takesScore(choice.chosen) ? choice.chosen : null
  return {
    choice: userId === null || eligible.length === 0 ? null : { ...choice, eligible, chosen },
    eventId: userId === null ? null : (chosen?._id ?? null),
    choose: setPicked,
  }
}
