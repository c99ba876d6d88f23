import { useState } from 'react'
import { useUserId } from '#accounts/ui/session/use-account.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import { eventHole } from '#scores/ui/submit/select-event.ts'
import { type ChosenEvent, useEventSelect } from '#scores/ui/submit/use-event-select.ts'

/**
 * The event in which a claimed score counts, chosen as in the form for scores among those that are held at the venue or name none. What asks
 * for more than a score, such as the ball on which a target was reached, is entered there.
 * @returns `choice`: null: there is nothing to choose; `eventId`: null: the machine's board only
 */
export function useClaimEvent({ machineId, venueId }: { machineId: string | null; venueId: string | null }): {
  choice: ChosenEvent | null
  eventId: string | null
  choose: (eventId: string | null) => void
} {
  const userId = useUserId()
  const [pickedEventId, setPicked] = useState<string | null | undefined>(undefined)
  const isOffered = (event: ShownEvent): boolean => eventHole(event, machineId) === null && (event.venueId ?? venueId) === venueId
  const choice = useEventSelect({ eventIdInUrl: null, editedEvent: null, machineId, pickedEventId, lastAccepted: '', isOffered })
  return {
    choice: userId === null || choice.eligible.length === 0 ? null : choice,
    eventId: userId === null ? null : (choice.chosen?._id ?? null),
    choose: setPicked,
  }
}
