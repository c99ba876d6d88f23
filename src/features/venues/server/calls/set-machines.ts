import { isDeepStrictEqual } from 'node:util'
import { handle } from '#platform/live/server/call-handler.ts'
import { venueMachinesChanged, venuesSetMachines } from '#venues/contract.ts'
import { replaceMachines } from '../machine-list.ts'
import { venueMachines } from '../store.ts'
import { changeAsManager, type VenuesServices } from '../venues.ts'

export const setVenueMachines = handle(venuesSetMachines, (call, services: VenuesServices) =>
  changeAsManager(call, services, async (tx, venue) => {
    const { machineIds, was } = call.input
    const before = (await venueMachines(tx, venue.id)).map(({ machineId }) => machineId)
    if (isDeepStrictEqual(before, machineIds)) return []
    if (!isDeepStrictEqual(before, was)) throw venueMachinesChanged()
    return replaceMachines(tx, venue, before, machineIds)
  }),
)
