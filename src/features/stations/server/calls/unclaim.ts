import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { claimDecided, gameUsed, noReportedGame } from '#stations/contract/errors.ts'
import { stationsUnclaim } from '#stations/contract/reported-games.ts'
import * as games from '../game-store.ts'
import { givePlay } from '../give-play.ts'
import { findVisibleGame, gameChange, playOf, type StationsServices } from '../services.ts'

export const unclaimPlay = handle(stationsUnclaim, async (call, services: StationsServices) => {
  const userId = signedIn(call)
  const { reportedGameId, play: number } = call.input
  const { scores } = services
  const { scoreId, by } = playOf(await findVisibleGame(services, services.database.db, reportedGameId, userId), number)
  if (by?.userId === userId && scoreId !== null) await scores.reported.requireRemovable(scoreId, userId)
  await call.commit(async tx => {
    const game = await games.lockGame(tx, reportedGameId)
    if (game === null) throw noReportedGame()
    const play = playOf(game, number)
    if (play.by?.userId !== userId) return []
    // The score of a group's result belongs to the result.
    if (play.scoreId === null) throw gameUsed()
    if (await scores.reported.isRejected(tx, play.scoreId)) throw claimDecided()
    const { changes, eventId } = await scores.reported.remove(tx, play.scoreId, userId)
    const other = play.contestedBy?.userId
    if (other !== undefined && !game.plays.some(({ by }) => by?.userId === other)) {
      const given = await givePlay(tx, services, { game, play, userId: other, eventId })
      return [...changes, ...given, gameChange(game, [userId, other])]
    }
    await games.setClaim(tx, { gameId: game.id, play: number }, null)
    return [...changes, gameChange(game, [userId])]
  })
  return {}
})
