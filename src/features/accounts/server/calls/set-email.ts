import { accountSetEmail } from '#accounts/contract/accounts.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { AccountsServices } from '../services.ts'

export const setEmail = handle(accountSetEmail, async (call, { emails, ownerCheck }: AccountsServices) => {
  const userId = signedIn(call)
  const { email, password } = call.input
  await emails.change(userId, email, () => ownerCheck.forOtherChanges(userId, password, call.invocation.connection))
  return {}
})
