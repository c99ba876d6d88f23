import { handle } from '#platform/live/server/call-handler.ts'
import { venuesRemove } from '#venues/contract.ts'
import { venueChanged } from '../changes.ts'
import { removeVenue, venueMachines } from '../store.ts'
import { changeAsManager, type VenuesServices } from '../venues.ts'

export const removeVenueForAll = handle(venuesRemove, (call, services: VenuesServices) =>
  changeAsManager(call, services, async (tx, { id, groupId }, userId) => {
    await removeVenue(tx, id, userId, new Date(services.clock.now()))
    const machineIds = (await venueMachines(tx, id)).map(({ machineId }) => machineId)
    return [venueChanged.of({ venueId: id, groupId, exists: false, part: 'venue', machineIds })]
  }),
)
