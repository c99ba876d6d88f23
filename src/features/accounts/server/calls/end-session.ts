import { accountEndSession } from '#accounts/contract/sessions.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { AccountsServices } from '../services.ts'

export const endSession = handle(accountEndSession, async (call, { sessions }: AccountsServices) => {
  await call.committed(await sessions.end(signedIn(call), call.input.sessionId))
  return {}
})
