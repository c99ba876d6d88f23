import { handleRecording } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { eventElsewhere, noReportedGame, playClaimed, playOwned } from '#stations/contract/errors.ts'
import { stationsClaim } from '#stations/contract/reported-games.ts'
import { requireClaimant } from '../claim-rights.ts'
import * as games from '../game-store.ts'
import { findVisibleGame, gameChange, playOf, type StationsServices } from '../services.ts'

export const claimPlay = handleRecording(stationsClaim, async (call, services: StationsServices) => {
  const { clock, database, events, scores } = services
  const userId = signedIn(call)
  const { _id: scoreId, reportedGameId, play: number, code, eventId = null } = call.input
  const seen = await findVisibleGame(services, database.db, reportedGameId, userId)
  const { machineId, endedAt, venueId } = seen
  const play = playOf(seen, number)
  const score = { id: scoreId, userId, machineId, value: play.score, at: endedAt, venueId, eventId }
  const predicted = await scores.reported.predict(score)
  if (predicted === null) throw noReportedGame()
  let answer = predicted
  await call.commit(async tx => {
    const game = await games.lockGame(tx, reportedGameId)
    if (game === null) throw noReportedGame()
    const current = playOf(game, number)
    if (current.by?.userId === userId && current.scoreId === scoreId && current.answer !== null) {
      answer = current.answer
      return []
    }
    await requireClaimant(tx, services, { game, play: current, userId, code, now: clock.now() })
    if (current.by !== null && current.by.userId !== userId) throw playClaimed()
    if (game.plays.some(({ by }) => by?.userId === userId)) throw playOwned()
    const added = await scores.reported.add(tx, { ...score, machineId: game.machineId }, predicted)
    // Only now it is known that the player may see the event.
    const at = eventId === null ? null : await events.results.findVenue(tx, eventId)
    if (at !== null && at.venueId !== venueId) throw eventElsewhere()
    answer = added.answer
    await games.setClaim(tx, { gameId: game.id, play: number }, { userId, scoreId, answer })
    return [...added.changes, gameChange(game, [userId])]
  })
  return answer
})
