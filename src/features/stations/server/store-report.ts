import type * as v from 'valibot'
import type { OpenGame } from '#events/server/api.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { reportedGameIdUsed } from '../contract/errors.ts'
import type { stationsReport } from '../contract/reporting.ts'
import type { Doubt } from '../rules/doubts.ts'
import { toInitials } from '../rules/initials.ts'
import { findOwnGame } from '../rules/link-game.ts'
import { stationsChanged } from './changes.ts'
import * as games from './game-store.ts'
import { gameChange, type StationsServices } from './services.ts'
import * as stations from './station-store.ts'

type Report = v.InferOutput<typeof stationsReport.input>

/** A report whose place is known. `stationId` null: the machine is no station. `boardName`: what its machine board is called, if that was told */
export interface PlacedReport {
  venueId: string
  stationId: string | null
  machineId: string
  boardName: string | null
}

/**
 * Stores a reported game, or adds to it what a repeated report knows besides.
 * @returns the id of the game, null if a manager has dismissed it, and the changes for the change log
 * @throws DdpError 409 if the id of the report was used for another game
 */
export async function storeReport(
  tx: Db,
  services: StationsServices,
  place: PlacedReport,
  report: Report,
): Promise<{ gameId: string | null; changes: NewChange[] }> {
  const { venueId, stationId, machineId, boardName } = place
  const station = stationId === null ? null : await stations.lockStation(tx, venueId, stationId)
  const changes: NewChange[] = []
  const doubts: Doubt[] = (report.doubts ?? []).filter(doubt => doubt !== 'other-machine')
  if (station !== null && boardName !== null && boardName !== '') {
    // A board that had not been heard when it was paired is called now what it is.
    if (station.boardName === '') await stations.setStationMachine(tx, station.id, station.machineId, boardName)
    const nowNamed = boardName === station.boardName || station.boardName === '' ? null : boardName
    if (nowNamed !== null) doubts.push('other-machine')
    if (nowNamed !== station.nowNamed) await stations.setNowNamed(tx, station.id, nowNamed)
    if (nowNamed !== station.nowNamed || station.boardName === '') {
      changes.push(stationsChanged.of({ venueId }))
    }
  }
  const plays = report.plays.map(({ score, initials, name, player }) => ({
    score,
    // As players register them, whatever a program sends.
    initials: toInitials(initials ?? '') || null,
    name: name || null,
    player: player ?? null,
  }))
  if (plays.some(({ player }) => player === null) && plays.length > 1 && !doubts.includes('order')) doubts.push('order')
  const known = await games.findReportedGame(tx, venueId, report.id)
  if (known?.dismissed) return { gameId: null, changes }
  const before = known === null ? null : await games.lockGame(tx, known.id)
  if (known !== null && before === null) return { gameId: null, changes }
  if (before !== null && isOther(before, place, plays)) throw reportedGameIdUsed()
  const gameId = known?.id ?? uuidv7()
  const isChanged = before === null ? true : await supplement(tx, before, plays, doubts)
  if (before === null) {
    const now = services.clock.now()
    const endedAt = Math.min(report.endedAt?.getTime() ?? now, now)
    const startedAt = report.startedAt === undefined ? null : Math.min(report.startedAt.getTime(), endedAt)
    await games.insertGame(tx, { id: gameId, venueId, stationId, machineId, reportId: report.id, endedAt, startedAt, doubts, plays })
    if (stationId !== null) await stations.countGame(tx, stationId)
  }
  if (!isChanged) return { gameId, changes }
  const stored = (await games.findGame(tx, gameId))!
  const isLinked = stored.eventId === null && (await link(tx, services, stored))
  const changed = isLinked ? (await games.findGame(tx, gameId))! : stored
  changes.push(gameChange(changed, await stations.holdersOf(tx, changed)))
  return { gameId, changes }
}

/** True if a report with the same id is of another game. A station may have been made, or be on another machine, since the first report. */
const isOther = (before: games.ReportedGameRow, place: PlacedReport, plays: readonly Pick<games.PlayRow, 'score'>[]): boolean =>
  before.plays.length !== plays.length ||
  before.plays.some((play, i) => play.score !== plays[i]!.score) ||
  (before.stationId === null || place.stationId === null ? before.machineId !== place.machineId : before.stationId !== place.stationId)

/** Adds what a later report knows: initials, players, and that a doubt is none any more. What was claimed keeps its initials. @returns whether that is anything */
async function supplement(
  tx: Db,
  before: games.ReportedGameRow,
  plays: readonly Pick<games.PlayRow, 'score' | 'initials' | 'player'>[],
  doubts: readonly Doubt[],
): Promise<boolean> {
  let isChanged = false
  for (const [i, { play, initials, player, by }] of before.plays.entries()) {
    const told = plays[i]!
    const added = { play, initials: by === null ? (told.initials ?? initials) : initials, player: player ?? told.player }
    if (added.initials === initials && added.player === player) continue
    await games.supplementPlay(tx, before.id, added)
    isChanged = true
  }
  const settled = before.doubts.filter(doubt => (doubt !== 'unseen' && doubt !== 'order') || doubts.includes(doubt))
  if (settled.length < before.doubts.length) {
    await games.setDoubts(tx, before.id, settled)
    isChanged = true
  }
  return isChanged
}

/**
 * Links a game without doubts, of which nobody outside of the group has claimed a play, to the game of an event that it is, if that is certain,
 * beside others that are offered for it. @returns whether it is linked
 */
async function link(tx: Db, { events }: StationsServices, game: games.ReportedGameRow): Promise<boolean> {
  if (game.doubts.length > 0 || game.stationId === null) return false
  const { venueId, machineId } = game
  const open: OpenGame[] = []
  for (const each of await events.results.listOpenGames(tx, { venueId, machineId }))
    if (!(await games.isUsed(tx, each.groupId, each.game))) open.push(each)
  const own = findOwnGame(open, { players: game.plays.length, startedAt: game.startedAt })
  if (own === null || game.plays.some(({ by }) => by !== null && !own.userIds.includes(by.userId))) return false
  await games.linkGame(tx, game.id, own)
  return true
}
