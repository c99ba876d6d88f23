import type { KnownVenue, VenuesApi } from '#venues/server/api.ts'
import type { Linkable } from './venue-store.ts'

/**
 * Whose scores somebody who sees a venue may link to it. Its managers link those of everybody who may see it, because they know what their
 * own place is called; others link their own.
 */
export async function linkableBy(venues: Pick<VenuesApi, 'manages'>, venue: KnownVenue, userId: string): Promise<Linkable> {
  if (!(await venues.manages(venue.id, userId))) return { userId }
  return venue.isPublic || venue.groupId === null ? 'all' : { groupId: venue.groupId }
}
