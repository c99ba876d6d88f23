import { accountConfirmSignIn } from '#accounts/contract/sign-in-methods.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { AccountsServices } from '../services.ts'

export const confirmSignIn = handle(accountConfirmSignIn, async (call, { ownerCheck, freshSignIn }: AccountsServices) => {
  await ownerCheck.forSignInMethods(signedIn(call), call.input, call.invocation.connection)
  await freshSignIn.record(call.invocation)
  return {}
})
