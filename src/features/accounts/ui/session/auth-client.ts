import { accountSetLocale } from '#accounts/contract/accounts.ts'
import type { Locale } from '#platform/text/locales.ts'
import { Login, type LoginOptions, type SessionState } from './login.ts'

/** Knows who is signed in here. What a user calls to sign in, or to change the account, is in `account-calls.ts`. */
export class AccountSession {
  /** For the calls in `account-calls.ts`. */
  readonly login: Login
  readonly client: LoginOptions['client']

  constructor(options: LoginOptions) {
    this.client = options.client
    this.login = new Login(options)
  }

  get state(): SessionState {
    return this.login.state
  }

  /** Id of the user who is signed in, or who probably will be once the server has answered. */
  get expected(): string | null {
    return this.login.expected
  }

  listen(listener: () => void): () => void {
    return this.login.onChange.add(listener)
  }

  /** The hook runs after each login, by password or by token. @returns a function that removes it */
  onLogin(hook: () => void): () => void {
    return this.login.onLogin.add(hook)
  }

  /** The hook runs with the error of each failed login. @returns a function that removes it */
  onLoginFailure(hook: (error: unknown) => void): () => void {
    return this.login.onFailure.add(hook)
  }

  onLogout(hook: () => void): () => void {
    return this.login.onLogout.add(hook)
  }

  /** Must be called before the first `connect`. */
  start(): void {
    this.login.start()
  }

  /** While paused (a link from an e-mail is being handled), there is no login by the stored token. */
  setPaused(paused: boolean): void {
    this.login.setPaused(paused)
  }

  /** Stores the language of the user's e-mails and notifications. Does nothing if nobody is signed in or there is no connection. */
  async saveLocale(locale: Locale): Promise<void> {
    if (this.state.userId === null || this.client.status.status !== 'connected') return
    await this.client.call(accountSetLocale.name, [{ locale }], { noRetry: true })
  }

  logOut(): Promise<void> {
    return this.login.logOut()
  }
}
