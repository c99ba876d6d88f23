import type { AccountsApi } from '#accounts/server/api.ts'
import type { GroupsApi } from '#groups/server/api.ts'
import { groupChanged } from '#groups/server/changes.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { DayLimit } from '#platform/live/server/day-limit.ts'
import type { ReportsApi } from '#reports/server/api.ts'
import { VenueAccess } from './access.ts'
import type { VenuesApi } from './api.ts'
import { addVenue } from './calls/add.ts'
import { editVenue } from './calls/edit.ts'
import { importMachines } from './calls/import-machines.ts'
import { removeVenueForAll } from './calls/remove.ts'
import { restoreVenue } from './calls/restore.ts'
import { searchVenues } from './calls/search.ts'
import { setMachine } from './calls/set-machine.ts'
import { setVenueMachines } from './calls/set-machines.ts'
import { setManagers } from './calls/set-managers.ts'
import { venueChanged } from './changes.ts'
import { mergeVenueMachines } from './merge-venue-machines.ts'
import { registerPublications } from './publications.ts'
import * as store from './store.ts'
import { exportUserVenues, removeUserFromVenues } from './user-data.ts'
import { createVenueCache } from './venue-cache.ts'

export function startVenues(
  platform: FeatureContext,
  { accounts, groups, machines, reports }: { accounts: AccountsApi; groups: GroupsApi; machines: MachinesApi; reports: ReportsApi },
): VenuesApi {
  const { config, database, clock, live, log, caches } = platform
  const cache = caches.add('known venues', createVenueCache(database))
  live.onChange(venueChanged, ({ venueId }) => cache.invalidate(venueId))
  live.onChange(groupChanged, () => void cache.clear())
  const search: VenuesApi['search'] = (text, userId, limit) => database.read(db => store.searchVenues(db, text, userId, limit))
  const access = new VenueAccess({ database, live, cache, accounts, groups })
  registerPublications(platform, access)
  const dayLimit = new DayLimit(config.rateLimits, log, { method: 'venues.add', table: 'venues' })
  const calls = [
    addVenue,
    editVenue,
    importMachines,
    removeVenueForAll,
    restoreVenue,
    searchVenues,
    setMachine,
    setVenueMachines,
    setManagers,
  ]
  registerCalls(live, calls, { access, accounts, clock, dayLimit, groups, machines, search, pinballMap: config.pinballMap })
  machines.onMerge(mergeVenueMachines)
  reports.registerSubject(
    'venue',
    async (_db, venueId, userId) => {
      const venue = await access.findVisible(venueId, userId)
      return venue === null ? null : { label: venue.name, path: `/venues/${encodeURIComponent(venue.slug)}` }
    },
    [venueChanged.touches(({ venueId }) => [venueId])],
  )
  accounts.onDelete((tx, { userId }) => removeUserFromVenues(tx, userId))
  accounts.onExport(async userId => ({ 'venues.json': await exportUserVenues(database.db, userId) }))
  return {
    venue: venueId => cache.get(venueId),
    assertVisible: (venueId, userId) => access.assertVisible(venueId, userId),
    authorizeAndWatch: (publishing, venueId) => access.authorizeAndWatch(publishing, venueId),
    authorizeAndWatchSlug: (publishing, slug) => access.authorizeAndWatchSlug(publishing, slug),
    manages: (venueId, userId) => access.manages(venueId, userId),
    search,
  }
}
