import type { ResultSet } from '#ddp/server/result-set.ts'
import type { PublishContext } from '#ddp/server/subscription.ts'
import type { Clock, Timer } from '#ddp/timing/clock.ts'
import { ChangeGatherer, type DocumentUpdate } from './change-gatherer.ts'
import { DocumentBuffer, DocumentChanges, type DocumentsByCollection, type DocumentWriter } from './documents.ts'
import type { Reloadable } from './reload-queue.ts'
import type { MeasuredView, ViewUse } from './view-usage.ts'

/** The result of a load. */
export interface ViewLoadResult {
  /** number of the last change in the log that the documents include */
  position: number
  /** Called once and synchronously, just before the documents are published. */
  documents(): DocumentsByCollection
  /** the keys of the changes that concern the documents; if empty, the view's own key */
  keys: Set<string>
  /** ms: when the view is to be loaded again even if nothing has changed; null: never */
  until: number | null
}

/** The source of a view's documents. There is one object for each view, so it may keep a state of its own. */
export interface ViewSource {
  load(): Promise<ViewLoadResult>
  /**
   * Called after a load. Returns true if another load is needed, because something happened meanwhile that is none of the changes that the
   * query listens to.
   */
  incomplete?(): boolean
  /** Called when a change is not given to the source, because the change's budget is used up: the next load has to read everything. */
  skipped?(): void
  /**
   * Called after each update, or after several that were gathered, to do what is needed only once for all of them.
   * @returns true if the view has to be loaded again as well
   */
  updated?(documents: DocumentWriter): boolean
  /**
   * Returns how many ms the view should rest before it is loaded again, so that many changes at once cost little. Left out: 0. It rests even
   * while a caller waits for it: one who sends changes one after another usually watches the view too, and would otherwise never let it rest.
   */
  rest?(): number
  /** Estimates how many bytes the state takes that the source keeps besides its documents. Left out: next to nothing. */
  bytes?(): number
  close?(): void
}

/** A change as it is given to a view. */
export interface ViewChange {
  n: number
  keys: readonly string[]
  /** see `UpdateRule` */
  revokes: boolean
  /** see `UpdateRule` */
  gathers: boolean
  /** Changes documents in place; null: the view has to be loaded again. @returns true if it has to be loaded again as well */
  update: ((source: ViewSource, documents: DocumentWriter) => boolean) | null
}

/** What a view needs from its owner. */
export interface ViewHost {
  readonly clock: Clock
  /** the view's own key, by which changes are looked up when a load gives no keys */
  readonly key: string
  createSet(): ResultSet
  /** Resolves when the change log's loop has applied every change up to `position`. */
  waitUntilApplied(position: number): Promise<void>
  /** the number up to which the loop has applied every change */
  readonly position: number
  /** True if the budget of change `n` for updates in place is not used up. */
  hasUpdateBudget(n: number): boolean
  /** Charges the budget of change `n` with a number of steps (documents written). */
  chargeUpdate(n: number, steps: number): void
  /** Called when the view has to be loaded again. */
  onStale(view: View): void
  /** Called when a reload failed. @param error a DdpError ends the subscriptions; after anything else the reload is tried again */
  onReloadFailed(view: View, error: unknown): void
  /** Called when new subscribers are to get another view under the same key. */
  unshare(view: View): void
  /** Called when the view watches other keys. @param keys those that it watched before */
  onKeysChanged(view: View, keys: ReadonlySet<string>): void
  report(cause: unknown): void
  /**
   * Called when a load begins, or when changes are being gathered: from now on the view gets every change that its query listens to, since
   * it is not known yet which of them concern its documents.
   */
  onNeedsEveryChange(view: View): void
  /** Called when the changes that were gathered have been applied. */
  onGathered(view: View): void
  /**
   * Called when a load has succeeded or failed, in the same step that publishes its documents.
   * @param keys those that the view had before
   */
  onLoadEnded(view: View, keys: ReadonlySet<string>): void
}

/** ms after which a view looks again whether its time has come: the time of day may jump, or the machine be suspended, while a timer runs */
const MAX_TIMER_MS = 60_000

/** A rendered page may lack the new scores of so many ms. Its subscriptions bring them. */
const PAGE_LAG_MS = 1000
/** The most changes that are gathered. A view that nobody uses by then is closed. */
const MOST_GATHERED = 1000

/** One result set, and what keeps it up to date. All subscriptions and rendered pages that ask for the same share it. */
export class View implements Reloadable, MeasuredView {
  readonly set: ResultSet
  readonly uses = new Set<ViewUse>()
  readonly networks = new Map<string, number>()
  readonly users = new Set<PublishContext>()
  bytes = 0
  documents = 0
  standing: boolean
  /** Resolves after the first load. Rejects with what the load threw. */
  readonly ready: Promise<void>
  /** The last reload failed because the database was unavailable. */
  unavailable = false
  keys: Set<string> = new Set()
  readonly source: ViewSource
  readonly #host: ViewHost
  /** The documents include every change up to here; −1: nothing is loaded. */
  #position = -1
  /** numbers of the first and the last change for which the view has to be loaded again; null: there is none */
  #stale: { since: number; lastMarked: number } | null = null
  #loading = false
  /** changes that came while the view was being loaded; they may concern what the load reads */
  #changesDuringLoad: ViewChange[] = []
  /** null: each change is applied at once */
  readonly #gatherer: ChangeGatherer<ViewChange> | null
  #attemptWaiters: ((error: unknown) => void)[] = []
  #positionWaiters: { n: number; resolve: () => void }[] = []
  #timer: Timer | null = null
  #closed = false

  constructor(host: ViewHost, open: (view: View) => ViewSource, standing = false) {
    this.#host = host
    this.standing = standing
    this.#gatherer = standing ? new ChangeGatherer(host.clock, () => this.applyGathered()) : null
    this.set = host.createSet()
    if (standing) this.set.lag = PAGE_LAG_MS
    this.source = open(this)
    this.ready = this.#load()
  }

  get loading(): boolean {
    return this.#loading
  }

  get loaded(): boolean {
    return this.#position >= 0
  }

  get closed(): boolean {
    return this.#closed
  }

  /** True if a change up to `n` is missing in the documents. */
  isBehind(n: number): boolean {
    return !this.#closed && this.#stale !== null && this.#stale.since <= n
  }

  /** Resolves when the documents include every change up to `n`, or the view is closed. */
  waitUntilIncludes(n: number): Promise<void> {
    return this.isBehind(n) ? new Promise(resolve => this.#positionWaiters.push({ n, resolve })) : Promise.resolve()
  }

  /** A caller waits until the view is loaded again. */
  get isAwaited(): boolean {
    return this.#positionWaiters.length > 0 || this.#attemptWaiters.length > 0
  }

  get isStale(): boolean {
    return this.#stale !== null
  }

  /** Resolves after the next attempt to load the view again: with its error, or null. */
  nextAttempt(): Promise<unknown> {
    return new Promise(resolve => this.#attemptWaiters.push(resolve))
  }

  /** Takes a change of a kind that its query listens to. Runs synchronously in the change log's loop. */
  onChange(change: ViewChange): void {
    if (this.#loading) this.#changesDuringLoad.push(change)
    if (!this.loaded || change.n <= this.#position) return
    if (this.#gatherer !== null && change.gathers && !this.#loading) {
      if (!this.#isConcerned(change)) return
      return this.#onGathering(this.#gatherer, this.#gatherer.add(change))
    }
    this.applyGathered()
    if (!this.#isConcerned(change)) return
    if (change.update === null || !(change.revokes || this.#host.hasUpdateBudget(change.n))) {
      this.source.skipped?.()
      return this.markStale(change.n)
    }
    const { update } = change
    if (this.#charge(change.n, () => update(this.source, this.set))) this.markStale(change.n)
    this.set.leastRevision = this.set.revision
  }

  /** Runs an update and charges it to the change: each document that it writes, and one step at least, since looking takes time too. */
  #charge(n: number, update: () => unknown): boolean {
    const { revision: before } = this.set
    const result = update()
    const isOutdated = this.source.updated?.(this.set) === true
    this.#host.chargeUpdate(n, Math.max(1, this.set.revision - before))
    return result === true || isOutdated
  }

  /** Something was gathered. Without subscribers it waits for the next one. */
  #onGathering(gatherer: ChangeGatherer<ViewChange>, isFirst: boolean): void {
    const isUsed = this.users.size > 0
    if (gatherer.changes.length >= MOST_GATHERED) return isUsed ? this.applyGathered() : this.markStale()
    if (!isUsed) this.set.behind = true
    if (!isFirst) return
    this.#host.onNeedsEveryChange(this)
    if (isUsed) gatherer.schedule()
  }

  /** Applies what is being gathered, if there is anything. */
  applyGathered(): void {
    if (this.#gatherer === null || this.#gatherer.isEmpty || this.#closed) return
    const { changes, updates } = this.#gatherer.take()
    this.set.behind = false
    this.#host.onGathered(this)
    try {
      const documents = new DocumentChanges(this.set)
      const missing = changes.filter(change => this.#isConcerned(change) && change.update!(this.source, documents))
      for (const update of updates) update(documents)
      const isOutdated = this.source.updated?.(documents) === true
      documents.publish()
      for (const { n } of missing) this.markStale(n)
      if (isOutdated) this.markStale(changes[0]?.n)
    } catch (error) {
      this.#host.report(error)
      this.markStale()
    }
  }

  /** Marks the view to be loaded again: because of the change `n`; without `n`, because of something outside the log. */
  markStale(n = this.#host.position): void {
    if (this.#closed) return
    if (this.#stale !== null) {
      this.#stale.lastMarked = Math.max(this.#stale.lastMarked, n)
      return
    }
    this.#stale = { since: n, lastMarked: n }
    this.set.stale = true
    // A load that is under way may include the change. If it does not, the view is reported as stale when the load ends.
    if (!this.#loading) this.#host.onStale(this)
  }

  /**
   * Gives new subscribers another view. Used for a page of a list that has lost rows: its subscribers keep it, new ones get a full page.
   */
  unshare(): void {
    if (!this.#closed) this.#host.unshare(this)
  }

  /** Adds keys of changes that concern the view, for the changes that are gathered with this one. `setKeys` must follow in `updated`. */
  addKeys(keys: readonly string[]): void {
    for (const key of keys) this.keys.add(key)
  }

  /** Replaces the keys of the changes that concern the view. */
  setKeys(keys: Set<string>): void {
    const previousKeys = this.keys
    this.keys = keys
    if (!this.#loading) this.#host.onKeysChanged(this, previousKeys)
  }

  /**
   * Changes documents for a source that follows something else than the change log: at once, or in a view that gathers changes, together with
   * them. Does nothing before and during a load, since the end of the load publishes everything. If the budget of the change is used up, a view
   * that does not gather is loaded again instead.
   * @param n number of the change that is the cause; null: none, because the source has read something
   * @param key while changes are gathered, an update replaces an earlier one with the same key
   */
  updateDocuments(n: number | null, update: DocumentUpdate, key: unknown = update): void {
    if (!this.loaded || this.#loading || this.#closed) return
    if (n === null) return update(this.set)
    if (this.#gatherer !== null) return this.#onGathering(this.#gatherer, this.#gatherer.addUpdate(key, update))
    if (!this.hasUpdateBudget(n)) return this.markStale(n)
    if (this.#charge(n, () => update(this.set))) this.markStale(n)
  }

  /** True if the budget of change `n` for updates in place is not used up. */
  hasUpdateBudget(n: number): boolean {
    return this.#host.hasUpdateBudget(n)
  }

  /** Loads the view again; never rejects. */
  async reload(): Promise<void> {
    if (this.#closed || this.#loading) return
    let failure: unknown = null
    try {
      await this.#load()
    } catch (error) {
      failure = error
      if (!this.#closed) this.#host.onReloadFailed(this, error)
    }
    for (const resolve of this.#attemptWaiters.splice(0)) resolve(failure)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#timer?.cancel()
    this.#gatherer?.cancel()
    this.set.dispose()
    this.source.close?.()
    for (const { resolve } of this.#positionWaiters.splice(0)) resolve()
    for (const resolve of this.#attemptWaiters.splice(0)) resolve(null)
  }

  #isConcerned({ keys }: ViewChange): boolean {
    return keys.some(key => this.keys.has(key))
  }

  async #load(): Promise<void> {
    const { keys } = this
    this.#loading = true
    this.#host.onNeedsEveryChange(this)
    // A load that reads an older state would lack them.
    this.#changesDuringLoad = [...(this.#gatherer?.changes ?? [])]
    this.applyGathered()
    try {
      const loaded = await this.source.load()
      await this.#host.waitUntilApplied(loaded.position)
      if (!this.#closed) this.#publish(loaded)
    } finally {
      this.#loading = false
      this.#changesDuringLoad = []
      this.#host.onLoadEnded(this, keys)
    }
    if (!this.#closed && this.#stale !== null) this.#host.onStale(this)
  }

  /** Publishes what was loaded together with the changes since, in one step, so that no subscriber sees what a later change has removed. */
  #publish({ position, documents, keys, until }: ViewLoadResult): void {
    const buffer = new DocumentBuffer(documents())
    this.keys = keys.size > 0 ? keys : new Set([this.#host.key])
    this.#position = position
    this.unavailable = false
    const marks: number[] = []
    let first: number | null = null
    // One after the other: a change may concern what an earlier one has added.
    for (const change of this.#changesDuringLoad) {
      if (change.n <= position || !this.#isConcerned(change)) continue
      first ??= change.n
      if (change.update === null || change.update(this.source, buffer)) marks.push(change.n)
    }
    if (this.source.updated?.(buffer) === true) marks.push(first ?? position)
    // The source may have marked the view stale during the load.
    if (this.#stale !== null && this.#stale.lastMarked > position) marks.push(this.#stale.lastMarked)
    if (this.source.incomplete?.()) marks.push(position)
    this.#stale = marks.length === 0 ? null : { since: Math.min(...marks), lastMarked: Math.max(...marks) }
    this.set.stale = this.#stale !== null
    buffer.publish(this.set)
    this.set.leastRevision = this.set.revision
    this.#positionWaiters = this.#positionWaiters.filter(waiter => {
      if (this.isBehind(waiter.n)) return true
      waiter.resolve()
      return false
    })
    this.#schedule(until)
  }

  #schedule(until: number | null): void {
    const { clock } = this.#host
    this.#timer?.cancel()
    if (until === null) {
      this.#timer = null
      return
    }
    this.#timer = clock.after(Math.min(MAX_TIMER_MS, Math.max(0, until - clock.now())), () =>
      clock.now() >= until ? this.markStale() : this.#schedule(until),
    )
  }
}
