import {
  accountBeginSecondStep,
  accountDisableSecondStep,
  accountEnableSecondStep,
  accountRenewRecoveryCodes,
  accountSecondStep,
} from '#accounts/contract/second-step.ts'
import { type LiveServer, signedIn } from '#platform/live/server/live-server.ts'
import type { Credentials } from '../passwords/credentials.ts'
import type { SecondStep } from './second-step.ts'

/** Methods by which users turn the second step of their logins on and off. */
export function registerSecondStepMethods(
  live: LiveServer,
  { credentials, secondStep }: { credentials: Credentials; secondStep: SecondStep },
): void {
  live.method(accountSecondStep, call => secondStep.info(signedIn(call)))

  live.method(accountBeginSecondStep, async call => {
    const userId = signedIn(call)
    await credentials.check({ id: userId }, call.input.password, call.invocation.connection.clientAddress)
    return secondStep.begin(userId)
  })

  live.method(accountEnableSecondStep, async call => ({
    recoveryCodes: await secondStep.enable(signedIn(call), call.input.code, call.invocation.connection.clientAddress),
  }))

  live.method(accountRenewRecoveryCodes, async call => {
    const userId = signedIn(call)
    const { clientAddress } = call.invocation.connection
    await credentials.check({ id: userId }, call.input.password, clientAddress)
    return { recoveryCodes: await secondStep.renewRecoveryCodes(userId, call.input.code, clientAddress) }
  })

  live.method(accountDisableSecondStep, async call => {
    const userId = signedIn(call)
    const { clientAddress } = call.invocation.connection
    await credentials.check({ id: userId }, call.input.password, clientAddress)
    await secondStep.disable(userId, call.input.code, clientAddress)
    return {}
  })
}
