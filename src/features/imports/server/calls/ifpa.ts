import { importsIfpa } from '#imports/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { fetchIfpaPlayers } from '../ifpa-client.ts'
import type { ImportsServices } from '../services.ts'

export const checkIfpaNumbers = handle(importsIfpa, async (call, { config, clock }: ImportsServices) => {
  signedIn(call)
  return fetchIfpaPlayers(config.ifpa, clock, [...new Set(call.input.ifpaNumbers)])
})
