import { handle } from '#platform/live/server/call-handler.ts'
import { noMachineInVenue, venuesSetMachine } from '#venues/contract.ts'
import { setMachineState, venueMachines } from '../store.ts'
import { changeAsManager, changeOf, type VenuesServices } from '../venues.ts'

export const setMachine = handle(venuesSetMachine, (call, services: VenuesServices) =>
  changeAsManager(call, services, async (tx, venue) => {
    const { venueId, machineId, outOfOrder, since, note } = call.input
    const machine = (await venueMachines(tx, venueId)).find(each => each.machineId === machineId)
    if (machine === undefined) throw noMachineInVenue()
    const now = services.clock.now()
    // A machine cannot be out of order since a time that has not come.
    const outSince = outOfOrder ? Math.min(since?.getTime() ?? machine.outOfOrderSince ?? now, now) : null
    const said = outOfOrder ? (note ?? machine.note) : ''
    if (outSince === machine.outOfOrderSince && said === machine.note) return []
    await setMachineState(tx, venueId, machineId, outSince === null ? null : new Date(outSince), said)
    return [changeOf(venue, { part: 'state', machineIds: [machineId] })]
  }),
)
