import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { stationsInitials, stationsSetInitials } from '#stations/contract/reported-games.ts'
import { venueInitialsChanged } from '../changes.ts'
import type { StationsServices } from '../services.ts'
import { initialsOf, setInitials } from '../station-store.ts'

export const setOwnInitials = handle(stationsSetInitials, async (call, { accounts, clock, venues }: StationsServices) => {
  const userId = signedIn(call)
  const { venueId, initials } = call.input
  await venues.assertVisible(venueId, userId)
  await call.commit(async tx => {
    await accounts.lock(tx, userId)
    if ((await initialsOf(tx, venueId, userId)) === initials) return []
    await setInitials(tx, venueId, userId, initials, new Date(clock.now()))
    return [venueInitialsChanged.of({ userId })]
  })
  return {}
})

export const readOwnInitials = handle(stationsInitials, async (call, { database, venues }: StationsServices) => {
  const userId = signedIn(call)
  await venues.assertVisible(call.input.venueId, userId)
  return { initials: await initialsOf(database.db, call.input.venueId, userId) }
})
