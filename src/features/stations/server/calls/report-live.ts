import { handle } from '#platform/live/server/call-handler.ts'
import { stationsReportLive } from '#stations/contract/reporting.ts'
import type { StationsServices } from '../services.ts'

export const reportLive = handle(stationsReportLive, async (call, { reporters, liveGames }: StationsServices) => {
  const { key, boards } = call.input
  const venueId = await reporters.venueOf(key)
  return {
    paired: await liveGames.tell(
      venueId,
      boards.map(({ id, name, game }) => ({ id, game, ...(name === undefined ? {} : { name }) })),
    ),
  }
})
