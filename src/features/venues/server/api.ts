import type { PublishContext } from '#ddp/server/subscription.ts'
import type { FoundVenue } from '../contract.ts'

/** The data of a venue that other features need often. It is cached. */
export interface KnownVenue {
  id: string
  slug: string
  name: string
  timeZone: string
  /** the group that limits who sees it; null: everybody does */
  groupId: string | null
  /** true: everybody may see it */
  isPublic: boolean
}

/** What other features may call. */
export interface VenuesApi {
  /** A venue from the cache or the database, whoever may see it; null if there is none, or it was removed. */
  venue(venueId: string): Promise<KnownVenue | null>
  /** Returns the venue if the user may see it. @throws DdpError 404, the same for a hidden venue and for one that does not exist */
  assertVisible(venueId: string, userId: string | null): Promise<KnownVenue>
  /** Like `assertVisible`, and ends the subscription as soon as the subscriber may no longer see the venue, or it is removed. */
  authorizeAndWatch(publishing: PublishContext, venueId: string): Promise<KnownVenue>
  /** The same by the slug. */
  authorizeAndWatchSlug(publishing: PublishContext, slug: string): Promise<KnownVenue>
  /** True if the user may see the venue and manages it: as one of its managers, by running its group, or as a moderator or administrator. */
  manages(venueId: string, userId: string): Promise<boolean>
  /** Finds venues with words in their names or places that begin like the words of the text; those of private groups only for members. */
  search(text: string, userId: string | null, limit: number): Promise<FoundVenue[]>
}
