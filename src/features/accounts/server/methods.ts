import * as v from 'valibot'
import type { Invocation } from '#ddp/server/invocation.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import * as calls from '../contract/accounts.ts'
import { passkeySignIn } from '../contract/passkeys.ts'
import * as methods from '../contract/protocol-methods.ts'
import type { EmailAddresses } from './mail/email-addresses.ts'
import {
  checkArgs,
  credential,
  forgotPasswordArgs,
  linkToken,
  newUser,
  oauthCredential,
  password,
  plainObject,
  secondStepCode,
  selector,
  serviceSignUp,
} from './method-args.ts'
import type { Passkeys } from './passkeys/passkeys.ts'
import type { LoginLimits } from './passwords/login-limits.ts'
import type { ProviderLogins } from './providers/provider-logins.ts'
import type { AccountsService, FinishedLink, RequestOrigin } from './service.ts'
import type { ConnectionRegistry } from './sessions/connection-registry.ts'
import type { NewSession, Sessions } from './sessions/sessions.ts'
import { describeDevice } from './shared/user-agent.ts'
import type { SignUps } from './sign-ups.ts'
import type * as store from './store.ts'

const resume = v.pipe(v.string(), v.maxLength(1000))

const toOrigin = ({ connection: { clientAddress, httpHeaders } }: Invocation): RequestOrigin => ({
  address: clientAddress,
  device: describeDevice(httpHeaders['user-agent']),
})

export interface AccountsParts {
  live: LiveServer
  providerLogins: ProviderLogins
  service: AccountsService
  signUps: SignUps
  passkeys: Passkeys
  emails: EmailAddresses
  sessions: Sessions
  limits: LoginLimits
  connections: ConnectionRegistry
  /** the user's first e-mail address */
  emailOf(userId: string): Promise<store.Email | undefined>
}

/** The mission's own methods (wire reference §2.4). */
export function registerMethods({
  live,
  service,
  signUps,
  passkeys,
  providerLogins,
  emails,
  sessions,
  limits,
  connections,
  emailOf,
}: AccountsParts): void {
  const publish = (invocation: Invocation, entries: readonly ChangeLogEntry[]): Promise<void> => {
    const published = live.changeLog.publish(entries)
    invocation.fence.wait(published)
    return published
  }
  const finishLogin = async (invocation: Invocation, { userId, hashedToken, result }: NewSession): Promise<calls.LoginResult> => {
    if (connections.bind(invocation.connection, hashedToken, userId)) {
      limits.rememberSignIn(userId, invocation.connection.clientAddress)
      await invocation.setUserId(userId)
      return result
    }
    try {
      // The client will not receive the token that was made for this login, so it is deleted. A token that the client had before stays
      // valid.
      if (result.type !== 'resume') await live.changeLog.publish(await sessions.deleteToken(hashedToken))
    } finally {
      invocation.connection.close()
    }
    return result
  }
  /**
   * Runs an operation that may end tokens, then logs the caller in, unless the account has a second step or is suspended. The caller's
   * connection is not closed with the others whose tokens end.
   * @param done what was done, for the error of an account with a second step
   */
  const runAndFinishLogin = async (invocation: Invocation, run: () => Promise<FinishedLink>, done: string): Promise<calls.LoginResult> => {
    const { connection } = invocation
    const previousToken = connections.tokenOf(connection)
    const { login, changes } = await connections.keepOpenDuring(connection, run)
    await publish(invocation, changes)
    if (login !== null && !(login instanceof DdpError)) return finishLogin(invocation, login)
    if (previousToken !== null) await keepLogin(invocation, previousToken)
    throw login ?? new DdpError(calls.SECOND_STEP_ON, `${done}, but user not logged in because 2FA is enabled`)
  }
  /** The caller stays logged in by the token of before. If that has ended, the connection is closed once the call is answered. */
  const keepLogin = async (invocation: Invocation, hashedToken: string): Promise<void> => {
    const { connection, userId } = invocation
    if (userId !== null && !connections.hasEnded(hashedToken) && connections.bind(connection, hashedToken, userId)) return
    await invocation.setUserId(null)
    invocation.closeWhenAnswered()
  }
  const ownToken = ({ connection }: Invocation): string | null => connections.tokenOf(connection)

  live.protocolMethod(methods.login, async (invocation, given) => {
    const options = checkArgs(plainObject, given)
    const from = toOrigin(invocation)
    if (options.resume) return finishLogin(invocation, await sessions.resume(checkArgs(resume, options.resume)))
    if (options.passkey) {
      const passkey = checkArgs(passkeySignIn, options.passkey)
      return finishLogin(invocation, await passkeys.signIn(passkey, invocation.connection, from))
    }
    if (options.oauth) {
      const { credentialToken, credentialSecret } = checkArgs(oauthCredential, options.oauth)
      const { username = null, invitation = null, locale = null } = checkArgs(serviceSignUp, options)
      const credential = { credentialToken, credentialSecret: credentialSecret ?? '' }
      const { login, changes } = await providerLogins.logIn(credential, { username, invitation, locale }, from.device)
      await publish(invocation, changes)
      return finishLogin(invocation, login)
    }
    if (!options.user || !options.password) throw new DdpError(400, 'Unrecognized options for login request')
    const [user, passwordInput] = [checkArgs(selector, options.user), checkArgs(password, options.password)]
    const code = checkArgs(secondStepCode, options.code)
    if (!options.srp) return finishLogin(invocation, await service.logIn(user, passwordInput, code, from))
    return finishLogin(invocation, await service.logInOldFormat(user, checkArgs(credential, options.srp), passwordInput, code, from))
  })

  live.protocolMethod(methods.createUser, async (invocation, given) => {
    const { login, changes } = await signUps.byPassword(checkArgs(newUser, checkArgs(plainObject, given)), toOrigin(invocation).device)
    await publish(invocation, changes)
    return finishLogin(invocation, login)
  })

  live.protocolMethod(methods.logout, async invocation => {
    const token = ownToken(invocation)
    connections.release(invocation.connection)
    if (token !== null) await publish(invocation, await sessions.deleteToken(token))
    await invocation.setUserId(null)
  })

  live.protocolMethod(methods.changePassword, async (invocation, givenOld, givenNew) => {
    const [oldPassword, newPassword] = [checkArgs(password, givenOld), checkArgs(password, givenNew)]
    await publish(
      invocation,
      await service.changePassword(invocation.userId, oldPassword, newPassword, ownToken(invocation), toOrigin(invocation)),
    )
    return { passwordChanged: true }
  })

  live.protocolMethod(methods.forgotPassword, async (_, given) => {
    await service.forgotPassword(checkArgs(forgotPasswordArgs, given).email)
  })

  live.protocolMethod(methods.resetPassword, async (invocation, given, chosen) => {
    const [token, newPassword] = [checkArgs(linkToken, given), checkArgs(password, chosen)]
    return runAndFinishLogin(invocation, () => service.resetPassword(token, newPassword, toOrigin(invocation)), 'Changed password')
  })

  live.protocolMethod(methods.verifyEmail, async (invocation, given) => {
    const token = checkArgs(linkToken, given)
    return runAndFinishLogin(invocation, () => emails.verify(token, toOrigin(invocation)), 'Email verified')
  })

  live.protocolMethod(methods.getNewToken, async invocation => {
    const login = await sessions.renew(invocation.userId, ownToken(invocation))
    if (!connections.bind(invocation.connection, login.hashedToken, login.userId)) invocation.connection.close()
    const { id, token, tokenExpires } = login.result
    return { id, token, tokenExpires }
  })

  live.protocolMethod(methods.removeOtherTokens, async invocation => {
    await publish(invocation, await sessions.endOthers(invocation.userId, ownToken(invocation)))
  })

  live.protocolMethod(methods.logoutOtherClients, async invocation => {
    const { token, tokenExpires } = (await sessions.replaceAll(invocation.userId, ownToken(invocation), toOrigin(invocation).device)).result
    return { token, tokenExpires }
  })

  live.protocolMethod(methods.getUserEmail, async ({ userId }) => (userId === null ? null : ((await emailOf(userId))?.address ?? null)))

  for (const method of methods.denied) {
    live.protocolMethod(method, () => {
      throw new DdpError(403, calls.DENIED[method.name])
    })
  }
}
