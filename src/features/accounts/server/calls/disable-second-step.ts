import { accountDisableSecondStep } from '#accounts/contract/second-step.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { AccountsServices } from '../services.ts'

export const disableSecondStep = handle(accountDisableSecondStep, async (call, { credentials, secondStep }: AccountsServices) => {
  const userId = signedIn(call)
  const { clientAddress } = call.invocation.connection
  await credentials.check({ id: userId }, call.input.password, clientAddress)
  await secondStep.disable(userId, call.input.code, clientAddress)
  return {}
})
