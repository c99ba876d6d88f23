import { DAY_MS } from '#accounts/rules/sign-in.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { noVenue } from '#venues/contract/errors.ts'
import { venuesRestore } from '#venues/contract.ts'
import * as store from '../store.ts'
import { changeOf, type VenuesServices } from '../venues.ts'

/** Somebody who has left the venue's private group since then cannot bring it back: to them it does not exist. */
export const restoreVenue = handle(venuesRestore, async (call, { access, clock }: VenuesServices) => {
  const userId = signedIn(call)
  const { venueId } = call.input
  await call.commit(async tx => {
    const venue = await store.lockRemoved(tx, venueId, userId, new Date(clock.now() - DAY_MS))
    if (venue === null) throw noVenue()
    await access.assertGroupVisible(venue.groupId, userId)
    // The call was sent again.
    if (!venue.isRemoved) return []
    await store.restoreVenue(tx, venueId)
    const machineIds = (await store.venueMachines(tx, venueId)).map(({ machineId }) => machineId)
    return [changeOf({ id: venueId, groupId: venue.groupId }, { part: 'venue', machineIds })]
  })
  return {}
})
