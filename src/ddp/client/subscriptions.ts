import { type Ejson, encode, type Json } from '../wire/ejson.ts'
import { DdpError, errorFromWire } from '../wire/error.ts'
import type { SnapshotDocument } from './quiescence.ts'

export type SubscriptionState = { state: 'pending' } | { state: 'ready' } | { state: 'failed'; error: DdpError } | { state: 'stopped' }

export interface SubscriptionHandle {
  readonly id: string
  readonly state: SubscriptionState
  /** Resolves at the first `ready`; rejects with the DdpError of a `nosub`. */
  readonly ready: Promise<void>
  listen(listener: () => void): () => void
  stop(): void
}

/** The version and the documents that a server-rendered page held for one subscription. */
export interface Held {
  version: string
  documents: readonly SnapshotDocument[]
}

class ClientSubscription implements SubscriptionHandle {
  readonly id: string
  readonly name: string
  readonly params: readonly Json[]
  readonly ready: Promise<void>
  held: Held | null
  /** true: the server was told on this connection what is held, and has not answered yet */
  isHeldUnanswered = false
  state: SubscriptionState
  readonly #listeners = new Set<() => void>()
  readonly #onStop: (subscription: ClientSubscription) => void
  #resolve: () => void = () => {}
  #reject: (error: DdpError) => void = () => {}

  constructor(id: string, name: string, params: readonly Json[], held: Held | null, onStop: (subscription: ClientSubscription) => void) {
    this.id = id
    this.name = name
    this.params = params
    this.held = held
    this.state = { state: held === null ? 'pending' : 'ready' }
    this.#onStop = onStop
    this.ready = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.ready.catch(() => {})
    if (held !== null) this.#resolve()
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  stop(): void {
    if (this.state.state === 'stopped') return
    const isActive = this.state.state !== 'failed'
    this.setState({ state: 'stopped' })
    if (isActive) this.#onStop(this)
  }

  setState(state: SubscriptionState): void {
    if (this.state.state === 'stopped') return
    this.state = state
    if (state.state === 'ready') this.#resolve()
    if (state.state === 'failed') this.#reject(state.error)
    if (state.state === 'stopped') this.#reject(new DdpError('stopped', 'The subscription was stopped'))
    for (const listener of this.#listeners) listener()
  }
}

/** The subscriptions of one client by their ids, which stay the same over reconnects (rules S10, S11). */
export class SubscriptionList {
  readonly #send: (text: string) => void
  /** Ids are unique on one connection, so a number is enough, and every message that names one stays short. */
  #lastId = 0
  readonly #subscriptions = new Map<string, ClientSubscription>()
  #open = false

  constructor(send: (text: string) => void) {
    this.#send = send
  }

  ids(): string[] {
    return [...this.#subscriptions.keys()]
  }

  subscribe(name: string, params: readonly Ejson[], held: Held | null): SubscriptionHandle {
    const subscription = new ClientSubscription(String(++this.#lastId), name, params.map(encode), held, stopped => {
      this.#subscriptions.delete(stopped.id)
      if (this.#open) this.#send(JSON.stringify({ msg: 'unsub', id: stopped.id }))
    })
    this.#subscriptions.set(subscription.id, subscription)
    if (this.#open) this.#sendSub(subscription, false)
    return subscription
  }

  onOpened(): void {
    this.#open = true
    for (const subscription of this.#subscriptions.values()) this.#sendSub(subscription, true)
  }

  onLost(): void {
    this.#open = false
    for (const subscription of this.#subscriptions.values()) subscription.isHeldUnanswered = false
  }

  /** Documents have changed since the snapshot, so no held version describes the store any more (rule Q4). */
  dropHeldVersions(): void {
    for (const subscription of this.#subscriptions.values()) subscription.held = null
  }

  /** S14: the server answers a held version only if it has another. */
  onOtherVersion(id: string): void {
    const subscription = this.#subscriptions.get(id)
    if (subscription === undefined) return
    subscription.isHeldUnanswered = false
    subscription.held = null
  }

  /** S14: subscriptions that are ready without another version have the documents that are held. @returns the documents to seed */
  takeUnchanged(ids: readonly string[]): SnapshotDocument[] {
    return ids.flatMap(id => {
      const subscription = this.#subscriptions.get(id)
      if (subscription?.isHeldUnanswered !== true) return []
      subscription.isHeldUnanswered = false
      return subscription.held?.documents ?? []
    })
  }

  ready(ids: readonly string[]): void {
    for (const id of ids) this.#subscriptions.get(id)?.setState({ state: 'ready' })
  }

  /** The server has ended the subscription; `error` is undefined if it gave none. */
  onEnded(id: string, error: unknown): void {
    const subscription = this.#subscriptions.get(id)
    if (subscription === undefined) return
    this.#subscriptions.delete(id)
    subscription.setState(error === undefined ? { state: 'stopped' } : { state: 'failed', error: errorFromWire(error) })
  }

  #sendSub(subscription: ClientSubscription, withHeldVersion: boolean): void {
    const { id, name, params, held } = subscription
    subscription.isHeldUnanswered = withHeldVersion && held !== null
    const allParams = withHeldVersion && held !== null ? [...params, { held: held.version, brief: true }] : params
    this.#send(JSON.stringify({ msg: 'sub', id, name, params: allParams }))
  }
}
