import { type Ejson, encode, type Json } from '../wire/ejson.ts'
import { DdpError } from '../wire/error.ts'
import type { SnapshotDocument } from './quiescence.ts'

/** `isKept`: the documents that it had are still in the store (rule Q5). */
export type SubscriptionState =
  | { state: 'pending' }
  | { state: 'ready' }
  | { state: 'failed'; error: DdpError; isKept?: boolean }
  | { state: 'stopped' }

/** True if the server says that it could not answer now, or that it cannot go on now, so that the same subscription may be answered later. */
export const isTemporary = ({ error }: DdpError): boolean => error === 500 || error === 'too-many-requests'

export interface SubscriptionHandle {
  readonly id: string
  readonly state: SubscriptionState
  /** Resolves at the first `ready`; rejects with the DdpError of a `nosub`. */
  readonly ready: Promise<void>
  listen(listener: () => void): () => void
  stop(): void
}

/** The version and the documents that a server-rendered page held for one subscription. */
export interface HeldSnapshot {
  version: string
  documents: readonly SnapshotDocument[]
}

class ClientSubscription implements SubscriptionHandle {
  readonly id: string
  readonly name: string
  readonly params: readonly Json[]
  readonly ready: Promise<void>
  held: HeldSnapshot | null
  /** true: the server was told on this connection what is held, and has not answered yet */
  isHeldUnanswered = false
  state: SubscriptionState
  readonly #listeners = new Set<() => void>()
  readonly #onStop: (subscription: ClientSubscription, isActive: boolean) => void
  #resolve: () => void = () => {}
  #reject: (error: DdpError) => void = () => {}

  constructor(
    id: string,
    name: string,
    params: readonly Json[],
    held: HeldSnapshot | null,
    onStop: (subscription: ClientSubscription, isActive: boolean) => void,
  ) {
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
    this.#onStop(this, isActive)
  }

  /** The same for all subscriptions with this name and these parameters. */
  get key(): string {
    return JSON.stringify([this.name, this.params])
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
  readonly #onStop: (key: string) => void
  /** Ids are unique on one connection, so a number is enough, and every message that names one stays short. */
  #lastId = 0
  readonly #subscriptions = new Map<string, ClientSubscription>()
  #open = false

  /** @param onStop called with the key of a subscription that is stopped on this side */
  constructor(send: (text: string) => void, onStop: (key: string) => void) {
    this.#send = send
    this.#onStop = onStop
  }

  get isAnyPending(): boolean {
    return [...this.#subscriptions.values()].some(({ state }) => state.state === 'pending')
  }

  key(id: string): string | undefined {
    return this.#subscriptions.get(id)?.key
  }

  isReady(id: string): boolean {
    return this.#subscriptions.get(id)?.state.state === 'ready'
  }

  ids(): string[] {
    return [...this.#subscriptions.keys()]
  }

  subscribe(name: string, params: readonly Ejson[], held: HeldSnapshot | null): SubscriptionHandle {
    const subscription = new ClientSubscription(String(++this.#lastId), name, params.map(encode), held, (stopped, isActive) => {
      if (this.#subscriptions.delete(stopped.id) && isActive && this.#open) this.#send(JSON.stringify({ msg: 'unsub', id: stopped.id }))
      this.#onStop(stopped.key)
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

  /** S14: a subscription that is ready without another version has the documents that are held. @returns the documents to seed */
  takeUnchanged(id: string): readonly SnapshotDocument[] {
    const subscription = this.#subscriptions.get(id)
    if (subscription?.isHeldUnanswered !== true) return []
    subscription.isHeldUnanswered = false
    return subscription.held?.documents ?? []
  }

  ready(ids: readonly string[]): void {
    for (const id of ids) this.#subscriptions.get(id)?.setState({ state: 'ready' })
  }

  /** The server has ended the subscription. @returns a function that tells its listeners; null: there is no such subscription */
  end(id: string, error: DdpError | null): ((isKept: boolean) => void) | null {
    const subscription = this.#subscriptions.get(id)
    if (subscription === undefined) return null
    this.#subscriptions.delete(id)
    let told: boolean | null = null
    return isKept => {
      if (told === isKept) return
      told = isKept
      subscription.setState(error === null ? { state: 'stopped' } : { state: 'failed', error, ...(isKept ? { isKept } : {}) })
    }
  }

  #sendSub(subscription: ClientSubscription, withHeldVersion: boolean): void {
    const { id, name, params, held } = subscription
    subscription.isHeldUnanswered = withHeldVersion && held !== null
    const allParams = withHeldVersion && held !== null ? [...params, { held: held.version, brief: true }] : params
    this.#send(JSON.stringify({ msg: 'sub', id, name, params: allParams }))
  }
}
