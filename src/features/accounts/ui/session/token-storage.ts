import type { LoginResult } from '#accounts/contract/accounts.ts'
import { expiresSoon, TOKEN_DAYS, tokenLifetime } from '#accounts/rules/sign-in.ts'
import type { Clock } from '#ddp/timing/clock.ts'

/** The browser's local storage, or a substitute for it. */
export interface TokenStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** The key names of the mission (§4) and the wire reference. */
const USER_ID = 'Meteor.userId'
const TOKEN = 'Meteor.loginToken'
const EXPIRES = 'Meteor.loginTokenExpires'

/** The stored login, which all tabs of a browser share. */
export class StoredLogin {
  readonly #storage: TokenStorage
  readonly #clock: Clock
  readonly #lifetime = tokenLifetime(TOKEN_DAYS)

  constructor(storage: TokenStorage, clock: Clock) {
    this.#storage = storage
    this.#clock = clock
  }

  get userId(): string | null {
    return this.#storage.getItem(USER_ID)
  }

  get token(): string | null {
    return this.#storage.getItem(TOKEN)
  }

  /** Returns the token. One that expires soon is deleted instead. */
  takeUsable(): string | null {
    const { token } = this
    const expires = Date.parse(this.#storage.getItem(EXPIRES) ?? '')
    if (token === null || !expiresSoon(this.#clock.now(), Number.isNaN(expires) ? 0 : expires, this.#lifetime)) return token
    this.clear()
    return null
  }

  save({ id, token, tokenExpires }: Omit<LoginResult, 'type'>): void {
    this.#storage.setItem(USER_ID, id)
    this.#storage.setItem(TOKEN, token)
    this.#storage.setItem(EXPIRES, tokenExpires.toISOString())
  }

  clear(): void {
    for (const key of [USER_ID, TOKEN, EXPIRES]) this.#storage.removeItem(key)
  }
}
