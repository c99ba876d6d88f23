import { accountSessions } from '#accounts/contract/sessions.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { AccountsServices } from '../services.ts'

export const listOwnSessions = handle(accountSessions, async (call, { sessions, connections }: AccountsServices) => {
  const userId = signedIn(call)
  await sessions.touch(connections.tokens())
  return sessions.list(userId, connections.tokenOf(call.invocation.connection))
})
