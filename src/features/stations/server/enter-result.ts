import { DdpError } from '#ddp/wire/error.ts'
import type { EventActor } from '#events/server/api.ts'
import type { ChangeLogEntry, NewChange } from '#platform/db/change-log/write.ts'
import { appendChanges } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { gameNotForGroup, gameUsed } from '../contract/errors.ts'
import { initialsFit, resultOf } from '../rules/link-game.ts'
import { takePlays } from './follow-results.ts'
import * as games from './game-store.ts'
import { gameChange, type StationsServices } from './services.ts'
import { countsAtOnce, usersByInitials } from './station-store.ts'

interface Target {
  eventId: string
  groupId: string
  game: number
  /** whose the plays are; null: the order of play is that of the group */
  entrantIds: readonly string[] | null
}

/**
 * Enters the result of a group's game from a reported game that the caller has locked, as if the actor did it, and says that the game is used.
 * @returns the changes for the change log @throws DdpError 404, 409, and as `events.result`
 */
export async function enterReported(
  tx: Db,
  services: StationsServices,
  reported: games.ReportedGameRow,
  actor: EventActor,
  { eventId, groupId, game, entrantIds }: Target,
): Promise<{ state: 'entered' | 'confirmed'; changes: NewChange[] }> {
  const { results } = services.events
  const drawn = (await results.findGames(tx, [groupId])).find(each => each.eventId === eventId && each.game === game)
  const isOwn = reported.eventId === eventId && reported.groupId === groupId && reported.game === game
  if (reported.used && !isOwn) throw gameUsed()
  if (!isOwn && reported.plays.some(({ by }) => by !== null)) throw gameUsed()
  const result = drawn === undefined ? null : resultOf(reported.plays, drawn.entrantIds, entrantIds)
  // Without a chosen order it has to be certain whose game it was.
  const isOrdered = drawn !== undefined && (drawn.hasOrder || drawn.entrantIds.length === 1)
  const isCertain = entrantIds !== null || (isOwn && isOrdered && reported.doubts.length === 0)
  const isThere = drawn !== undefined && (await results.findLive(tx, eventId))?.venueId === reported.venueId
  if (drawn === undefined || result === null || !isCertain || !isThere || drawn.machineId !== reported.machineId) throw gameNotForGroup()
  // What is linked first is seen by the scores of the result, which are then those of the machine.
  if (!isOwn) await games.linkGame(tx, reported.id, drawn)
  await games.markUsed(tx, reported.id, new Date(services.clock.now()))
  const taken = await takePlays(tx, services, reported, drawn, result)
  const entered = await results.enter(tx, actor, { eventId, groupId, game, ...result })
  const changed = (await games.findGame(tx, reported.id))!
  return { state: entered.state, changes: [...taken, ...entered.changes, gameChange(changed, reported.userIds)] }
}

/**
 * Enters the result of a game at once where the director of its event wants that, all players match and nobody has entered anything; otherwise it
 * stays offered.
 */
export async function enterAtOnce(
  services: StationsServices,
  reportedGameId: string,
  publish: (changes: ChangeLogEntry[]) => Promise<void>,
): Promise<void> {
  const { database, events, log } = services
  const game = await games.findGame(database.db, reportedGameId)
  if (game === null || game.used || game.eventId === null || game.doubts.length > 0) return
  if (!(await countsAtOnce(database.db, game.eventId))) return
  try {
    const entries = await database.transaction(async tx => {
      const locked = await games.lockGame(tx, reportedGameId)
      if (locked === null || locked.used || locked.eventId === null) return []
      const { eventId, groupId, game: number, venueId } = locked
      const live = await events.results.findLive(tx, eventId)
      const drawn = (await events.results.findGames(tx, [groupId!])).find(each => each.game === number)
      if (live === null || drawn === undefined || drawn.entered.length > 0) return []
      const told = [...new Set(locked.plays.flatMap(({ initials }) => initials ?? []))]
      const registered = told.length === 0 ? [] : await usersByInitials(tx, venueId, told)
      if (!initialsFit(locked.plays, drawn.userIds, registered)) return []
      const director = { userId: live.directorId, byDevice: false, byKiosk: false, byItself: true }
      const target = { eventId, groupId: groupId!, game: number!, entrantIds: null }
      const { changes } = await enterReported(tx, services, locked, director, target)
      return appendChanges(tx, changes)
    })
    await publish(entries)
  } catch (error) {
    // The result waits for a person, as any other.
    if (!(error instanceof DdpError)) throw error
    log.info({ err: error, reportedGameId }, 'a reported game did not count at once')
  }
}
