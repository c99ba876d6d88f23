import { accountRenewRecoveryCodes } from '#accounts/contract/second-step.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { AccountsServices } from '../services.ts'

export const renewRecoveryCodes = handle(accountRenewRecoveryCodes, async (call, { credentials, secondStep }: AccountsServices) => {
  const userId = signedIn(call)
  const { clientAddress } = call.invocation.connection
  await credentials.check({ id: userId }, call.input.password, clientAddress)
  return { recoveryCodes: await secondStep.renewRecoveryCodes(userId, call.input.code, clientAddress) }
})
