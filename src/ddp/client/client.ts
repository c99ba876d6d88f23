import type { Clock } from '../timing/clock.ts'
import { type Ejson, encode, type Json } from '../wire/ejson.ts'
import { type DdpError, errorFromWire } from '../wire/error.ts'
import type { ServerMessage } from '../wire/messages.ts'
import { CLIENT_TIMING, ClientConnection, type ClientTiming } from './connection.ts'
import { type CallOptions, MethodQueue } from './methods.ts'
import { readServerMessage } from './parse-server-message.ts'
import { DocumentMirror, type SnapshotDocument } from './quiescence.ts'
import type { Connect } from './socket.ts'
import type { ConnectionStatus } from './status.ts'
import { DocumentStore } from './store.ts'
import { type HeldSnapshot, isTemporary, type SubscriptionHandle, SubscriptionList } from './subscriptions.ts'
import { VENT_PREFIX, VentListeners } from './vent-listeners.ts'

export interface ClientOptions {
  connect: Connect
  clock: Clock
  /** Returns a number with 0 ≤ n < 1. */
  random(): number
  randomId(): string
  /** Schedules the listeners' notification, see `DocumentStore`. */
  soon(notify: () => void): void
  timing?: ClientTiming
}

/** What a server-rendered page carries for one of its subscriptions. */
export interface Snapshot extends HeldSnapshot {
  name: string
  params: readonly Ejson[]
  documents: readonly SnapshotDocument[]
}

export interface VentHandle {
  readonly ready: Promise<void>
  /** @throws DdpError invalid-argument `You should pass a function to listen()` */
  listen(listener: (event: Json) => void): void
  stop(): void
}

const HELD = '_held'

/** A DDP client: method calls, subscriptions and documents over a connection that may be lost and reopened. */
export class DdpClient {
  readonly store: DocumentStore
  readonly #connection: ClientConnection
  readonly #methods: MethodQueue
  readonly #subscriptions: SubscriptionList
  readonly #mirror: DocumentMirror
  readonly #vents = new VentListeners()
  readonly #randomId: () => string
  readonly #held = new Map<string, HeldSnapshot>()
  readonly #reconnectHooks: (() => void)[] = []
  readonly #statusListeners = new Set<() => void>()
  /** The keys of what quiescence still waits for: `s<id>` for a subscription, `m<id>` for a wait method; null outside a resync. */
  #awaited: Set<string> | null = null
  /** Q5: the subscriptions that the server could not answer, whose documents are kept: by key, the functions that tell their listeners */
  #unanswered = new Map<string, (isKept: boolean) => void>()
  /** Q5: true if no documents are kept at the end of this resync */
  #keepsNothing = false
  /** Callbacks that run at quiescence, after the copies have been swapped. */
  #deferred: (() => void)[] = []

  constructor(options: ClientOptions) {
    const send = (text: string): void => this.#connection.send(text)
    this.store = new DocumentStore(options.soon)
    this.#mirror = new DocumentMirror(this.store)
    this.#randomId = options.randomId
    this.#methods = new MethodQueue(send)
    this.#subscriptions = new SubscriptionList(send, key => this.#release(key))
    this.#connection = new ClientConnection({
      connect: options.connect,
      clock: options.clock,
      random: options.random,
      timing: options.timing ?? CLIENT_TIMING,
      onOpen: () => this.#onOpened(),
      onMessage: text => this.#receive(text),
      onLost: () => this.#onLost(),
      onStatus: () => {
        for (const listener of this.#statusListeners) listener()
      },
    })
  }

  get status(): ConnectionStatus {
    return this.#connection.status
  }

  /** The number of calls that have not settled. */
  get pendingCalls(): number {
    return this.#methods.size
  }

  onStatus(listener: () => void): () => void {
    this.#statusListeners.add(listener)
    return () => void this.#statusListeners.delete(listener)
  }

  connect(): void {
    this.#connection.connect()
  }

  disconnect(): void {
    this.#connection.disconnect()
  }

  /** Finds out soon whether the server still answers, for example since the device says that its network is gone. */
  probe(): void {
    this.#connection.probe()
  }

  /** The hook runs on each new socket before anything but `connect` is sent, so it can log in again with `{ wait: true, first: true }`. */
  onOpen(hook: () => void): void {
    this.#reconnectHooks.push(hook)
  }

  /** Resolves with the result when both the result and `updated` have arrived (rule M11); rejects with a DdpError. */
  call(name: string, params: readonly Ejson[], options: CallOptions = {}): Promise<Ejson> {
    return this.#methods.call(name, params, options).settled
  }

  /**
   * Puts a page's snapshots into the store, and keeps their versions for the subscriptions that will ask for the same. Call it before the
   * first `connect`.
   */
  hydrate(snapshots: readonly Snapshot[]): void {
    for (const { name, params, version, documents } of snapshots) {
      this.#held.set(JSON.stringify([name, params]), { version, documents })
      this.#mirror.seed(documents, JSON.stringify([name, params.map(encode)]))
    }
  }

  subscribe(name: string, params: readonly Ejson[]): SubscriptionHandle {
    const key = JSON.stringify([name, params])
    const held = this.#held.get(key) ?? null
    this.#held.delete(key)
    return this.#subscriptions.subscribe(name, params, held)
  }

  /** Subscribes to a vent, a named realtime channel (rules V1–V6). */
  listen(name: string, args: readonly Ejson[]): VentHandle {
    const ventId = this.#randomId()
    const key = `${ventId}.${name}`
    this.#vents.open(key)
    const subscription = this.#subscriptions.subscribe(name, [ventId, ...args], null)
    return {
      ready: subscription.ready,
      listen: listener => this.#vents.listen(key, listener),
      stop: () => {
        this.#vents.close(key)
        subscription.stop()
      },
    }
  }

  /** Q5: removes the documents that are kept for subscriptions that the server could not answer. Call it when another user is signed in. */
  dropKept(): void {
    this.#keepsNothing = true
    if (this.#awaited !== null) return
    const dropped = this.#unanswered
    this.#unanswered = new Map()
    for (const [key, tell] of dropped) {
      this.#mirror.release(key)
      tell(false)
    }
  }

  /** Q5: the subscription has been answered or stopped. During a resync, what is visible changes at its end. */
  #release(key: string): void {
    if (this.#unanswered.delete(key) && this.#awaited === null) this.#mirror.release(key)
  }

  #onOpened(): void {
    this.#mirror.beginResync()
    this.#keepsNothing = false
    for (const hook of this.#reconnectHooks) hook()
    this.#awaited = new Set([...this.#subscriptions.ids().map(id => `s${id}`), ...this.#methods.waitMethodIds().map(id => `m${id}`)])
    this.#methods.onOpened()
    this.#subscriptions.onOpened()
    this.#held.clear()
    this.#settleResync(null)
  }

  #onLost(): void {
    this.#awaited = null
    this.#deferred = []
    this.#methods.onLost()
    this.#subscriptions.onLost()
  }

  #receive(text: string): void {
    if (text.startsWith(VENT_PREFIX)) return this.#vents.dispatch(text)
    const message = readServerMessage(text)
    if (message !== null) this.#handle(message)
  }

  #handle(message: ServerMessage): void {
    switch (message.msg) {
      case 'connected':
        return this.#connection.onConnected()
      case 'failed':
        return this.#connection.onVersionRejected(message.version)
      case 'ping':
        return this.#connection.send(JSON.stringify({ msg: 'pong', id: message.id }))
      case 'added':
      case 'changed':
      case 'removed':
        if (message.collection === HELD) {
          if (message.msg === 'added') this.#subscriptions.onOtherVersion(message.id)
          return
        }
        if (!this.#mirror.isResyncing) this.#subscriptions.dropHeldVersions()
        return this.#mirror.applyMessage(message, message.msg === 'added' && (this.#awaited !== null || this.#subscriptions.isAnyPending))
      case 'ready':
        this.#mirror.onReady(this.#subscriptions.key(message.subs[0] ?? ''))
        for (const id of message.subs) {
          const key = this.#subscriptions.key(id)
          if (key === undefined) continue
          this.#mirror.seed(this.#subscriptions.takeUnchanged(id), key)
          this.#release(key)
        }
        this.#afterQuiescence(() => this.#subscriptions.ready(message.subs))
        for (const id of message.subs) this.#settleResync(`s${id}`)
        return
      case 'nosub':
        this.#onEnded(message.id, message.error === undefined ? null : errorFromWire(message.error))
        this.#mirror.forgetRemoved()
        return this.#settleResync(`s${message.id}`)
      case 'updated':
        this.#mirror.forgetRemoved()
        for (const id of message.methods) {
          if (this.#awaited?.has(`m${id}`)) this.#methods.updated([id])
          else this.#afterQuiescence(() => this.#methods.updated([id]))
          this.#settleResync(`m${id}`)
        }
        return
      case 'result':
        this.#methods.result(message.id, message.result, message.error)
        return
    }
  }

  /** Q5: what the server could not answer, or gives up for now, keeps its documents, unless it refuses another one on the same socket. */
  #onEnded(id: string, error: DdpError | null): void {
    const key = this.#subscriptions.key(id)
    if (key === undefined) return
    if (error !== null && isTemporary(error)) {
      const wasReady = this.#subscriptions.isReady(id)
      if ((this.#awaited !== null || wasReady) && !this.#unanswered.has(key)) this.#unanswered.set(key, () => {})
      if (this.#awaited === null && wasReady) this.#mirror.keepRemoved(key)
      return this.#afterQuiescence(() => this.#endUnanswered(id, key, error))
    }
    this.#release(key)
    if (error !== null) this.#keepsNothing = true
    this.#subscriptions.end(id, error)?.(false)
  }

  /** Q5: ends the subscription only at quiescence, so that it is sent again if the connection is lost before. */
  #endUnanswered(id: string, key: string, error: DdpError): void {
    const tell = this.#subscriptions.end(id, error)
    if (tell === null) return
    const isKept = this.#unanswered.has(key)
    if (isKept) this.#unanswered.set(key, tell)
    tell(isKept)
  }

  /** Q2: swaps the copies when every revived subscription and wait method has answered. `key` has just answered; null only checks. */
  #settleResync(key: string | null): void {
    if (this.#awaited === null) return
    if (key !== null) this.#awaited.delete(key)
    if (this.#awaited.size > 0) return
    this.#awaited = null
    const dropped = this.#keepsNothing ? [...this.#unanswered.values()] : []
    if (this.#keepsNothing) this.#unanswered.clear()
    this.#mirror.swap(new Set(this.#unanswered.keys()))
    for (const tell of dropped) tell(false)
    const deferred = this.#deferred
    this.#deferred = []
    for (const run of deferred) run()
    this.#methods.onDataComplete()
  }

  #afterQuiescence(run: () => void): void {
    if (this.#awaited === null) run()
    else this.#deferred.push(run)
  }
}
