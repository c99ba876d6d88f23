import type { PublishContext } from '#ddp/server/subscription.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { revokedBy } from '#platform/live/server/access-guards.ts'
import { type Call, type LiveServer, signedIn } from '#platform/live/server/live-server.ts'
import { noVenue } from '#venues/contract/errors.ts'
import { venueManagersOnly } from '#venues/contract.ts'
import type { VenuesApi } from '#venues/server/api.ts'
import { venueChanged } from '#venues/server/changes.ts'

/** @throws DdpError 401; 404 for users who may not see the venue; 403 for others who do not manage it */
export async function requireManager(venues: Pick<VenuesApi, 'assertVisible' | 'manages'>, venueId: string, userId: string): Promise<void> {
  await venues.assertVisible(venueId, userId)
  if (!(await venues.manages(venueId, userId))) throw venueManagersOnly()
}

/**
 * Answers a call by which a manager of a venue changes something, in one transaction.
 * @param change returns the changes for the change log @throws DdpError 401, 403, 404, and what `change` throws
 */
export async function changeAsVenueManager(
  call: Call<{ venueId: string }>,
  { venues }: { venues: Pick<VenuesApi, 'assertVisible' | 'manages'> },
  change: (tx: Db, userId: string) => Promise<NewChange[]>,
): Promise<Record<string, never>> {
  const userId = signedIn(call)
  await requireManager(venues, call.input.venueId, userId)
  await call.commit(tx => change(tx, userId))
  return {}
}

/** Checks that a subscriber manages a venue, and ends the subscription when its managers change. @throws DdpError 401, 403, 404 */
export async function authorizeVenueManager(
  publishing: PublishContext,
  { live, venues }: { live: LiveServer; venues: Pick<VenuesApi, 'assertVisible' | 'manages' | 'authorizeAndWatch'> },
  venueId: string,
): Promise<void> {
  const userId = signedIn(publishing)
  const guard = live.guard(publishing, [
    revokedBy(venueChanged, venueId, ({ userIds = [] }) => (userIds.includes(userId) ? noVenue() : null)),
  ])
  const { applied } = live.changeLog
  await venues.authorizeAndWatch(publishing, venueId)
  await requireManager(venues, venueId, userId)
  guard.since(applied)
}
