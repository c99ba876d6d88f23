import { useEffect } from 'react'
import { useUserId } from '#accounts/ui/session/use-account.ts'
import { isAccessError } from '#platform/live/access-error.ts'
import type { useSubscription } from '#platform/live/hooks.ts'
import { forgetVenue, keepVenue } from './kept-venues.ts'
import type { ShownVenue, ShownVenueMachine } from './use-venue.ts'

/** Keeps a venue that is shown on this device, so that its short addresses work without a connection, and forgets it when it is gone. */
export function useKeepVenue(
  slug: string | null,
  live: ReturnType<typeof useSubscription>,
  venue: ShownVenue | undefined,
  machines: readonly ShownVenueMachine[],
): void {
  const userId = useUserId()
  const isGone = live.state === 'failed' && isAccessError(live.error)
  useEffect(() => {
    if (slug !== null && isGone) void forgetVenue(slug)
  }, [slug, isGone])
  useEffect(() => {
    if (venue === undefined || live.state !== 'ready') return
    void keepVenue({
      venueId: venue._id,
      slug: venue.slug,
      name: venue.name,
      userId: venue.groupId === undefined ? null : userId,
      seenAt: Date.now(),
      machines: machines.map(({ machineId, name, code }) => ({ machineId, name, code })),
    })
  }, [venue, machines, live.state, userId])
}
