import {
  accountDelete,
  CHANGE_PASSWORD,
  CREATE_USER,
  FORGOT_PASSWORD,
  GET_NEW_TOKEN,
  LOGIN,
  REMOVE_OTHER_TOKENS,
  RESET_PASSWORD,
  VERIFY_EMAIL,
} from '#accounts/contract/accounts.ts'
import { userSelector } from '#accounts/rules/sign-in.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { Locale } from '#platform/text/locales.ts'
import type { PlainPassword } from '../password.ts'
import type { AccountSession } from './auth-client.ts'

/*
 * The calls of the mission (§7) by which users sign in and change their accounts. Errors are the mission's (§8). They are apart from the session,
 * which every page has.
 */

/**
 * @param name a user name, or an e-mail address if it has an `@`
 * @param code of the second step, if the account has one: without it the login is refused with `no-2fa-code`
 */
export async function logIn({ login }: AccountSession, name: string, password: PlainPassword, code = ''): Promise<void> {
  const user = userSelector(name.trim())
  const codeField = code.trim() === '' ? {} : { code: code.trim() }
  await login.attempt(LOGIN, [{ user, password: password.toDigest(), ...codeField }], error =>
    password.toOldFormatRetry(error, user, codeField),
  )
}

/** Signs in by what another way in than a password has found out. @param options the argument of `login`, such as `{ passkey }` */
export async function logInBy({ login }: AccountSession, options: { [field: string]: Ejson }): Promise<void> {
  await login.attempt(LOGIN, [options])
}

/**
 * Signs in with what a visit to a login service has ended with. If no account is linked, creates one.
 * @param username of a new account; null: the account exists
 */
export async function logInByService(
  { login }: AccountSession,
  credential: { credentialToken: string; credentialSecret: string },
  { username, invitation, locale }: { username: string | null; invitation: string | null; locale: Locale },
): Promise<void> {
  const signUp = username === null ? {} : { username, locale, ...(invitation === null ? {} : { invitation }) }
  await login.attempt(LOGIN, [{ oauth: { ...credential }, ...signUp }])
}

/**
 * @param invitation the token of an invitation to the site, where one is needed
 * @param locale the language of the page, in which the user then gets e-mails and notifications
 */
export async function signUp(
  { login }: AccountSession,
  {
    username,
    email,
    password,
    invitation = null,
    locale,
  }: {
    username: string
    email: string
    password: PlainPassword
    invitation?: string | null
    locale: Locale
  },
): Promise<void> {
  if (typeof password.text !== 'string') throw new Error('options.password must be a string')
  const identity = { username: username.trim(), ...(email.trim() === '' ? {} : { email: email.trim() }) }
  const invitationField = invitation === null ? {} : { invitation }
  await login.attempt(CREATE_USER, [{ ...identity, password: password.toDigest(), locale, ...invitationField }])
}

/** @param oldPassword null when there is none: then the server refuses */
export async function changeOwnPassword(
  { login, client }: AccountSession,
  oldPassword: PlainPassword | null,
  password: PlainPassword,
): Promise<void> {
  const { userId } = login.state
  if (userId === null) throw new Error('Must be logged in to change password.')
  const params = [oldPassword?.toDigest() ?? null, password.toDigest()]
  const change = () => client.call(CHANGE_PASSWORD, params, { noRetry: true })
  const result = await change().catch(async (error: unknown) => {
    if (oldPassword === null) throw error
    await login.attempt(LOGIN, oldPassword.toOldFormatRetry(error, { id: userId }))
    return change()
  })
  if (!result) throw new Error('No result from changePassword.')
}

/** The result does not reveal whether the address is known. */
export async function askForPasswordReset({ client }: AccountSession, email: string): Promise<void> {
  if (email.trim() === '') throw new DdpError(400, 'Must pass options.email')
  await client.call(FORGOT_PASSWORD, [{ email: email.trim() }])
}

/** Sets a password by the token of an e-mail, and signs in. */
export async function resetPasswordByToken({ login }: AccountSession, token: string, password: PlainPassword): Promise<void> {
  if (token === '') throw new DdpError(400, 'Need to pass token')
  await login.attempt(RESET_PASSWORD, [token, password.toDigest()])
}

/** Proves by the token of an e-mail that the address is the user's, and signs in. */
export async function verifyEmailByToken({ login }: AccountSession, token: string): Promise<void> {
  if (token === '') throw new DdpError(400, 'Need to pass token')
  await login.attempt(VERIFY_EMAIL, [token])
}

/** Signs out everywhere except in this browser, which gets a new token. */
export async function endOtherSessions({ login, client }: AccountSession): Promise<void> {
  // Called directly one after the other: no other call can come between them, and the second is sent when the first has its result.
  const renewed = client.call(GET_NEW_TOKEN, [], { wait: true }).then(result => login.storeResult(GET_NEW_TOKEN, result))
  const removed = client.call(REMOVE_OTHER_TOKENS, [], { wait: true })
  await Promise.all([renewed, removed])
}

/** Deletes the account, and signs out. @param options the argument of `account.delete` */
export async function deleteAccount(
  { login, client }: AccountSession,
  options: { password?: { [key: string]: string }; eraseScores: boolean },
): Promise<void> {
  await client.call(accountDelete.name, [options], { noRetry: true })
  login.signOutLocally()
}
