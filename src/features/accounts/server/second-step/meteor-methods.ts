import { renderSVG } from 'uqr'
import * as v from 'valibot'
import * as methods from '#accounts/contract/protocol-methods.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import { checkArgs } from '../method-args.ts'
import type { FreshSignIn } from '../sessions/fresh-sign-in.ts'
import type { SecondStep } from './second-step.ts'

const appName = v.pipe(v.string(), v.maxLength(100))
const code = v.pipe(v.string(), v.maxLength(100))

const loggedIn = (userId: string | null, reason = 'No user logged in.'): string => {
  if (userId === null) throw new DdpError(400, reason)
  return userId
}

/**
 * The methods of Meteor's accounts-2fa, with its arguments, answers and errors. Meteor asks for nothing but a session to make a secret or to
 * turn the second step off. Here the user has to have signed in with the password within the last ten minutes, and with a code where the
 * second step is on (decision 042).
 */
export function registerMeteorSecondStepMethods(
  live: LiveServer,
  { secondStep, freshSignIn }: { secondStep: SecondStep; freshSignIn: FreshSignIn },
): void {
  live.protocolMethod(methods.has2faEnabled, async ({ userId }) => {
    if (userId === null) throw new DdpError('no-logged-user', 'No user logged in.')
    return (await secondStep.progress(userId)) === 'on'
  })

  live.protocolMethod(methods.generate2faActivationQrCode, async (invocation, given) => {
    const issuer = checkArgs(appName, given).trim()
    const userId = loggedIn(invocation.userId, 'There must be a user logged in to generate the QR code.')
    if ((await secondStep.progress(userId)) === 'on')
      throw new DdpError(
        '2fa-activated',
        'The 2FA is activated. You need to disable the 2FA first before trying to generate a new activation code.',
      )
    await freshSignIn.requireByPassword(invocation)
    const { secret, address: uri } = await secondStep.begin(userId, issuer === '' ? undefined : issuer)
    return { svg: renderSVG(uri), secret, uri }
  })

  live.protocolMethod(methods.enableUser2fa, async (invocation, given) => {
    const chosen = checkArgs(code, given)
    const userId = loggedIn(invocation.userId)
    const progress = await secondStep.progress(userId)
    // The first answer may have been lost.
    if (progress === 'on') return
    if (progress === 'off')
      throw new DdpError(500, 'The user does not have a secret generated. You may have to call the function generateSvgCode first.')
    await secondStep.enableWithoutRecoveryCodes(userId, chosen, invocation.connection.clientAddress)
  })

  live.protocolMethod(methods.disableUser2fa, async invocation => {
    const userId = loggedIn(invocation.userId)
    if ((await secondStep.progress(userId)) === 'off') return
    await freshSignIn.requireByPassword(invocation)
    await secondStep.disableProved(userId)
  })
}
