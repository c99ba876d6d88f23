import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { stationsNvramMaps } from '#stations/contract/nvram.ts'
import { requireManager } from '../manager.ts'
import { countMaps } from '../nvram-maps.ts'
import type { StationsServices } from '../services.ts'

export const countNvramMaps = handle(stationsNvramMaps, async (call, { venues, nvramMaps }: StationsServices) => {
  await requireManager(venues, call.input.venueId, signedIn(call))
  return { roms: nvramMaps === null ? 0 : await countMaps(nvramMaps) }
})
