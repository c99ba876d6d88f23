import type { AccountsApi } from '#accounts/server/api.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import type { EventsApi } from '#events/server/api.ts'
import type { MachinesApi } from '#machines/server/api.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import type { Log } from '#platform/log/log.ts'
import type { ReadCache } from '#platform/read-cache.ts'
import type { ScoresApi } from '#scores/server/api.ts'
import type { VenuesApi } from '#venues/server/api.ts'
import { noPlay, noReportedGame } from '../contract/errors.ts'
import { reportedGameChanged } from './changes.ts'
import { findGame, type PlayRow, type ReportedGameRow } from './game-store.ts'
import type { LiveGames, VenueStations } from './live/live-games.ts'
import type { ReporterAccess } from './reporter-access.ts'
import { findSuccessor, type StationRow } from './station-store.ts'

/** What the calls of the feature use. */
export interface StationsServices {
  accounts: Pick<AccountsApi, 'lock'>
  clock: Clock
  database: Database
  live: LiveServer
  log: Log
  events: Pick<EventsApi, 'assertVisible' | 'authorizeAndWatch' | 'isEntered' | 'requireDirector' | 'results'>
  scores: Pick<ScoresApi, 'reported'>
  machines: Pick<MachinesApi, 'machine' | 'resolveMerged'>
  venues: Pick<VenuesApi, 'assertVisible' | 'authorizeAndWatch' | 'manages'>
  reporters: ReporterAccess
  stations: ReadCache<VenueStations>
  liveGames: LiveGames
  /** the folder of the memory maps by which files of PinMAME are read; null: none are read */
  nvramMaps: string | null
}

/**
 * The change that says that a reported game is another now. @param others to whom else it was offered, or is
 * @param contested the play whose claim has just been contested; left out: none
 */
export const gameChange = (
  { id, venueId, stationId, eventId, userIds }: Pick<ReportedGameRow, 'id' | 'venueId' | 'stationId' | 'eventId' | 'userIds'>,
  others: readonly string[] = [],
  contested?: number,
): NewChange =>
  reportedGameChanged.of({
    ...{ reportedGameId: id, venueId, stationId, eventId, userIds: [...new Set([...userIds, ...others])] },
    ...(contested === undefined ? {} : { contested }),
  })

/**
 * Returns a game that the user may see: who may not see its venue is told that there is none.
 * @throws DdpError 404
 */
export async function findVisibleGame(
  { venues }: Pick<StationsServices, 'venues'>,
  db: Db,
  id: string,
  userId: string,
): Promise<ReportedGameRow> {
  const game = await findGame(db, id)
  if (game === null) throw noReportedGame()
  await venues.assertVisible(game.venueId, userId).catch(() => {
    throw noReportedGame()
  })
  return game
}

/** Returns a station of a venue by its id, or by that of a removed one from which it has taken over; null: there is none. */
export async function findStation(
  { stations, database }: Pick<StationsServices, 'stations' | 'database'>,
  venueId: string,
  id: string,
): Promise<StationRow | null> {
  const byId = (await stations.get(venueId))?.byId
  return byId?.get(id) ?? byId?.get((await findSuccessor(database.db, venueId, id)) ?? '') ?? null
}

/** @throws DdpError 404 */
export function playOf({ plays }: ReportedGameRow, play: number): PlayRow {
  const found = plays.find(each => each.play === play)
  if (found === undefined) throw noPlay()
  return found
}
