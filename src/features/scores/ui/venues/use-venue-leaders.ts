import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { type VenueLeaderDoc, venuesLeaders } from '#scores/contract/venues.ts'
import type { Window } from '#scores/rules.ts'

/** Subscribes to the leaders on the machines of a venue. @returns `leaders`: by machine; who has no score there is missing */
export function useVenueLeaders(slug: string, venueId: string | undefined, window: Window) {
  const live = useSubscription(venuesLeaders, { slug, window })
  const leaders = useDocuments<VenueLeaderDoc, ReadonlyMap<string, VenueLeaderDoc>>(
    'venueLeaders',
    documents => new Map(documents.filter(each => each.venueId === venueId && each.window === window).map(each => [each.machineId, each])),
    [venueId, window],
  )
  return { live, leaders }
}
