import { accountBeginPasskeySignIn } from '#accounts/contract/passkeys.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { AccountsServices } from '../services.ts'

export const beginPasskeySignIn = handle(accountBeginPasskeySignIn, async (call, { passkeys }: AccountsServices) => {
  return passkeys.beginSignIn(call.invocation.connection)
})
