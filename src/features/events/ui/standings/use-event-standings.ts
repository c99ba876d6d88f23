import { eventsHeldStandings, eventsStandings } from '#events/contract/publications.ts'
import { useSubscription } from '#platform/live/hooks.ts'
import { useEventSubscription } from '../device/device-key.ts'
import { standingsInput } from '../event-url.ts'
import type { ShownEvent } from '../types.ts'
import { useEvent } from '../use-event.ts'

/**
 * Subscribes to the first rows of an event's standings, which `useStandings` returns. Those who direct the event get them also while they are
 * held back.
 * @param limit how many; null: none
 * @returns `isHidden`: they are held back from this user
 */
export function useEventStandings(
  { _id: eventId, standingsHeld }: Pick<ShownEvent, '_id'> & { standingsHeld?: true | undefined },
  limit: number | null,
): { live: ReturnType<typeof useSubscription>; isHidden: boolean } {
  const { isDirector } = useEvent(eventId)
  const isHeld = standingsHeld === true
  const input = limit === null ? null : standingsInput(eventId, limit)
  const forAll = useEventSubscription(eventsStandings, isHeld && isDirector ? null : input)
  const forDirectors = useSubscription(eventsHeldStandings, isHeld && isDirector ? input : null)
  return { live: isHeld && isDirector ? forDirectors : forAll, isHidden: isHeld && !isDirector }
}
