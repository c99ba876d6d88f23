import type { Ejson, Fields } from '../wire/ejson.ts'
import { DdpError } from '../wire/error.ts'
import { type DocId, idToWire } from '../wire/ids.ts'
import type { Change } from './change-batch.ts'
import type { DdpConnection } from './connection.ts'
import type { Frame } from './frame.ts'
import { type Observer, ResultSet } from './result-set.ts'
import type { MergeBox, Source } from './session/merge-box.ts'

/** The context of a publish handler, which Meteor passes as `this`. */
export interface PublishContext {
  readonly userId: string | null
  /** null while a page is rendered */
  readonly connection: DdpConnection | null
  readonly stopped: boolean
  added(collection: string, id: DocId, fields: Fields): void
  /** @param fields top-level fields that changed; undefined clears a field */
  changed(collection: string, id: DocId, fields: Fields): void
  removed(collection: string, id: DocId): void
  /** Publishes all documents of a shared result set, now and as it changes. */
  attach(set: ResultSet): void
  ready(): void
  stop(): void
  error(error: unknown): void
  onStop(callback: () => void): void
  /** Sends a message that belongs to no collection; dropped if the reader is slow. */
  event(frame: Frame): void
}

/**
 * A handler publishes its documents through `PublishContext`, or returns one or several result sets, which are attached and marked ready at
 * once. Any other truthy value is an error and answers 500 (rule S6).
 */
export type Publication = (publishing: PublishContext, ...params: Ejson[]) => unknown

/** What a subscription needs from its owner: a session, or the rendering of a page. */
export interface SubscriptionHost {
  readonly userId: string | null
  readonly connection: DdpConnection | null
  /** the merge box for the documents; null: they are only collected */
  box(): MergeBox | null
  onReady(subscription: Subscription): void
  /** called after its documents have been removed; `error` is null if the publisher just stopped */
  onEnded(subscription: Subscription, error: unknown): void
  event(frame: Frame): void
  report(cause: unknown): void
}

export interface SubscriptionOptions {
  host: SubscriptionHost
  /** null: universal, started for every session, never answered */
  id: string | null
  name: string
  params: Ejson[]
  publication: Publication
  /** documents are held back until `flush` */
  buffering: boolean
}

/** A result set that a subscription publishes. It is observed from the moment at which its documents are in the merge box. */
interface PublishedSet {
  source: Source
  observer: Observer
  unobserve: () => void
}

export class Subscription implements PublishContext {
  readonly id: string | null
  readonly name: string
  readonly params: Ejson[]
  /** the error that ended it, as the client was told */
  failure: DdpError | null = null
  readonly #host: SubscriptionHost
  readonly #publication: Publication
  readonly userId: string | null
  readonly #sets = new Map<ResultSet, PublishedSet>()
  /** Replaced and not appended to: an array that grows gets room for sixteen more. */
  #stopCallbacks: readonly (() => void)[] = []
  #ownSet: ResultSet | null = null
  #buffering: boolean
  #ready = false
  #stopped = false

  constructor({ host, id, name, params, publication, buffering }: SubscriptionOptions) {
    this.#host = host
    this.id = id
    this.name = name
    this.params = params
    this.#publication = publication
    this.#buffering = buffering
    this.userId = host.userId
  }

  get connection(): DdpConnection | null {
    return this.#host.connection
  }

  get stopped(): boolean {
    return this.#stopped
  }

  get isReady(): boolean {
    return this.#ready
  }

  /** True while documents are held back. */
  get buffering(): boolean {
    return this.#buffering
  }

  /** The result sets it publishes, including its own. */
  get sets(): ResultSet[] {
    return [...this.#sets.keys()]
  }

  async run(): Promise<void> {
    try {
      const returned = await this.#publication(this, ...this.params)
      if (this.#stopped || !returned) return
      const sets = Array.isArray(returned) ? returned : [returned]
      if (!sets.every(set => set instanceof ResultSet)) throw new Error(`Publication ${this.name} returned something that is not a set`)
      for (const set of sets) this.attach(set)
      this.ready()
    } catch (error) {
      this.error(error)
    }
  }

  added(collection: string, id: DocId, fields: Fields): void {
    if (!this.#stopped) this.#getOwnSet().put(collection, id, fields)
  }

  changed(collection: string, id: DocId, fields: Fields): void {
    if (this.#stopped) return
    const before = this.#getOwnSet().get(collection, id)
    if (before === undefined) throw new Error(`Could not find element with id ${idToWire(id)} to change`)
    this.#getOwnSet().put(collection, id, { ...before, ...fields })
  }

  removed(collection: string, id: DocId): void {
    if (!this.#stopped) this.#getOwnSet().remove(collection, id)
  }

  attach(set: ResultSet): void {
    if (this.#stopped || this.#sets.has(set)) return
    const source: Source = {}
    const published: PublishedSet = { source, observer: change => this.#forward(source, change), unobserve: () => {} }
    this.#sets.set(set, published)
    if (!this.#buffering) this.#publish(set, published, true)
  }

  ready(): void {
    if (this.#ready || this.#stopped) return
    this.#ready = true
    this.#host.onReady(this)
  }

  onStop(callback: () => void): void {
    if (this.#stopped) callback()
    else this.#stopCallbacks = [...this.#stopCallbacks, callback]
  }

  event(frame: Frame): void {
    if (!this.#stopped) this.#host.event(frame)
  }

  stop(): void {
    this.#end(null)
  }

  error(error: unknown): void {
    this.#end(error ?? new DdpError(500, 'Internal server error'))
  }

  /** B10: the version of all the documents it publishes. */
  version(hash: (text: string) => string): string {
    const versions = this.sets.filter(set => set.size > 0).map(set => set.version(hash))
    return versions.length === 1 ? versions[0]! : hash(versions.sort().join())
  }

  /** Ends the buffering: puts the documents into the merge box, and sends them unless the client has them already. */
  flush(clientHasThem: boolean): void {
    if (!this.#buffering) return
    this.#buffering = false
    for (const [set, published] of this.#sets) this.#publish(set, published, !clientHasThem)
  }

  /** Puts the changes that wait for their delivery into the merge box (rule L10). */
  catchUp(): void {
    for (const [set, { observer }] of this.#sets) set.catchUp(observer)
  }

  /** Stops publishing but does not remove the documents: for a session that ends or is about to run the subscription again. */
  deactivate(): void {
    if (this.#stopped) return
    this.#stopped = true
    for (const { unobserve } of this.#sets.values()) unobserve()
    const callbacks = this.#stopCallbacks
    this.#stopCallbacks = []
    for (const callback of callbacks) {
      try {
        callback()
      } catch (error) {
        this.#host.report(error)
      }
    }
  }

  /** Stops publishing and removes the documents. */
  withdraw(): void {
    if (this.#stopped) return
    this.deactivate()
    const box = this.#buffering ? null : this.#host.box()
    if (box === null) return
    for (const [set, { source }] of this.#sets) {
      for (const { collection, id } of [...set.entries(), ...set.undelivered()])
        box.apply(source, { collection, id, before: null, after: null, frame: null })
    }
  }

  #end(error: unknown): void {
    if (this.#stopped) return
    this.withdraw()
    this.#host.onEnded(this, error)
  }

  #getOwnSet(): ResultSet {
    if (this.#ownSet === null) {
      this.#ownSet = new ResultSet()
      this.attach(this.#ownSet)
    }
    return this.#ownSet
  }

  #forward(source: Source, change: Change): void {
    if (!this.#stopped) this.#host.box()?.apply(source, change)
  }

  #publish(set: ResultSet, published: PublishedSet, send: boolean): void {
    const { source, observer } = published
    published.unobserve = set.observe(observer)
    const box = this.#host.box()
    if (box === null) return
    const { emit } = box
    if (!send) box.emit = () => {}
    for (const { collection, id, fields, added } of set.entries())
      box.apply(source, { collection, id, before: null, after: fields, frame: added })
    box.emit = emit
  }
}
