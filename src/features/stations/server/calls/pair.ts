import { randomInt } from 'node:crypto'
import { noMachine } from '#machines/contract/machines.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { machineBoardPaired, noStation, stationIdUsed, tooManyStations } from '#stations/contract/errors.ts'
import { stationsPair } from '#stations/contract/stations.ts'
import { MAX_STATIONS } from '#stations/rules/limits.ts'
import { newStationCode } from '#stations/rules/station-code.ts'
import { noMachineInVenue } from '#venues/contract.ts'
import { stationsChanged } from '../changes.ts'
import { changeAsVenueManager } from '../manager.ts'
import type { StationsServices } from '../services.ts'
import * as store from '../station-store.ts'

export const pairStation = handle(stationsPair, async (call, services: StationsServices) => {
  const userId = signedIn(call)
  const { _id: id, venueId, boardId = null, machineId, stationId: existing = null } = call.input
  const stationId = existing ?? id
  await changeAsVenueManager(call, services, async tx => {
    await store.lockStations(tx)
    const fingerprint = fingerprintValues(venueId, boardId, machineId)
    const paired = boardId === null ? null : await store.stationOfBoard(tx, venueId, boardId)
    if (existing === null) {
      const made = await store.findMadeStation(tx, id)
      if (made !== null && (made.pairedBy !== userId || made.fingerprint !== fingerprint)) throw stationIdUsed()
      if (made !== null) return []
    }
    if (paired !== null && paired !== existing) throw machineBoardPaired()
    const stations = await store.listStations(tx, venueId)
    if (!(await store.standsIn(tx, venueId, machineId)))
      throw (await services.machines.machine(machineId)) === null ? noMachine() : noMachineInVenue()
    const boardName = boardId === null ? '' : services.liveGames.nameOf(venueId, boardId)
    if (existing === null) {
      if (stations.length >= MAX_STATIONS) throw tooManyStations({ n: stations.length })
      const station = { id, venueId, machineId, code: newStationCode(randomInt), boardName, pairedBy: userId, fingerprint }
      await store.insertStation(tx, station)
      await store.succeedRemoved(tx, station, newStationCode(randomInt))
    } else {
      const station = stations.find(each => each.id === existing)
      if (station === undefined) throw noStation()
      if (paired === existing && station.machineId === machineId && station.nowNamed === null) return []
      await store.setStationMachine(tx, existing, machineId, boardName || station.boardName)
    }
    if (boardId !== null && paired === null) await store.addBoard(tx, venueId, boardId, stationId)
    return [stationsChanged.of({ venueId })]
  })
  return { stationId }
})
