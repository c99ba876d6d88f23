import { accountEnableSecondStep } from '#accounts/contract/second-step.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { AccountsServices } from '../services.ts'

export const enableSecondStep = handle(accountEnableSecondStep, async (call, { secondStep }: AccountsServices) => {
  return { recoveryCodes: await secondStep.enable(signedIn(call), call.input.code, call.invocation.connection.clientAddress) }
})
