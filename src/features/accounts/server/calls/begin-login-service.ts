import { accountBeginLoginService } from '#accounts/contract/login-services.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { beginPath } from '../providers/login-providers.ts'
import type { AccountsServices } from '../services.ts'

export const beginLoginService = handle(accountBeginLoginService, async (call, { ownerCheck, providerLogins }: AccountsServices) => {
  const userId = signedIn(call)
  const { service, ...proof } = call.input
  await ownerCheck.forSignInMethods(userId, proof, call.invocation.connection)
  return { url: `${beginPath(service)}?ticket=${providerLogins.ticket(service, userId)}` }
})
