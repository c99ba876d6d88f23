import { accountBeginSecondStep } from '#accounts/contract/second-step.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { AccountsServices } from '../services.ts'

export const beginSecondStep = handle(accountBeginSecondStep, async (call, { credentials, secondStep }: AccountsServices) => {
  const userId = signedIn(call)
  await credentials.check({ id: userId }, call.input.password, call.invocation.connection.clientAddress)
  return secondStep.begin(userId)
})
