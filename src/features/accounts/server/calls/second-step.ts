import { accountSecondStep } from '#accounts/contract/second-step.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { AccountsServices } from '../services.ts'

export const describeSecondStep = handle(accountSecondStep, async (call, { secondStep }: AccountsServices) => {
  return secondStep.info(signedIn(call))
})
