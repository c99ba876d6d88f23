import { DeviceStore } from '#platform/ui/device-store.ts'

/** What this device keeps of a venue that somebody has looked at: what the short address of a machine needs without a connection. */
export interface KeptVenue {
  venueId: string
  slug: string
  name: string
  /** whose it is: a venue of a group may be private, and the next user of the device may not see it; null: everybody's */
  userId: string | null
  /** ms since 1970 */
  seenAt: number
  machines: readonly { machineId: string; name: string; code: string }[]
}

/** How many venues a device keeps: those that were seen last. */
const MAX_VENUES = 20

const store = new DeviceStore<KeptVenue>('skillshot-venues')

/** Keeps a venue. Never rejects: it is only for later. */
export async function keepVenue(venue: KeptVenue): Promise<void> {
  try {
    await store.put(venue.slug, venue)
    const oldest = (await store.all()).map(({ seenAt }) => seenAt).sort((a, b) => b - a)[MAX_VENUES]
    if (oldest !== undefined) await store.deleteWhere(({ seenAt }) => seenAt <= oldest)
  } catch {
    // A device without room keeps what it had.
  }
}

/** Forgets a venue that there is no more, or that the user may not see any more. */
export const forgetVenue = (slug: string): Promise<void> => store.delete(slug).catch(() => {})

/** Returns a venue that this device has kept for the user; null: it has not. */
export async function readKeptVenue(slug: string, userId: string | null): Promise<KeptVenue | null> {
  const kept = await store.get(slug).catch(() => undefined)
  return kept !== undefined && (kept.userId === null || kept.userId === userId) ? kept : null
}
