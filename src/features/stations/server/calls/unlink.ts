import { kioskEntersOnly } from '#events/contract/devices.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { gameUsed, noReportedGame } from '#stations/contract/errors.ts'
import { stationsUnlink } from '#stations/contract/reported-games.ts'
import { freeGame } from '../follow-results.ts'
import { lockGame } from '../game-store.ts'
import type { StationsServices } from '../services.ts'

/** Unlinking again changes nothing. */
export const unlinkGameOfGroup = handle(stationsUnlink, async (call, services: StationsServices) => {
  const { eventId, groupId, game = 1, reportedGameId } = call.input
  const { results } = services.events
  const { userId, byKiosk } = await results.findActor(call)
  if (byKiosk) throw kioskEntersOnly()
  await results.requireEnterer(services.database.db, eventId, groupId, userId)
  await call.commit(async tx => {
    const reported = await lockGame(tx, reportedGameId)
    if (reported === null) throw noReportedGame()
    if (reported.eventId !== eventId || reported.groupId !== groupId || reported.game !== game) return []
    if (reported.used) throw gameUsed()
    return [await freeGame(tx, reported)]
  })
  return {}
})
