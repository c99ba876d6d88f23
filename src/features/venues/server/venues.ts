import type { AccountsApi } from '#accounts/server/api.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import type { Config } from '#platform/config/config.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { DayLimit } from '#platform/live/server/day-limit.ts'
import { type Call, signedIn } from '#platform/live/server/live-server.ts'
import { noVenue } from '../contract/errors.ts'
import type { VenueAccess } from './access.ts'
import type { VenuesApi } from './api.ts'
import { type VenueChange, venueChanged } from './changes.ts'
import { lockVenue, type VenueRow } from './store.ts'

/** What the calls of this feature use. */
export interface VenuesServices {
  access: VenueAccess
  accounts: Pick<AccountsApi, 'blockedNames' | 'getUser' | 'lock'>
  clock: Clock
  dayLimit: DayLimit
  groups: Pick<GroupsApi, 'assertVisible' | 'isManager'>
  machines: Pick<MachinesApi, 'catalogue'>
  search: VenuesApi['search']
  pinballMap: Config['pinballMap']
}

export const changeOf = (
  { id, groupId }: Pick<VenueRow, 'id' | 'groupId'>,
  what: Pick<VenueChange, 'part' | 'machineIds' | 'userIds'>,
): NewChange => venueChanged.of({ venueId: id, groupId, exists: true, ...what })

/** @throws DdpError 400 for a name or place with a blocked word */
export const checkNames = ({ accounts }: VenuesServices, tx: Db, { name, place }: { name: string; place: string }): Promise<void> =>
  accounts.blockedNames.check(tx, {
    texts: [
      { path: 'name', name },
      { path: 'place', name: place },
    ],
  })

/**
 * Answers a call by which a manager changes a venue, in one transaction that has the venue's row to itself. A user from whom the venue is
 * hidden does not wait for its lock.
 * @param change returns the changes for the change log @throws DdpError 401, 403, 404, and what `change` throws
 */
export async function changeAsManager(
  call: Call<{ venueId: string }>,
  { access }: Pick<VenuesServices, 'access'>,
  change: (tx: Db, venue: VenueRow, userId: string) => Promise<NewChange[]>,
): Promise<Record<string, never>> {
  const userId = signedIn(call)
  const { venueId } = call.input
  await access.assertVisible(venueId, userId)
  await call.commit(async tx => {
    const venue = await lockVenue(tx, venueId)
    if (venue === null) throw noVenue()
    await access.requireManager(venueId, userId, tx)
    return change(tx, venue, userId)
  })
  return {}
}
