import { accountBeginPasskey } from '#accounts/contract/passkeys.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { AccountsServices } from '../services.ts'

export const beginPasskey = handle(accountBeginPasskey, async (call, { ownerCheck, passkeys }: AccountsServices) => {
  const userId = signedIn(call)
  const { connection } = call.invocation
  await ownerCheck.forSignInMethods(userId, call.input, connection)
  return passkeys.beginRegistration(userId, connection)
})
