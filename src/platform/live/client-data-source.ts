import type { DdpClient } from '#ddp/client/client.ts'
import { isTemporary, type SubscriptionHandle, type SubscriptionState } from '#ddp/client/subscriptions.ts'
import type { Clock, Timer } from '#ddp/timing/clock.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import { isAccessError } from './access-error.ts'
import { type DataSource, type PageSubscription, subscriptionKey } from './data-source.ts'
import { markRetried } from './retried-errors.ts'
import { SlowAnswers } from './slow-answers.ts'

/** How long an unused subscription is kept open (ms), so that navigating back does not fetch it again. */
const KEEP_ALIVE_MS = 5000

const PENDING: SubscriptionState = { state: 'pending' }
const READY: SubscriptionState = { state: 'ready' }

/**
 * ms until a subscription that failed for a temporary reason is tried again: doubled each time from `first` up to `max`, unless the server says
 * how long to wait
 */
const RETRY_PAUSE = { first: 2000, max: 60_000 }

/**
 * A subscription that is shared by its listeners: open while there are any, and tried again after a temporary failure. If its documents are
 * kept meanwhile (rule Q5), it stays ready and counts as outdated.
 */
class SharedSubscription implements PageSubscription {
  readonly #open: () => SubscriptionHandle
  readonly #clock: Clock
  readonly #slowAnswers: SlowAnswers
  readonly #prepareError: () => Promise<void> | null
  readonly #listeners = new Set<() => void>()
  /** the state that is shown until the server answers */
  #initialState: SubscriptionState
  #handle: SubscriptionHandle | null = null
  /** what was shown before a failure whose text is still being fetched; null: there is no such failure */
  #beforeFailure: SubscriptionState | null = null
  #lastState: SubscriptionState = PENDING
  #timer: Timer | null = null
  /** Ends the wait for the server's first answer. */
  #onAnswer: (() => void) | null = null
  #retryPause = RETRY_PAUSE.first
  /** true: it was ready, and its documents have not been taken away since */
  #hasData = false
  #isOutdated = false

  constructor(
    open: () => SubscriptionHandle,
    clock: Clock,
    slowAnswers: SlowAnswers,
    initialState: SubscriptionState,
    prepareError: () => Promise<void> | null,
  ) {
    this.#open = open
    this.#clock = clock
    this.#slowAnswers = slowAnswers
    this.#prepareError = prepareError
    this.#initialState = initialState
  }

  state(): SubscriptionState {
    if (this.#beforeFailure !== null) return this.#beforeFailure
    if (this.#isOutdated) return READY
    const state = this.#handle?.state ?? this.#initialState
    return state.state === 'pending' ? this.#initialState : state
  }

  isAnswered(): boolean {
    return this.#beforeFailure === null && this.#handle !== null && this.#handle.state.state !== 'pending'
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
        if (this.#isOutdated) this.#initialState = PENDING
        this.#dropData()
        this.#onAnswer?.()
      })
    }
  }

  /** Another user has signed in: tries again if the subscription was refused and has listeners. The refusal is shown until the server answers. */
  retryRefused(): void {
    this.#dropData()
    const state = this.#handle?.state
    if (this.#listeners.size === 0 || state?.state !== 'failed' || !isAccessError(state.error)) return
    this.#initialState = state
    this.#subscribe()
  }

  #subscribe(): void {
    const handle = this.#open()
    this.#handle = handle
    this.#hasData ||= handle.state.state === 'ready'
    this.#onAnswer?.()
    this.#onAnswer = this.#initialState.state === 'pending' && handle.state.state === 'pending' ? this.#slowAnswers.begin() : null
    handle.listen(() => {
      if (this.#handle !== handle) return
      const { state } = handle
      if (state.state !== 'pending') this.#onAnswer?.()
      if (state.state === 'ready') this.#retryPause = RETRY_PAUSE.first
      this.#hasData &&= state.state !== 'failed' || state.isKept === true
      this.#setOutdated(state.state === 'failed' && this.#hasData)
      this.#hasData ||= state.state === 'ready'
      if (state.state === 'failed' && isTemporary(state.error) && this.#listeners.size > 0) this.#retryLater(state)
      const notify = (): void => {
        this.#beforeFailure = null
        this.#lastState = this.state()
        for (const listener of this.#listeners) listener()
      }
      const prepared = state.state === 'failed' && !this.#isOutdated ? this.#prepareError() : null
      if (prepared === null) return notify()
      this.#beforeFailure = this.#lastState
      void prepared.then(notify)
    })
  }

  #dropData(): void {
    this.#hasData = false
    this.#setOutdated(false)
  }

  #setOutdated(isOutdated: boolean): void {
    if (isOutdated !== this.#isOutdated) this.#slowAnswers.countOutdated(isOutdated ? 1 : -1)
    this.#isOutdated = isOutdated
  }

  #retryLater(failed: Extract<SubscriptionState, { state: 'failed' }>): void {
    markRetried(failed.error)
    this.#initialState = failed
    this.#timer?.cancel()
    const { timeToReset } = (failed.error.details ?? {}) as { timeToReset?: unknown }
    const pause = typeof timeToReset === 'number' ? Math.max(RETRY_PAUSE.first, timeToReset) : this.#retryPause
    this.#timer = this.#clock.after(pause, () => this.#subscribe())
    this.#retryPause = Math.min(RETRY_PAUSE.max, this.#retryPause * 2)
  }
}

export interface ClientDataSource extends DataSource {
  readonly client: DdpClient
  readonly slowAnswers: SlowAnswers
  /** Opens the subscriptions of a page before it is shown. Resolves when all have an answer, or after `timeout` ms. */
  prefetch(requests: readonly { name: string; params: Ejson[] }[], timeout: number): Promise<void>
  /** Called when another user has logged in, or the user has logged out: tries refused subscriptions again, and drops kept documents. */
  retryRefused(): void
}

/**
 * @param failed errors of the rendered page's subscriptions, by `subscriptionKey`; each is shown until the server answers
 * @param prepareError called when a subscription has failed: what it resolves is waited for before the failure is shown
 */
export function createClientDataSource(
  client: DdpClient,
  clock: Clock,
  failed: ReadonlyMap<string, DdpError>,
  prepareError: () => Promise<void> | null = () => null,
): ClientDataSource {
  const shared = new Map<string, SharedSubscription>()
  const slowAnswers = new SlowAnswers(clock)
  const subscribe = (name: string, params: readonly Ejson[]): SharedSubscription => {
    const key = subscriptionKey(name, params)
    let subscription = shared.get(key)
    if (subscription === undefined) {
      const error = failed.get(key)
      subscription = new SharedSubscription(
        () => client.subscribe(name, params),
        clock,
        slowAnswers,
        error === undefined ? PENDING : { state: 'failed', error },
        prepareError,
      )
      shared.set(key, subscription)
    }
    return subscription
  }
  return {
    client,
    store: client.store,
    subscribe,
    connection: { status: () => client.status, listen: listener => client.onStatus(listener), retry: () => client.connect() },
    slowAnswers,
    call: (name, params) => slowAnswers.track(client.call(name, params)),
    retryRefused: () => {
      client.dropKept()
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
          if (requests.every(({ name, params }) => subscribe(name, params).state().state !== 'pending')) done()
        }
        const timer = clock.after(timeout, done)
        for (const { name, params } of requests) stops.push(subscribe(name, params).listen(check))
        check()
      }),
  }
}
