import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { stationsSetEvent } from '#stations/contract/reported-games.ts'
import { reportingEventChanged } from '../changes.ts'
import type { StationsServices } from '../services.ts'
import { countsAtOnce, setCountAtOnce } from '../station-store.ts'

export const setReportingEvent = handle(stationsSetEvent, async (call, { events }: StationsServices) => {
  const { eventId, countAtOnce } = call.input
  await events.requireDirector(eventId, signedIn(call))
  await call.commit(async tx => {
    if ((await countsAtOnce(tx, eventId)) === countAtOnce) return []
    await setCountAtOnce(tx, eventId, countAtOnce)
    return [reportingEventChanged.of({ eventId })]
  })
  return {}
})
