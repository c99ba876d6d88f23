import type { DdpClient } from '../../ddp/client/client.ts'
import type { SubscriptionHandle, SubscriptionState } from '../../ddp/client/subscriptions.ts'
import type { Clock, Timer } from '../../ddp/timing/clock.ts'
import type { Ejson } from '../../ddp/wire/ejson.ts'
import type { DdpError } from '../../ddp/wire/error.ts'
import { type LiveSource, type Watched, watchKey } from './data-source.ts'

/** How long an unused subscription is kept open (ms), so that navigating back does not fetch it again. */
const KEEP_ALIVE_MS = 5000

const PENDING: SubscriptionState = { state: 'pending' }

/** ms until a subscription that failed for a temporary reason is tried again: doubled each time from `first` up to `most` */
const AGAIN = { first: 2000, most: 60_000 }

/** True if the subscription was refused to this user. Another user may get another answer. */
const refused = ({ error }: DdpError): boolean => error === 401 || error === 403 || error === 404

/** True if the failure is temporary: an error of the server, or a rate limit. */
const passing = ({ error }: DdpError): boolean => error === 500 || error === 'too-many-requests'

/** A subscription that is shared by its listeners: open while there are any, and tried again after a temporary failure. */
class SharedSubscription implements Watched {
  readonly #open: () => SubscriptionHandle
  readonly #clock: Clock
  readonly #listeners = new Set<() => void>()
  /** the state that is shown until the server answers */
  #before: SubscriptionState
  #handle: SubscriptionHandle | null = null
  #timer: Timer | null = null
  #pause = AGAIN.first

  constructor(open: () => SubscriptionHandle, clock: Clock, before: SubscriptionState) {
    this.#open = open
    this.#clock = clock
    this.#before = before
  }

  state(): SubscriptionState {
    const state = this.#handle?.state ?? this.#before
    return state.state === 'pending' ? this.#before : state
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) {
      this.#timer?.cancel()
      if (this.#handle === null || this.#handle.state.state === 'failed') this.#ask()
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
  askAgain(): void {
    const state = this.#handle?.state
    if (this.#listeners.size === 0 || state?.state !== 'failed' || !refused(state.error)) return
    this.#before = state
    this.#ask()
  }

  #ask(): void {
    const handle = this.#open()
    this.#handle = handle
    handle.listen(() => {
      if (this.#handle !== handle) return
      const { state } = handle
      if (state.state === 'ready') this.#pause = AGAIN.first
      if (state.state === 'failed' && passing(state.error) && this.#listeners.size > 0) this.#askLater(state)
      for (const listener of this.#listeners) listener()
    })
  }

  #askLater(failed: SubscriptionState): void {
    this.#before = failed
    this.#timer?.cancel()
    this.#timer = this.#clock.after(this.#pause, () => this.#ask())
    this.#pause = Math.min(AGAIN.most, this.#pause * 2)
  }
}

export interface ClientSource extends LiveSource {
  readonly client: DdpClient
  /** Opens the subscriptions of a page before it is shown. Resolves when all have an answer, or after `patience` ms. */
  prepare(wanted: readonly { name: string; params: Ejson[] }[], patience: number): Promise<void>
  /** Called when another user has logged in, or the user has logged out: tries refused subscriptions again. */
  askAgain(): void
}

/** @param failed errors of the rendered page's subscriptions, by `watchKey`; each is shown until the server answers */
export function clientSource(client: DdpClient, clock: Clock, failed: ReadonlyMap<string, DdpError>): ClientSource {
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
    askAgain: () => {
      for (const subscription of shared.values()) subscription.askAgain()
    },
    prepare: (wanted, patience) =>
      new Promise(resolve => {
        const stops: (() => void)[] = []
        const done = (): void => {
          timer.cancel()
          for (const stop of stops.splice(0)) stop()
          resolve()
        }
        const look = (): void => {
          if (wanted.every(({ name, params }) => watch(name, params).state().state !== 'pending')) done()
        }
        const timer = clock.after(patience, done)
        for (const { name, params } of wanted) stops.push(watch(name, params).listen(look))
        look()
      }),
  }
}
