import { DdpError } from '#ddp/wire/error.ts'
import type { Db } from '#platform/db/database.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { noPlayer } from '#players/contract/players.ts'
import type { ReportedScore, ReportedScoresApi } from '#scores/server/api.ts'
import { noReportedGame, notContested } from '#stations/contract/errors.ts'
import { stationsDecide } from '#stations/contract/reported-games.ts'
import * as games from '../game-store.ts'
import { changeAsVenueManager } from '../manager.ts'
import { gameChange, playOf, type StationsServices } from '../services.ts'

export const decideClaim = handle(stationsDecide, async (call, services: StationsServices) => {
  const { venueId, reportedGameId, play: number, userId } = call.input
  return changeAsVenueManager(call, services, async (tx, by) => {
    const { scores } = services
    const game = await games.lockGame(tx, reportedGameId)
    if (game === null || game.venueId !== venueId) throw noReportedGame()
    const play = playOf(game, number)
    const { by: claimer, contestedBy, scoreId } = play
    if (claimer === null || contestedBy === null) {
      if (claimer?.userId === userId) return []
      throw notContested()
    }
    if (userId === claimer.userId) {
      await games.setContested(tx, { gameId: game.id, play: number }, null)
      return [gameChange(game, [claimer.userId, contestedBy.userId])]
    }
    if (userId !== contestedBy.userId) throw noPlayer()
    if (scoreId !== null) await scores.reported.requireRemovable(scoreId, by)
    const { changes: removed, eventId } = scoreId === null ? { changes: [], eventId: null } : await scores.reported.remove(tx, scoreId, by)
    const { machineId, endedAt } = game
    const score = { id: uuidv7(), userId, machineId, value: play.score, at: endedAt, venueId, eventId }
    const predicted = await scores.reported.predict(score)
    if (predicted === null) throw noReportedGame()
    const { answer, changes } = await addToNewOwner(tx, services, score, predicted)
    await games.setClaim(tx, { gameId: game.id, play: number }, { userId, scoreId: score.id, answer })
    return [...removed, ...changes, gameChange(game, [claimer.userId, userId])]
  })
})

/** Adds the score in the event in which it was an attempt before, if its new player is in the event and may have it there. */
async function addToNewOwner(
  tx: Db,
  { events, scores }: StationsServices,
  score: ReportedScore,
  predicted: Parameters<ReportedScoresApi['add']>[2],
): ReturnType<ReportedScoresApi['add']> {
  const { eventId, userId } = score
  if (eventId !== null && (await events.isEntered(tx, eventId, userId))) {
    try {
      return await scores.reported.add(tx, score, predicted)
    } catch (error) {
      // The event takes it no more, and nothing is written yet.
      if (!(error instanceof DdpError)) throw error
    }
  }
  return scores.reported.add(tx, { ...score, eventId: null }, predicted)
}
