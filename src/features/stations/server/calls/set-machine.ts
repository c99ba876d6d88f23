import { handle } from '#platform/live/server/call-handler.ts'
import { noStation } from '#stations/contract/errors.ts'
import { stationsSetMachine } from '#stations/contract/stations.ts'
import { noMachineInVenue } from '#venues/contract.ts'
import { stationsChanged } from '../changes.ts'
import { changeAsVenueManager } from '../manager.ts'
import type { StationsServices } from '../services.ts'
import * as store from '../station-store.ts'

export const setStationMachine = handle(stationsSetMachine, (call, services: StationsServices) =>
  changeAsVenueManager(call, services, async tx => {
    const { venueId, stationId, machineId } = call.input
    const station = await store.lockStation(tx, venueId, stationId)
    if (station === null) throw noStation()
    if (station.machineId === machineId && station.nowNamed === null) return []
    if (!(await store.standsIn(tx, venueId, machineId))) throw noMachineInVenue()
    await store.setStationMachine(tx, stationId, machineId, station.nowNamed ?? station.boardName)
    return [stationsChanged.of({ venueId })]
  }),
)
