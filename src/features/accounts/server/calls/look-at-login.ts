import { accountLookAtLogin } from '#accounts/contract/login-services.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import type { AccountsServices } from '../services.ts'

export const lookAtLogin = handle(accountLookAtLogin, async (call, { providerLogins }: AccountsServices) => {
  return providerLogins.look(call.input)
})
