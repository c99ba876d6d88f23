import { handle } from '#platform/live/server/call-handler.ts'
import { noStation } from '#stations/contract/errors.ts'
import { stationsRemove } from '#stations/contract/stations.ts'
import { stationsChanged } from '../changes.ts'
import { changeAsVenueManager } from '../manager.ts'
import type { StationsServices } from '../services.ts'
import * as store from '../station-store.ts'

export const removeStationOf = handle(stationsRemove, (call, services: StationsServices) =>
  changeAsVenueManager(call, services, async tx => {
    const { venueId, stationId } = call.input
    const station = await store.lockStation(tx, venueId, stationId)
    if (station === null) {
      if (await store.isRemoved(tx, venueId, stationId)) return []
      throw noStation()
    }
    await store.removeStation(tx, stationId, new Date(services.clock.now()))
    return [stationsChanged.of({ venueId })]
  }),
)
