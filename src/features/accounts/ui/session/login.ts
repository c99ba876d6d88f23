import { LOGIN, LOGOUT, type LoginResult } from '#accounts/contract/accounts.ts'
import { TOKEN_POLL_MS } from '#accounts/rules/sign-in.ts'
import type { DdpClient } from '#ddp/client/client.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
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
  /** logs that the server refused a stored token */
  log(message: string): void
}

/** Callbacks for one kind of event. */
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

/** Manages the login of this connection: stores the token, logs in again after every reconnect, and follows the browser's other tabs. */
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
  #paused = false

  constructor({ client, storage, clock, log }: LoginOptions) {
    this.#client = client
    this.#stored = new StoredLogin(storage, clock)
    this.#clock = clock
    this.#log = log
  }

  get state(): SessionState {
    return this.#state
  }

  /** Id of the user who is signed in, or who probably will be once the server has answered. */
  get expected(): string | null {
    const { userId, loggingIn } = this.#state
    return userId ?? (loggingIn && this.#token !== null ? this.#stored.userId : null)
  }

  /** Must be called before the first `connect`: drops a stored token that is about to expire, and logs in by one that is not. */
  start(): void {
    if (!this.#paused) this.#setPendingToken(this.#stored.takeUsable())
    this.#client.onOpen(() => this.#resumeOnOpen())
    this.#pollStoredToken()
  }

  /** While paused, there is no login by the stored token; a user who is logged in stays so. */
  setPaused(paused: boolean): void {
    if (paused === this.#paused) return
    this.#paused = paused
    if (!paused && this.#state.userId === null) this.#switchToToken(this.#stored.takeUsable())
  }

  /** Calls a method that logs in. @param retryParams returns the parameters of a single retry after an error, or throws the error */
  async attempt(method: string, params: Ejson[], retryParams: (error: unknown) => Ejson[] = rethrow): Promise<void> {
    // Only `login` is sent again after a reconnect. The others would be refused the second time, because the first time used up their
    // parameters.
    const options = { wait: true, noRetry: method !== LOGIN }
    const send = (given: Ejson[]): Promise<Ejson> => this.#client.call(method, given, options)
    this.#set({ loggingIn: true })
    try {
      const result = await send(params).catch((error: unknown) => send(retryParams(error)))
      this.storeResult(method, result)
      this.onLogin.run()
    } catch (error) {
      this.onFailure.run(error)
      throw error
    } finally {
      this.#set({ loggingIn: false })
    }
  }

  /**
   * Signs out, and ends the session on the server. Without a connection, or if it is lost before the answer, only this browser is signed out,
   * but at once: whoever uses it next is somebody else. The session then ends when it expires or when another device ends it, because a new
   * connection would have to log in again to end it.
   */
  async logOut(): Promise<void> {
    const isConnected = (): boolean => this.#client.status.status === 'connected'
    const end = (): Promise<Ejson> => this.#client.call(LOGOUT, [], { wait: true, noRetry: true })
    if (!isConnected()) {
      // The login by the token may already have been sent on a connection that is just being made.
      if (this.#client.status.status === 'connecting') end().catch(() => undefined)
      return this.signOutLocally()
    }
    this.#set({ loggingOut: true })
    let stopListening = (): void => {}
    const lost = new Promise<void>(resolve => {
      stopListening = this.#client.onStatus(() => isConnected() || resolve())
    })
    try {
      await Promise.race([end(), lost])
    } finally {
      stopListening()
      this.signOutLocally()
    }
  }

  /** @throws DdpError 500 when the result is not that of a login */
  storeResult(method: string, result: Ejson): void {
    if (!isLoginResult(result)) throw new DdpError(500, `No result from call to ${method}`)
    this.#token = result.token
    this.#stored.save(result)
    this.#set({ userId: result.id })
  }

  /** Signs out in this browser only, without telling the server. */
  signOutLocally(): void {
    this.#stored.clear()
    this.#setSignedOut()
  }

  /** Meanwhile another tab may have stored a newer token, or removed it. */
  #resumeOnOpen(): void {
    if (this.#paused && this.#state.userId === null) return
    const token = this.#stored.takeUsable()
    if (token === null) return this.#token === null ? undefined : this.#setSignedOut()
    this.#setPendingToken(token)
    this.#resume(token)
  }

  #switchToToken(token: string | null): void {
    this.#setPendingToken(token)
    if (token !== null && ['connecting', 'connected'].includes(this.#client.status.status)) this.#resume(token)
  }

  #setPendingToken(token: string | null): void {
    this.#token = token
    if (token !== null) this.#set({ loggingIn: true })
  }

  #resume(token: string): void {
    this.#client.call(LOGIN, [{ resume: token }], { wait: true, first: true, noRetry: true }).then(
      result => {
        if (token !== this.#token) return
        this.storeResult(LOGIN, result)
        this.#set({ loggingIn: false })
        this.onLogin.run()
      },
      (error: unknown) => {
        if (error instanceof DdpError && error.error === 'invocation-failed') return
        this.#onTokenRefused(token, error)
      },
    )
  }

  #onTokenRefused(token: string, error: unknown): void {
    this.#log(`Error logging in with token: ${String(error)}`)
    this.onFailure.run(error)
    if (token !== this.#token) return
    const { token: stored } = this.#stored
    if (stored !== null && stored !== token) this.#switchToToken(stored)
    else if (isTemporary(error)) this.#setUnknown()
    else this.signOutLocally()
  }

  #setSignedOut(): void {
    const wasSignedIn = this.#state.userId !== null
    this.#setUnknown()
    if (wasSignedIn) this.onLogout.run()
  }

  /** Nobody is signed in until the stored token is tried again. This is no logout. */
  #setUnknown(): void {
    this.#token = null
    this.#set({ userId: null, loggingIn: false, loggingOut: false })
  }

  /** Checks the stored token every 3 s (mission §4): if another tab has signed in or out, this one does the same. */
  #pollStoredToken(): void {
    this.#clock.after(TOKEN_POLL_MS, () => {
      this.#pollStoredToken()
      const { token } = this.#stored
      if (token === this.#token || this.#state.loggingIn || this.#state.loggingOut) return
      if (this.#paused && this.#state.userId === null) return
      if (token === null) void this.logOut().catch(() => undefined)
      else this.#switchToToken(token)
    })
  }

  #set(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change }
    this.onChange.run()
  }
}

/** True for a temporary error of the server: the stored token is kept, and the regular check tries it again. */
const isTemporary = (error: unknown): boolean => error instanceof DdpError && (error.error === 500 || error.error === 'too-many-requests')

function rethrow(error: unknown): never {
  throw error
}

function isLoginResult(value: unknown): value is Omit<LoginResult, 'type'> {
  const { id, token, tokenExpires } = (value ?? {}) as Partial<LoginResult>
  return typeof id === 'string' && typeof token === 'string' && tokenExpires instanceof Date
}
