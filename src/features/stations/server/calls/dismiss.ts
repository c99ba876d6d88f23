import { handle } from '#platform/live/server/call-handler.ts'
import { gameUsed, noReportedGame } from '#stations/contract/errors.ts'
import { stationsDismiss } from '#stations/contract/reported-games.ts'
import * as games from '../game-store.ts'
import { changeAsVenueManager } from '../manager.ts'
import { gameChange, type StationsServices } from '../services.ts'

export const dismissGame = handle(stationsDismiss, (call, services: StationsServices) =>
  changeAsVenueManager(call, services, async tx => {
    const { venueId, reportedGameId } = call.input
    const game = await games.lockGame(tx, reportedGameId)
    if (game === null || game.venueId !== venueId) {
      if (await games.isDismissed(tx, venueId, reportedGameId)) return []
      throw noReportedGame()
    }
    if (game.used || game.plays.some(({ by }) => by !== null)) throw gameUsed()
    await games.markDismissed(tx, reportedGameId, new Date(services.clock.now()))
    return [gameChange(game)]
  }),
)
