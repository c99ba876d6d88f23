import type { Ejson, Fields } from '../wire/ejson.ts'
import { DdpError } from '../wire/error.ts'
import { type DocId, idToWire } from '../wire/ids.ts'
import type { DdpConnection } from './connection.ts'
import type { Frame } from './frame.ts'
import type { MergeBox, Source } from './merge-box.ts'
import { type Change, ResultSet } from './result-set.ts'

/** What a publish handler works with. */
export interface PublishContext {
  readonly userId: string | null
  /** null while a page is rendered */
  readonly connection: DdpConnection | null
  readonly stopped: boolean
  added(collection: string, id: DocId, fields: Fields): void
  /** @param fields top-level fields that changed; undefined clears one */
  changed(collection: string, id: DocId, fields: Fields): void
  removed(collection: string, id: DocId): void
  /** Publishes all of a shared set, now and as it changes. */
  attach(set: ResultSet): void
  ready(): void
  stop(): void
  error(error: unknown): void
  onStop(callback: () => void): void
  /** Sends a message of no collection, unless its reader is slow. */
  event(frame: Frame): void
}

/**
 * A handler gives its documents through `Publishing`, or returns one or several sets, which then are attached and ready at once. Any other
 * truthy value is a mistake and answers 500 (rule S6).
 */
export type Publication = (publishing: PublishContext, ...params: Ejson[]) => unknown

/** What a subscription needs of whoever runs it: a session, or the rendering of a page. */
export interface SubscriptionHost {
  readonly userId: string | null
  readonly connection: DdpConnection | null
  /** where documents go; null: they are only collected */
  box(): MergeBox | null
  ready(subscription: Subscription): void
  /** after its documents have gone; `error` is null when the publisher just stopped */
  ended(subscription: Subscription, error: unknown): void
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
  /** documents are kept back until `release` */
  holding: boolean
}

export class Subscription implements PublishContext {
  readonly id: string | null
  readonly name: string
  readonly params: Ejson[]
  /** why it ended, as its client was told */
  failure: DdpError | null = null
  readonly #host: SubscriptionHost
  readonly #publication: Publication
  readonly userId: string | null
  readonly #sets = new Map<ResultSet, { source: Source; unobserve: () => void }>()
  readonly #stops: (() => void)[] = []
  #own: ResultSet | null = null
  #holding: boolean
  #ready = false
  #stopped = false

  constructor({ host, id, name, params, publication, holding }: SubscriptionOptions) {
    this.#host = host
    this.id = id
    this.name = name
    this.params = params
    this.#publication = publication
    this.#holding = holding
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

  /** Documents are still kept back. */
  get holding(): boolean {
    return this.#holding
  }

  /** The sets it publishes, its own included. */
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
    if (!this.#stopped) this.#private().put(collection, id, fields)
  }

  changed(collection: string, id: DocId, fields: Fields): void {
    if (this.#stopped) return
    const before = this.#private().get(collection, id)
    if (before === undefined) throw new Error(`Could not find element with id ${idToWire(id)} to change`)
    this.#private().put(collection, id, { ...before, ...fields })
  }

  removed(collection: string, id: DocId): void {
    if (!this.#stopped) this.#private().remove(collection, id)
  }

  attach(set: ResultSet): void {
    if (this.#stopped || this.#sets.has(set)) return
    const source: Source = {}
    this.#sets.set(set, { source, unobserve: set.observe(change => this.#flow(source, change)) })
    if (!this.#holding) this.#pour(set, source, true)
  }

  ready(): void {
    if (this.#ready || this.#stopped) return
    this.#ready = true
    this.#host.ready(this)
  }

  onStop(callback: () => void): void {
    if (this.#stopped) callback()
    else this.#stops.push(callback)
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

  /** B10: the version of all it publishes. */
  version(hash: (text: string) => string): string {
    const versions = this.sets.filter(set => set.size > 0).map(set => set.version(hash))
    return versions.length === 1 ? versions[0]! : hash(versions.sort().join())
  }

  /** Ends `holding`: what was kept back goes into the box, and out unless the client `knows` it already. */
  release(knows: boolean): void {
    if (!this.#holding) return
    this.#holding = false
    for (const [set, { source }] of this.#sets) this.#pour(set, source, !knows)
  }

  /** Stops publishing without taking back what was published: for a session that ends, or is about to run it again. */
  deactivate(): void {
    if (this.#stopped) return
    this.#stopped = true
    for (const { unobserve } of this.#sets.values()) unobserve()
    for (const callback of this.#stops.splice(0)) {
      try {
        callback()
      } catch (error) {
        this.#host.report(error)
      }
    }
  }

  /** Takes back all it published, and stops. */
  withdraw(): void {
    if (this.#stopped) return
    this.deactivate()
    const box = this.#holding ? null : this.#host.box()
    if (box === null) return
    for (const [set, { source }] of this.#sets) {
      for (const { collection, id } of [...set.entries(), ...set.untold])
        box.apply(source, { collection, id, before: null, after: null, frame: null })
    }
  }

  #end(error: unknown): void {
    if (this.#stopped) return
    this.withdraw()
    this.#host.ended(this, error)
  }

  #private(): ResultSet {
    if (this.#own === null) {
      this.#own = new ResultSet()
      this.attach(this.#own)
    }
    return this.#own
  }

  #flow(source: Source, change: Change): void {
    if (!this.#holding && !this.#stopped) this.#host.box()?.apply(source, change)
  }

  #pour(set: ResultSet, source: Source, tell: boolean): void {
    const box = this.#host.box()
    if (box === null) return
    const { emit } = box
    if (!tell) box.emit = () => {}
    for (const { collection, id, fields, added } of set.entries())
      box.apply(source, { collection, id, before: null, after: fields, frame: added })
    box.emit = emit
  }
}
