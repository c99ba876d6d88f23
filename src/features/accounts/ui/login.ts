import type { DdpClient } from '../../../ddp/client/client.ts'
import type { Clock } from '../../../ddp/timing/clock.ts'
import type { Ejson } from '../../../ddp/wire/ejson.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import { LOGIN, LOGOUT, type LoginResult } from '../contract.ts'
import { TOKEN_WATCH } from '../rules.ts'
import { StoredLogin, type TokenStorage } from './token-storage.ts'

export interface SessionState {
  /** null: nobody is signed in */
  userId: string | null
  loggingIn: boolean
  loggingOut: boolean
}

export interface LoginOptions {
  client: DdpClient
  storage: TokenStorage
  clock: Clock
  /** told of a stored token that the server would not take */
  log(message: string): void
}

/** Functions to be called at some news. */
class Hooks<Args extends unknown[]> {
  readonly #hooks = new Set<(...args: Args) => void>()

  add(hook: (...args: Args) => void): () => void {
    this.#hooks.add(hook)
    return () => void this.#hooks.delete(hook)
  }

  run(...args: Args): void {
    for (const hook of [...this.#hooks]) hook(...args)
  }
}

/** Who is logged in on this connection: keeps the token, logs in again on every new line, and follows the browser's other tabs. */
export class Login {
  readonly onChange = new Hooks<[]>()
  readonly onLogin = new Hooks<[]>()
  readonly onFailure = new Hooks<[error: unknown]>()
  readonly onLogout = new Hooks<[]>()
  readonly #client: DdpClient
  readonly #stored: StoredLogin
  readonly #clock: Clock
  readonly #log: (message: string) => void
  #state: SessionState = { userId: null, loggingIn: false, loggingOut: false }
  /** the token this tab last acted upon */
  #token: string | null = null
  #held = false

  constructor({ client, storage, clock, log }: LoginOptions) {
    this.#client = client
    this.#stored = new StoredLogin(storage, clock)
    this.#clock = clock
    this.#log = log
  }

  get state(): SessionState {
    return this.#state
  }

  /** Who is signed in, or will be as soon as the server has answered. */
  get expected(): string | null {
    const { userId, loggingIn } = this.#state
    return userId ?? (loggingIn && this.#token !== null ? this.#stored.userId : null)
  }

  /** Before the first `connect`: drops a token that is about to expire, and resumes with one that is not. */
  start(): void {
    if (!this.#held) this.#expect(this.#stored.takeUsable())
    this.#client.onOpen(() => this.#resumeOnOpen())
    this.#watch()
  }

  /** While it is held, nobody is logged in by the stored token; who is already stays so. */
  hold(held: boolean): void {
    if (held === this.#held) return
    this.#held = held
    if (!held && this.#state.userId === null) this.#follow(this.#stored.takeUsable())
  }

  /**
   * A call that logs in.
   * @param again the parameters of one more try, after an error that it does not throw
   */
  async attempt(method: string, params: Ejson[], again: (error: unknown) => Ejson[] = rethrow): Promise<void> {
    // Said twice, all but a login would be refused: their words are used up.
    const options = { wait: true, noRetry: method !== LOGIN }
    const ask = (given: Ejson[]): Promise<Ejson> => this.#client.call(method, given, options)
    this.#set({ loggingIn: true })
    try {
      const result = await ask(params).catch((error: unknown) => ask(again(error)))
      this.keep(method, result)
      this.onLogin.run()
    } catch (error) {
      this.onFailure.run(error)
      throw error
    } finally {
      this.#set({ loggingIn: false })
    }
  }

  async logOut(): Promise<void> {
    this.#set({ loggingOut: true })
    try {
      await this.#client.call(LOGOUT, [], { wait: true })
    } finally {
      this.forget()
    }
  }

  /** @throws DdpError 500 when it is not a login's result */
  keep(method: string, result: Ejson): void {
    if (!isLoginResult(result)) throw new DdpError(500, `No result from call to ${method}`)
    this.#token = result.token
    this.#stored.keep(result)
    this.#set({ userId: result.id })
  }

  /** Signed out, without a word to the server. */
  forget(): void {
    this.#stored.clear()
    this.#leave()
  }

  /** Another tab may have a newer token by now, or none. */
  #resumeOnOpen(): void {
    if (this.#held && this.#state.userId === null) return
    const token = this.#stored.takeUsable()
    if (token === null) return this.#token === null ? undefined : this.#leave()
    this.#expect(token)
    this.#resume(token)
  }

  #follow(token: string | null): void {
    this.#expect(token)
    if (token !== null && ['connecting', 'connected'].includes(this.#client.status.status)) this.#resume(token)
  }

  #expect(token: string | null): void {
    this.#token = token
    if (token !== null) this.#set({ loggingIn: true })
  }

  #resume(token: string): void {
    this.#client.call(LOGIN, [{ resume: token }], { wait: true, first: true, noRetry: true }).then(
      result => {
        if (token !== this.#token) return
        this.keep(LOGIN, result)
        this.#set({ loggingIn: false })
        this.onLogin.run()
      },
      (error: unknown) => {
        if (error instanceof DdpError && error.error === 'invocation-failed') return
        this.#refused(token, error)
      },
    )
  }

  #refused(token: string, error: unknown): void {
    this.#log(`Error logging in with token: ${String(error)}`)
    this.onFailure.run(error)
    if (token !== this.#token) return
    const { token: stored } = this.#stored
    if (stored !== null && stored !== token) this.#follow(stored)
    else if (passes(error)) this.#leave()
    else this.forget()
  }

  #leave(): void {
    const wasIn = this.#state.userId !== null
    this.#token = null
    this.#set({ userId: null, loggingIn: false, loggingOut: false })
    if (wasIn) this.onLogout.run()
  }

  /** Mission §4: every 3 s. Another tab has signed in, or out: so does this one. */
  #watch(): void {
    this.#clock.after(TOKEN_WATCH, () => {
      this.#watch()
      const { token } = this.#stored
      if (token === this.#token || this.#state.loggingIn || this.#state.loggingOut) return
      if (this.#held && this.#state.userId === null) return
      if (token === null) void this.logOut().catch(() => undefined)
      else this.#follow(token)
    })
  }

  #set(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change }
    this.onChange.run()
  }
}

/** Trouble on the server's side: the stored token stays, and the watch tries it again. */
const passes = (error: unknown): boolean => error instanceof DdpError && (error.error === 500 || error.error === 'too-many-requests')

function rethrow(error: unknown): never {
  throw error
}

function isLoginResult(value: unknown): value is Omit<LoginResult, 'type'> {
  const { id, token, tokenExpires } = (value ?? {}) as Partial<LoginResult>
  return typeof id === 'string' && typeof token === 'string' && tokenExpires instanceof Date
}
