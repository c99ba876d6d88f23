import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { noReportedGame, notClaimed, playOwned } from '#stations/contract/errors.ts'
import { stationsContest } from '#stations/contract/reported-games.ts'
import { requireClaimant } from '../claim-rights.ts'
import * as games from '../game-store.ts'
import { findVisibleGame, gameChange, playOf, type StationsServices } from '../services.ts'

export const contestPlay = handle(stationsContest, async (call, services: StationsServices) => {
  const userId = signedIn(call)
  const { reportedGameId, play: number, code } = call.input
  await findVisibleGame(services, services.database.db, reportedGameId, userId)
  await call.commit(async tx => {
    const game = await games.lockGame(tx, reportedGameId)
    if (game === null) throw noReportedGame()
    const play = playOf(game, number)
    if (play.contestedBy?.userId === userId) return []
    await requireClaimant(tx, services, { game, play, userId, code, now: services.clock.now() })
    // Who contests first holds that, as who claims first does.
    if (play.by === null || play.by.userId === userId || play.contestedBy !== null) throw notClaimed()
    if (game.plays.some(({ by }) => by?.userId === userId)) throw playOwned()
    await games.setContested(tx, { gameId: game.id, play: number }, userId)
    return [gameChange(game, [userId], number)]
  })
  return {}
})
