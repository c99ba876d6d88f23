import {
  accountDelete,
  accountSetLocale,
  CHANGE_PASSWORD,
  CREATE_USER,
  FORGOT_PASSWORD,
  GET_NEW_TOKEN,
  LOGIN,
  REMOVE_OTHER_TOKENS,
  RESET_PASSWORD,
  VERIFY_EMAIL,
} from '#accounts/contract/accounts.ts'
import { userSelector } from '#accounts/rules.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { Locale } from '#platform/text/locales.ts'
import type { PlainPassword } from '../password.ts'
import { Login, type LoginOptions, type SessionState } from './login.ts'

/** Calls the account methods of the mission (§7), and knows who is signed in here. Errors are the mission's (§8). */
export class AccountSession {
  readonly #login: Login
  readonly #client: LoginOptions['client']

  constructor(options: LoginOptions) {
    this.#client = options.client
    this.#login = new Login(options)
  }

  get state(): SessionState {
    return this.#login.state
  }

  /** Id of the user who is signed in, or who probably will be once the server has answered. */
  get expected(): string | null {
    return this.#login.expected
  }

  listen(listener: () => void): () => void {
    return this.#login.onChange.add(listener)
  }

  /** The hook runs after each login, by password or by token. @returns a function that removes it */
  onLogin(hook: () => void): () => void {
    return this.#login.onLogin.add(hook)
  }

  /** The hook runs with the error of each failed login. @returns a function that removes it */
  onLoginFailure(hook: (error: unknown) => void): () => void {
    return this.#login.onFailure.add(hook)
  }

  onLogout(hook: () => void): () => void {
    return this.#login.onLogout.add(hook)
  }

  /** Must be called before the first `connect`. */
  start(): void {
    this.#login.start()
  }

  /** While paused (a link from an e-mail is being handled), there is no login by the stored token. */
  setPaused(paused: boolean): void {
    this.#login.setPaused(paused)
  }

  /**
   * @param name a user name, or an e-mail address if it has an `@`
   * @param code of the second step, if the account has one: without it the login is refused with `no-2fa-code`
   */
  async logIn(name: string, password: PlainPassword, code = ''): Promise<void> {
    const user = userSelector(name.trim())
    const codeField = code.trim() === '' ? {} : { code: code.trim() }
    await this.#login.attempt(LOGIN, [{ user, password: password.toDigest(), ...codeField }], error =>
      password.toOldFormatRetry(error, user, codeField),
    )
  }

  /** Signs in by what another way in than a password has found out. @param options the argument of `login`, such as `{ passkey }` */
  async logInBy(options: { [field: string]: Ejson }): Promise<void> {
    await this.#login.attempt(LOGIN, [options])
  }

  /**
   * Signs in with what a visit to a login service has ended with. If no account is linked, creates one.
   * @param username of a new account; null: the account exists
   */
  async logInByService(
    credential: { credentialToken: string; credentialSecret: string },
    { username, invitation, locale }: { username: string | null; invitation: string | null; locale: Locale },
  ): Promise<void> {
    const signUp = username === null ? {} : { username, locale, ...(invitation === null ? {} : { invitation }) }
    await this.#login.attempt(LOGIN, [{ oauth: { ...credential }, ...signUp }])
  }

  /**
   * @param invitation the token of an invitation to the site, where one is needed
   * @param locale the language of the page, in which the user then gets e-mails and notifications
   */
  async signUp({
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
  }): Promise<void> {
    if (typeof password.text !== 'string') throw new Error('options.password must be a string')
    const identity = { username: username.trim(), ...(email.trim() === '' ? {} : { email: email.trim() }) }
    const invitationField = invitation === null ? {} : { invitation }
    await this.#login.attempt(CREATE_USER, [{ ...identity, password: password.toDigest(), locale, ...invitationField }])
  }

  /** Stores the language of the user's e-mails and notifications. Does nothing if nobody is signed in or there is no connection. */
  async saveLocale(locale: Locale): Promise<void> {
    if (this.state.userId === null || this.#client.status.status !== 'connected') return
    await this.#client.call(accountSetLocale.name, [{ locale }], { noRetry: true })
  }

  logOut(): Promise<void> {
    return this.#login.logOut()
  }

  /** @param oldPassword null when there is none: then the server refuses */
  async changePassword(oldPassword: PlainPassword | null, password: PlainPassword): Promise<void> {
    const { userId } = this.state
    if (userId === null) throw new Error('Must be logged in to change password.')
    const params = [oldPassword?.toDigest() ?? null, password.toDigest()]
    const change = () => this.#client.call(CHANGE_PASSWORD, params, { noRetry: true })
    const result = await change().catch(async (error: unknown) => {
      if (oldPassword === null) throw error
      await this.#login.attempt(LOGIN, oldPassword.toOldFormatRetry(error, { id: userId }))
      return change()
    })
    if (!result) throw new Error('No result from changePassword.')
  }

  /** The result does not reveal whether the address is known. */
  async forgotPassword(email: string): Promise<void> {
    if (email.trim() === '') throw new DdpError(400, 'Must pass options.email')
    await this.#client.call(FORGOT_PASSWORD, [{ email: email.trim() }])
  }

  /** Sets a password by the token of an e-mail, and signs in. */
  async resetPassword(token: string, password: PlainPassword): Promise<void> {
    if (token === '') throw new DdpError(400, 'Need to pass token')
    await this.#login.attempt(RESET_PASSWORD, [token, password.toDigest()])
  }

  /** Proves by the token of an e-mail that the address is the user's, and signs in. */
  async verifyEmail(token: string): Promise<void> {
    if (token === '') throw new DdpError(400, 'Need to pass token')
    await this.#login.attempt(VERIFY_EMAIL, [token])
  }

  /** Signs out everywhere except in this browser, which gets a new token. */
  async endOtherSessions(): Promise<void> {
    // Called directly one after the other: no other call can come between them, and the second is sent when the first has its result.
    const renewed = this.#client.call(GET_NEW_TOKEN, [], { wait: true }).then(result => this.#login.storeResult(GET_NEW_TOKEN, result))
    const removed = this.#client.call(REMOVE_OTHER_TOKENS, [], { wait: true })
    await Promise.all([renewed, removed])
  }

  /** Deletes the account, and signs out. @param options the argument of `account.delete` */
  async deleteAccount(options: { password?: { [key: string]: string }; eraseScores: boolean }): Promise<void> {
    await this.#client.call(accountDelete.name, [options], { noRetry: true })
    this.#login.signOutLocally()
  }
}
