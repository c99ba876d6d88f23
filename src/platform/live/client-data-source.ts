import type { DdpClient } from '../../ddp/client/client.ts'
import type { SubscriptionHandle, SubscriptionState } from '../../ddp/client/subscriptions.ts'
import type { Clock, Timer } from '../../ddp/timing/clock.ts'
import type { Ejson } from '../../ddp/wire/ejson.ts'
import type { DdpError } from '../../ddp/wire/error.ts'
import { type DataSource, type WatchedSubscription, watchKey } from './data-source.ts'

/** How long an unused subscription is kept open (ms), so that navigating back does not fetch it again. */
const KEEP_ALIVE_MS = 5000

const PENDING: SubscriptionState = { state: 'pending' }

/** ms until a subscription that failed for a temporary reason is tried again: doubled each time from `first` up to `max` */
const RETRY_PAUSE = { first: 2000, max: 60_000 }

/** True if the subscription was refused to this user. Another user may get another answer. */
const isRefused = ({ error }: DdpError): boolean => error === 401 || error === 403 || error === 404

/** True if the failure is temporary: an error of the server, or a rate limit. */
const isTemporary = ({ error }: DdpError): boolean => error === 500 || error === 'too-many-requests'

/** A subscription that is shared by its listeners: open while there are any, and tried again after a temporary failure. */
class SharedSubscription implements WatchedSubscription {
  readonly #open: () => SubscriptionHandle
  readonly #clock: Clock
  readonly #listeners = new Set<() => void>()
  /** the state that is shown until the server answers */
  #initialState: SubscriptionState
  #handle: SubscriptionHandle | null = null
  #timer: Timer | null = null
  #retryPause = RETRY_PAUSE.first

  constructor(open: () => SubscriptionHandle, clock: Clock, initialState: SubscriptionState) {
    this.#open = open
    this.#clock = clock
    this.#initialState = initialState
  }

  state(): SubscriptionState {
    const state = this.#handle?.state ?? this.#initialState
    return state.state === 'pending' ? this.#initialState : state
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) {
      this.#timer?.cancel()
      if (this.#handle === null || this.#handle.state.state === 'failed') this.#subscribe()
    }
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#timer?.cancel()
      this.#timer = this.#clock.after(KEEP_ALIVE_MS, () => {
        this.#handle?.stop()
        this.#handle = null
      })
    }
  }

  /** Tries again if the subscription was refused and has listeners. The refusal is shown until the server answers. */
  retryRefused(): void {
    const state = this.#handle?.state
    if (this.#listeners.size === 0 || state?.state !== 'failed' || !isRefused(state.error)) return
    this.#initialState = state
    this.#subscribe()
  }

  #subscribe(): void {
    const handle = this.#open()
    this.#handle = handle
    handle.listen(() => {
      if (this.#handle !== handle) return
      const { state } = handle
      if (state.state === 'ready') this.#retryPause = RETRY_PAUSE.first
      if (state.state === 'failed' && isTemporary(state.error) && this.#listeners.size > 0) this.#retryLater(state)
      for (const listener of this.#listeners) listener()
    })
  }

  #retryLater(failed: SubscriptionState): void {
    this.#initialState = failed
    this.#timer?.cancel()
    this.#timer = this.#clock.after(this.#retryPause, () => this.#subscribe())
    this.#retryPause = Math.min(RETRY_PAUSE.max, this.#retryPause * 2)
  }
}

export interface ClientDataSource extends DataSource {
  readonly client: DdpClient
  /** Opens the subscriptions of a page before it is shown. Resolves when all have an answer, or after `timeout` ms. */
  prefetch(requests: readonly { name: string; params: Ejson[] }[], timeout: number): Promise<void>
  /** Called when another user has logged in, or the user has logged out: tries refused subscriptions again. */
  retryRefused(): void
}

/** @param failed errors of the rendered page's subscriptions, by `watchKey`; each is shown until the server answers */
export function createClientDataSource(client: DdpClient, clock: Clock, failed: ReadonlyMap<string, DdpError>): ClientDataSource {
  const shared = new Map<string, SharedSubscription>()
  const watch = (name: string, params: readonly Ejson[]): SharedSubscription => {
    const key = watchKey(name, params)
    let subscription = shared.get(key)
    if (subscription === undefined) {
      const error = failed.get(key)
      subscription = new SharedSubscription(
        () => client.subscribe(name, params),
        clock,
        error === undefined ? PENDING : { state: 'failed', error },
      )
      shared.set(key, subscription)
    }
    return subscription
  }
  return {
    client,
    store: client.store,
    watch,
    connection: { status: () => client.status, listen: listener => client.onStatus(listener), retry: () => client.connect() },
    call: (name, params) => client.call(name, params),
    retryRefused: () => {
      for (const subscription of shared.values()) subscription.retryRefused()
    },
    prefetch: (requests, timeout) =>
      new Promise(resolve => {
        const stops: (() => void)[] = []
        const done = (): void => {
          timer.cancel()
          for (const stop of stops.splice(0)) stop()
          resolve()
        }
        const check = (): void => {
          if (requests.every(({ name, params }) => watch(name, params).state().state !== 'pending')) done()
        }
        const timer = clock.after(timeout, done)
        for (const { name, params } of requests) stops.push(watch(name, params).listen(check))
        check()
      }),
  }
}
