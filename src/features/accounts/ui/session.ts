import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { DdpClient } from '../../../ddp/client/client.ts'
import type { Clock } from '../../../ddp/timing/clock.ts'
import type { Ejson } from '../../../ddp/wire/ejson.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import { CREATE_USER, LOGIN, LOGOUT, type LoginResult, type PasswordDigest } from '../contract.ts'
import { expiresSoon, TOKEN_DAYS, TOKEN_WATCH, tokenLifetime, userSelector } from '../rules.ts'

/** The browser's local storage, or something like it. */
export interface TokenStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Mission §4 and the wire reference's names. */
const USER_ID = 'Meteor.userId'
const TOKEN = 'Meteor.loginToken'
const EXPIRES = 'Meteor.loginTokenExpires'

export interface SessionState {
  /** null: nobody is signed in */
  userId: string | null
  loggingIn: boolean
  loggingOut: boolean
}

export interface AccountSessionOptions {
  client: DdpClient
  storage: TokenStorage
  clock: Clock
  /** told of a stored token that the server would not take */
  log(message: string): void
}

/** SHA-256 of a password, as it is sent (mission §9). @throws DdpError 400 `Password may not be empty` */
export function hashPassword(password: string): PasswordDigest {
  if (password === '') throw new DdpError(400, 'Password may not be empty')
  return { digest: bytesToHex(sha256(utf8ToBytes(password))), algorithm: 'sha-256' }
}

/** Who is signed in here: keeps the login token, logs in again on every new line, and follows other tabs. */
export class AccountSession {
  readonly #client: DdpClient
  readonly #storage: TokenStorage
  readonly #clock: Clock
  readonly #log: (message: string) => void
  readonly #listeners = new Set<() => void>()
  readonly #lifetime = tokenLifetime(TOKEN_DAYS)
  #state: SessionState = { userId: null, loggingIn: false, loggingOut: false }
  /** the token this tab last acted upon */
  #token: string | null = null

  constructor({ client, storage, clock, log }: AccountSessionOptions) {
    this.#client = client
    this.#storage = storage
    this.#clock = clock
    this.#log = log
  }

  get state(): SessionState {
    return this.#state
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Before the first `connect`: drops a token that is about to expire, and resumes with one that is not. */
  start(): void {
    const token = this.#usableToken()
    this.#token = token
    if (token !== null) this.#set({ loggingIn: true })
    this.#client.onOpen(() => this.#resumeOnOpen())
    this.#watch()
  }

  /** @param name a user name, or an e-mail address if it has an `@` */
  logIn(name: string, password: string): Promise<void> {
    return this.#logIn(LOGIN, [{ user: userSelector(name.trim()), password: { ...hashPassword(password) } }])
  }

  async signUp({ username, email, password }: { username: string; email: string; password: string }): Promise<void> {
    if (typeof password !== 'string') throw new Error('options.password must be a string')
    const who = { username: username.trim(), ...(email.trim() === '' ? {} : { email: email.trim() }) }
    await this.#logIn(CREATE_USER, [{ ...who, password: { ...hashPassword(password) } }])
  }

  async logOut(): Promise<void> {
    this.#set({ loggingOut: true })
    try {
      await this.#client.call(LOGOUT, [], { wait: true })
    } finally {
      this.#forget()
    }
  }

  async #logIn(method: string, params: Ejson[]): Promise<void> {
    this.#set({ loggingIn: true })
    try {
      this.#keep(method, await this.#client.call(method, params, { wait: true }))
    } finally {
      this.#set({ loggingIn: false })
    }
  }

  #resumeOnOpen(): void {
    if (this.#token === null) return
    if (this.#usableToken() === null) return this.#forget()
    this.#resume(this.#token)
  }

  #resume(token: string): void {
    this.#set({ loggingIn: true })
    this.#client.call(LOGIN, [{ resume: token }], { wait: true, first: true, noRetry: true }).then(
      result => {
        if (token !== this.#token) return
        this.#keep(LOGIN, result)
        this.#set({ loggingIn: false })
      },
      (error: unknown) => {
        if (error instanceof DdpError && error.error === 'invocation-failed') return
        this.#log(`Error logging in with token: ${String(error)}`)
        if (token === this.#token) this.#forget()
      },
    )
  }

  #keep(method: string, result: Ejson): void {
    if (!isLoginResult(result)) throw new DdpError(500, `No result from call to ${method}`)
    this.#token = result.token
    this.#storage.setItem(USER_ID, result.id)
    this.#storage.setItem(TOKEN, result.token)
    this.#storage.setItem(EXPIRES, result.tokenExpires.toISOString())
    this.#set({ userId: result.id })
  }

  #forget(): void {
    this.#token = null
    for (const key of [USER_ID, TOKEN, EXPIRES]) this.#storage.removeItem(key)
    this.#set({ userId: null, loggingIn: false, loggingOut: false })
  }

  /** The stored token, unless it expires soon: then it is dropped. */
  #usableToken(): string | null {
    const token = this.#storage.getItem(TOKEN)
    const expires = Date.parse(this.#storage.getItem(EXPIRES) ?? '')
    if (token === null || !expiresSoon(this.#clock.now(), Number.isNaN(expires) ? 0 : expires, this.#lifetime)) return token
    for (const key of [USER_ID, TOKEN, EXPIRES]) this.#storage.removeItem(key)
    return null
  }

  /** Mission §4: every 3 s. Another tab has signed in, or out: so does this one. */
  #watch(): void {
    this.#clock.after(TOKEN_WATCH, () => {
      this.#watch()
      const stored = this.#storage.getItem(TOKEN)
      if (stored === this.#token || this.#state.loggingIn || this.#state.loggingOut) return
      if (stored === null) void this.logOut().catch(() => undefined)
      else {
        this.#token = stored
        this.#resume(stored)
      }
    })
  }

  #set(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

function isLoginResult(value: unknown): value is LoginResult {
  const { id, token, tokenExpires } = (value ?? {}) as Partial<LoginResult>
  return typeof id === 'string' && typeof token === 'string' && tokenExpires instanceof Date
}
