import { handleRecording } from '#platform/live/server/call-handler.ts'
import { noStation } from '#stations/contract/errors.ts'
import { stationsReport } from '#stations/contract/reporting.ts'
import { withSiteTimes } from '#stations/rules/report-times.ts'
import { noMachineInVenue } from '#venues/contract.ts'
import { enterAtOnce } from '../enter-result.ts'
import { findStation, type StationsServices } from '../services.ts'
import { standsIn } from '../station-store.ts'
import { type PlacedReport, storeReport } from '../store-report.ts'

/** The scores of plays, who began first as far as it is known. */
const inOrder = (plays: readonly { score: number; player?: number | undefined }[]): number[] =>
  plays.toSorted((a, b) => (a.player ?? 0) - (b.player ?? 0)).map(({ score }) => score)

export const reportGame = handleRecording(stationsReport, async (call, services: StationsServices) => {
  const { clock, reporters, stations, machines, liveGames, database } = services
  const report = withSiteTimes(call.input, clock.now())
  const { key, station, machine, board, plays, state = 'ended' } = report
  const venueId = await reporters.venueOf(key)
  const known = await stations.get(venueId)
  let place: PlacedReport | null = null
  if (board !== undefined) {
    const of = known?.byBoard.get(board.id)
    const scores = inOrder(plays)
    // A game may be reported long after it ended, so its end says nothing of the game that is played now.
    const told = state === 'playing' ? { game: { playing: true, ball: 0, player: 0, scores } } : { lastGame: scores }
    await liveGames.tell(venueId, [{ id: board.id, ...(board.name === undefined ? {} : { name: board.name }), ...told }])
    if (of !== undefined)
      place = { venueId, stationId: of.id, machineId: of.machineId, boardName: board.name ?? (liveGames.nameOf(venueId, board.id) || null) }
  } else if (station !== undefined) {
    const of = await findStation(services, venueId, station)
    if (of === null) throw noStation()
    place = { venueId, stationId: of.id, machineId: of.machineId, boardName: null }
  } else {
    const machineId = (await machines.resolveMerged(machine!))?.machineId
    if (machineId === undefined || !(await standsIn(database.db, venueId, machineId))) throw noMachineInVenue()
    const of = [...(known?.byId.values() ?? [])].find(each => each.machineId === machineId)
    place = { venueId, stationId: of?.id ?? null, machineId, boardName: null }
  }
  if (place === null) return { reportedGameId: null }
  if (state === 'playing') {
    if (board === undefined && place.stationId !== null) {
      await liveGames.tellStation(venueId, place.stationId, { playing: true, ball: 0, player: 0, scores: inOrder(plays) })
    }
    return { reportedGameId: null }
  }
  if (board === undefined && place.stationId !== null)
    await liveGames.tellStation(venueId, place.stationId, { playing: false, ball: 0, player: 0, scores: [] })
  let reportedGameId: string | null = null
  await call.commit(async tx => {
    const stored = await storeReport(tx, services, place, report)
    reportedGameId = stored.gameId
    return stored.changes
  })
  if (reportedGameId !== null) await enterAtOnce(services, reportedGameId, changes => call.committed(changes))
  return { reportedGameId }
})
