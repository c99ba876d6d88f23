import { handle } from '#platform/live/server/call-handler.ts'
import { noPlayer } from '#players/contract/players.ts'
import { noReportedGame, notContested } from '#stations/contract/errors.ts'
import { stationsDecide } from '#stations/contract/reported-games.ts'
import * as games from '../game-store.ts'
import { givePlay } from '../give-play.ts'
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
    const given = await givePlay(tx, services, { game, play, userId, eventId })
    return [...removed, ...given, gameChange(game, [claimer.userId, userId])]
  })
})
