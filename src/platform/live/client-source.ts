import type { DdpClient } from '../../ddp/client/client.ts'
import type { SubscriptionHandle, SubscriptionState } from '../../ddp/client/subscriptions.ts'
import type { Clock, Timer } from '../../ddp/timing/clock.ts'
import type { Ejson } from '../../ddp/wire/ejson.ts'
import type { DdpError } from '../../ddp/wire/error.ts'
import { type LiveSource, type Watched, watchKey } from './source.ts'

/** ms a subscription lives on when nobody listens any more: going back soon finds it as it was. */
const LINGER = 5000

const PENDING: SubscriptionState = { state: 'pending' }

/** A subscription that is asked for while anybody listens. */
class SharedSubscription implements Watched {
  readonly #open: () => SubscriptionHandle
  readonly #clock: Clock
  readonly #before: SubscriptionState
  readonly #listeners = new Set<() => void>()
  #handle: SubscriptionHandle | null = null
  #lingering: Timer | null = null

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
    this.#lingering?.cancel()
    if (this.#handle === null) {
      this.#handle = this.#open()
      this.#handle.listen(() => {
        for (const each of this.#listeners) each()
      })
    }
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#lingering = this.#clock.after(LINGER, () => {
        this.#handle?.stop()
        this.#handle = null
      })
    }
  }
}

export interface ClientSource extends LiveSource {
  readonly client: DdpClient
  /** Asks for subscriptions ahead of the page that wants them; resolves when all have answered, or after `patience` ms. */
  prepare(wanted: readonly { name: string; params: Ejson[] }[], patience: number): Promise<void>
}

/** @param failed what the rendered page was refused, by `watchKey`: shown until the connection has answered */
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
