import { handleRecording } from '#platform/live/server/call-handler.ts'
import { gameNotForGroup, noReportedGame } from '#stations/contract/errors.ts'
import { stationsConfirm } from '#stations/contract/reported-games.ts'
import { enterReported } from '../enter-result.ts'
import { lockGame } from '../game-store.ts'
import type { StationsServices } from '../services.ts'

export const confirmResult = handleRecording(stationsConfirm, async (call, services: StationsServices) => {
  const { eventId, groupId, game = 1, reportedGameId, entrantIds = null } = call.input
  const { results } = services.events
  const actor = await results.findActor(call)
  const { isOfficial } = await results.requireEnterer(services.database.db, eventId, groupId, actor.userId)
  // Who plays confirms what is offered. Which other game it was, and whose each score is, says who runs the event.
  if (entrantIds !== null && (!isOfficial || actor.byKiosk)) throw gameNotForGroup()
  let state: 'entered' | 'confirmed' = 'confirmed'
  await call.commit(async tx => {
    const reported = await lockGame(tx, reportedGameId)
    if (reported === null) throw noReportedGame()
    const entered = await enterReported(tx, services, reported, actor, { eventId, groupId, game, entrantIds })
    state = entered.state
    return entered.changes
  })
  return { state }
})
