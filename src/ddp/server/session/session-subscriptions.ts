import type { Ejson } from '#ddp/wire/ejson.ts'
import { DdpError, errorToWire, sanitise } from '#ddp/wire/error.ts'
import type { DdpConnection } from '../connection.ts'
import type { Frame } from '../frame.ts'
import type { Registry, ServerSettings } from '../server-settings.ts'
import { Subscription, type SubscriptionHost } from '../subscription.ts'
import { MergeBox } from './merge-box.ts'
import type { SessionOutbox } from './outbox.ts'
import { ClientVersions, readHeldVersion } from './resume-versions.ts'

export interface SessionSubscriptionsOptions {
  registry: Registry
  settings: ServerSettings
  connection: DdpConnection
  outbox: SessionOutbox
  /** @returns the error if the client subscribes too often; null: it may subscribe */
  checkRate(name: string): DdpError | null
}

/** The subscriptions of one session, its user, and what its client has been sent (SPEC.md S). */
export class SessionSubscriptions implements SubscriptionHost {
  readonly connection: DdpConnection
  readonly #registry: Registry
  readonly #settings: ServerSettings
  readonly #outbox: SessionOutbox
  readonly #checkRate: (name: string) => DdpError | null
  readonly #byId = new Map<string, Subscription>()
  #universals: readonly Subscription[] = []
  /** null: the client has not said that it holds any */
  #versions: ClientVersions | null = null
  /** The merge box into which subscriptions put their documents. */
  #box: MergeBox
  /** The merge box of what the client has been sent, or is about to be. It differs from `#box` only while subscriptions are run again. */
  #sentBox: MergeBox
  #userId: string | null = null
  #closed = false
  /** While subscriptions are run again: the ids of those that have become ready. Else null. */
  #readyAgain: string[] | null = null

  constructor({ registry, settings, connection, outbox, checkRate: rate }: SessionSubscriptionsOptions) {
    this.connection = connection
    this.#registry = registry
    this.#settings = settings
    this.#outbox = outbox
    this.#checkRate = rate
    this.#box = new MergeBox((collection, id, before, after, frame) => outbox.data(collection, id, before, after, frame))
    this.#sentBox = this.#box
  }

  get userId(): string | null {
    return this.#userId
  }

  /** The number of subscriptions that the client has asked for. */
  get size(): number {
    return this.#byId.size
  }

  /** The name of the publication of each subscription. */
  *names(): IterableIterator<string> {
    for (const { name } of this.#byId.values()) yield name
  }

  /** A document as the client should see it. */
  visible(collection: string, id: string): ReturnType<MergeBox['visible']> {
    return this.#sentBox.visible(collection, id)
  }

  /** Starts the universal publications (rule S8). */
  async startUniversals(): Promise<void> {
    const started: Promise<void>[] = []
    for (const publication of this.#registry.universals) {
      if (this.#closed) return
      const subscription = new Subscription({ host: this, id: null, name: '', params: [], publication, buffering: false })
      this.#universals = [...this.#universals, subscription]
      started.push(subscription.run())
    }
    await Promise.all(started)
  }

  /** @returns the error that refused or ended it, as the client was told; null: it is open */
  async subscribe(id: string, name: string, params: Ejson[]): Promise<DdpError | null> {
    const publication = this.#registry.publications.get(name)
    if (publication === undefined) return this.#nosub(id, new DdpError(404, `Subscription '${name}' not found`))
    if (this.#byId.has(id)) return null
    const refusal = this.#checkRate(name)
    if (refusal !== null) return this.#nosub(id, refusal)
    if (this.#byId.size >= this.#settings.limits.subscriptions) {
      return this.#nosub(id, new DdpError('too-many-subscriptions', 'Too many subscriptions on one connection. Stop some of them first.'))
    }
    const held = publication.heldVersions ? readHeldVersion(params) : null
    const subscription = new Subscription({
      host: this,
      id,
      name,
      params: held === null ? params : params.slice(0, -1),
      publication: publication.handler,
      buffering: held !== null,
    })
    this.#byId.set(id, subscription)
    if (held !== null) {
      this.#versions ??= new ClientVersions(this.#settings.hash)
      this.#versions.register(id, held)
    }
    await subscription.run()
    return subscription.failure
  }

  unsubscribe(id: string): void {
    const subscription = this.#byId.get(id)
    this.#byId.delete(id)
    subscription?.withdraw()
    this.#versions?.remove(id, this.#box)
    this.#nosub(id, null)
  }

  /** S9: runs every subscription again for the new user and sends the client the difference between the old and the new documents. */
  async setUserId(userId: string | null): Promise<void> {
    if (this.#closed) return
    const old = this.#box
    const box = new MergeBox(() => {})
    const runs: Promise<void>[] = []
    this.#userId = userId
    this.#readyAgain = []
    for (const subscription of this.#all()) subscription.deactivate()
    this.#universals = []
    this.#box = box
    runs.push(this.startUniversals())
    for (const [id, before] of [...this.#byId]) {
      if (this.#closed) return
      const publication = this.#registry.publications.get(before.name)!
      const subscription = new Subscription({
        host: this,
        id,
        name: before.name,
        params: before.params,
        publication: publication.handler,
        buffering: false,
      })
      this.#byId.set(id, subscription)
      this.#versions?.copyAnswer(id, box)
      runs.push(subscription.run())
    }
    await Promise.all(runs)
    const subs = this.#readyAgain.filter(id => this.#byId.has(id))
    this.#readyAgain = null
    if (this.#closed) return
    this.#sentBox = box
    this.#sendDifference(old, box)
    box.emit = old.emit
    this.#outbox.ready(...subs)
  }

  /** Sends what waits for its delivery (rule L10). */
  catchUp(): void {
    for (const subscription of this.#byId.values()) subscription.catchUp()
    for (const subscription of this.#universals) subscription.catchUp()
  }

  /** The session has ended: nothing more is sent. */
  close(): void {
    this.#closed = true
    for (const subscription of this.#all()) subscription.deactivate()
  }

  box(): MergeBox {
    return this.#box
  }

  event(frame: Frame): void {
    this.#outbox.event(frame)
  }

  report(cause: unknown): void {
    this.#settings.report(cause)
  }

  onReady(subscription: Subscription): void {
    const { id } = subscription
    if (id === null || this.#closed) return
    this.#versions?.respond(id, subscription, this.#box)
    if (this.#readyAgain === null) this.#outbox.ready(id)
    else this.#readyAgain.push(id)
  }

  onEnded(subscription: Subscription, error: unknown): void {
    const { id } = subscription
    if (id === null) {
      this.#universals = this.#universals.filter(each => each !== subscription)
      if (error !== null) sanitise(error, cause => this.report(cause))
    } else if (this.#byId.get(id) === subscription) {
      this.#byId.delete(id)
      this.#versions?.remove(id, this.#box)
      subscription.failure = this.#nosub(id, error)
    }
  }

  #all(): Subscription[] {
    return [...this.#byId.values(), ...this.#universals]
  }

  #nosub(id: string, error: unknown): DdpError | null {
    const failure = error === null ? null : sanitise(error, cause => this.report(cause))
    this.#outbox.control(JSON.stringify({ msg: 'nosub', id, error: failure === null ? undefined : errorToWire(failure) }))
    return failure
  }

  #sendDifference(old: MergeBox, box: MergeBox): void {
    for (const { collection, id, fields } of old.documents()) {
      const after = box.visible(collection, id)
      if (after !== fields) this.#outbox.data(collection, id, fields, after, null)
    }
    for (const { collection, id, fields } of box.documents()) {
      if (old.visible(collection, id) === null) this.#outbox.data(collection, id, null, fields, null)
    }
  }
}
