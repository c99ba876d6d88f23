import type { DdpConnection } from '#ddp/server/connection.ts'
import type { ResultSet } from '#ddp/server/result-set.ts'
import type { PublishContext } from '#ddp/server/subscription.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { CacheRegistry } from '#platform/cache-registry.ts'
import type { ChangeLogReader } from '#platform/db/change-log/reader.ts'
import type { Database } from '#platform/db/database.ts'
import { isUnavailable } from '#platform/db/unavailable.ts'
import { FairQueue } from '#platform/fair-queue.ts'
import { estimateBytes } from './documents.ts'
import { QueryCache } from './query-cache.ts'
import { ReloadQueue } from './reload-queue.ts'
import type { View } from './view.ts'
import { OPENINGS_AT_ONCE, OPENINGS_PER_ADDRESS, RELOADS_AT_ONCE, type ViewLimits, viewLimits } from './view-limits.ts'
import { type OnViewsFull, ViewUsage, type ViewUse } from './view-usage.ts'

export interface ViewRegistryOptions {
  database: Database
  changeLog: ChangeLogReader
  clock: Clock
  caches: CacheRegistry
  report(cause: unknown): void
  /** Returns an empty result set for a view. */
  createSet(): ResultSet
  limits?: ViewLimits
  onFull?: OnViewsFull
  /** called with a call that has answered an error of which its contract says nothing */
  onUnlistedError?(call: string, error: DdpError): void
}

/** ms until a reload that failed is tried again */
const RETRY_PAUSE_MS = 250

/** All views of this node: knows who uses them, loads them again, and closes them. */
export class ViewRegistry {
  readonly options: ViewRegistryOptions & { limits: ViewLimits }
  readonly usage: ViewUsage
  readonly openings = new FairQueue({ atOnce: OPENINGS_AT_ONCE, perAddress: OPENINGS_PER_ADDRESS })
  readonly #queue = new ReloadQueue(RELOADS_AT_ONCE)
  /** Views that have to be loaded again after a rest. */
  readonly #resting = new Set<View>()
  readonly #caches = new Map<string, QueryCache>()
  readonly #entries = new Map<View, { cache: QueryCache; key: string; onClosed(): void; shared: boolean }>()
  /** The views that nobody uses, least recently used first. */
  readonly #idle = new Set<View>()
  #idleBytes = 0
  /** steps (documents written) that the change that is being applied has cost so far */
  #updateCost = { n: 0, steps: 0 }
  /** By id of the connection, the views that it uses, and how many of its subscriptions use each. */
  readonly #byConnection = new Map<string, Map<View, number>>()

  constructor(options: ViewRegistryOptions) {
    this.options = { limits: viewLimits(), ...options }
    this.usage = new ViewUsage(this.options.limits, () => this.options.clock.now(), options.onFull)
  }

  /** number of views, and of those that wait to be loaded again or are being loaded again */
  get size(): { views: number; reloading: number } {
    return { views: this.#entries.size, reloading: this.#queue.length + this.#resting.size }
  }

  getCache({ name, maxIdle }: { name: string; maxIdle: number }): QueryCache {
    let cache = this.#caches.get(name)
    if (cache === undefined) {
      cache = this.options.caches.add(name, new QueryCache(maxIdle, view => this.closeView(view)))
      this.#caches.set(name, cache)
    }
    return cache
  }

  /** @param onClosed called when the view is closed */
  add(cache: QueryCache, key: string, view: View, onClosed: () => void): void {
    cache.add(key, view)
    this.#entries.set(view, { cache, key, onClosed, shared: true })
    view.ready.catch(() => this.closeView(view))
  }

  /**
   * Returns the result set of a view, with every change that the loop has applied, and keeps the view open until the subscription stops.
   * @returns null if the view turned out to be for its earlier subscribers only (`unshare`), so that this one needs another
   * @throws the same as `SharedQuery.acquire`
   */
  async addSubscriber(publishing: PublishContext, view: View): Promise<ResultSet | null> {
    const { connection } = publishing
    let use: ViewUse | null = null
    this.#setIdle(view, false)
    view.users.add(publishing)
    if (connection !== null) this.#countUse(connection, view, 1)
    const leave = (): void => {
      if (!view.users.delete(publishing)) return
      use?.end()
      if (connection !== null) this.#countUse(connection, view, -1)
      if (view.users.size === 0) this.#onUnused(view)
    }
    try {
      if (connection !== null) use = this.usage.begin(publishing, view)
    } catch (error) {
      leave()
      throw error
    }
    publishing.onStop(leave)
    await view.ready
    await this.#waitUntilFresh(view)
    if (publishing.stopped) return view.set
    if (this.#entries.get(view)?.shared === false) {
      leave()
      return null
    }
    use?.settle()
    return view.set
  }

  hasUpdateBudget(n: number): boolean {
    return this.#updateCost.n !== n || this.#updateCost.steps < this.options.limits.updateBudget
  }

  chargeUpdate(n: number, steps: number): void {
    this.#updateCost = { n, steps: steps + (this.#updateCost.n === n ? this.#updateCost.steps : 0) }
  }

  /** From now on, new subscribers get another view under the same key. */
  unshare(view: View): void {
    const entry = this.#entries.get(view)
    if (entry === undefined) return
    entry.shared = false
    entry.cache.delete(entry.key, view)
    if (view.users.size === 0) this.closeView(view)
  }

  /** Resolves when the views that a connection uses include every change up to `n`, which the loop has applied. */
  async waitUntilApplied(connection: DdpConnection, n: number): Promise<void> {
    const views = [...(this.#byConnection.get(connection.id)?.keys() ?? [])]
    for (const view of views) view.applyGathered()
    const behindViews = views.filter(view => view.isBehind(n))
    const pending = behindViews.map(view => view.waitUntilIncludes(n))
    for (const view of behindViews) this.#queue.prioritise(view)
    await Promise.all(pending)
  }

  /** Resolves when no view waits to be changed or loaded again. */
  async idle(): Promise<void> {
    for (;;) {
      for (const view of this.#entries.keys()) view.applyGathered()
      await this.#queue.idle()
      const [resting] = this.#resting
      if (resting === undefined) return
      await resting.waitUntilIncludes(Number.POSITIVE_INFINITY)
    }
  }

  /** Queues a view that has to be loaded again, after its rest. A view that nobody uses is closed instead. */
  enqueueReload(view: View): void {
    if (view.users.size === 0) return this.closeView(view)
    const rest = view.source.rest?.() ?? 0
    if (rest === 0) return this.#addToQueue(view)
    if (this.#resting.has(view)) return
    this.#resting.add(view)
    this.options.clock.after(rest, () => {
      if (this.#resting.delete(view)) this.#addToQueue(view)
    })
  }

  onReloadFailed(view: View, error: unknown): void {
    if (error instanceof DdpError) {
      for (const publishing of [...view.users]) publishing.error(error)
      return this.closeView(view)
    }
    if (!view.unavailable) this.options.report(error)
    view.unavailable = isUnavailable(error)
    this.options.clock.after(RETRY_PAUSE_MS, () => {
      if (!view.closed) this.enqueueReload(view)
    })
  }

  /** Called after a load: updates the size of the view. */
  resize(view: View): void {
    if (!this.#entries.has(view) && view.loaded) return
    const bytes = estimateBytes(view.set) + (view.source.bytes?.() ?? 0)
    if (this.#idle.has(view)) this.#idleBytes += bytes - view.bytes
    this.usage.resize(view, bytes, view.set.size)
  }

  /** Closes a view. */
  closeView(view: View): void {
    const entry = this.#entries.get(view)
    if (entry === undefined) return
    this.#entries.delete(view)
    this.#setIdle(view, false)
    entry.cache.delete(entry.key, view)
    entry.onClosed()
    this.#queue.remove(view)
    this.#resting.delete(view)
    view.close()
  }

  close(): void {
    for (const view of [...this.#entries.keys()]) this.closeView(view)
  }

  /** Waits until the view is loaded again, if it has to be. While the database is unavailable, the view stays as it is. */
  async #waitUntilFresh(view: View): Promise<void> {
    view.applyGathered()
    const { applied } = this.options.changeLog
    while (view.isBehind(applied) && !view.unavailable) {
      const attempt = view.nextAttempt()
      this.#queue.prioritise(view)
      const error = await attempt
      if (error !== null && !isUnavailable(error)) throw error
    }
  }

  #addToQueue(view: View): void {
    this.#queue.add(view)
    if (view.isAwaited) this.#queue.prioritise(view)
  }

  #onUnused(view: View): void {
    if (view.isStale || this.#entries.get(view)?.shared === false) return this.closeView(view)
    this.#setIdle(view, true)
    for (const oldest of this.#idle) {
      if (this.#idleBytes <= this.options.limits.idle) break
      this.closeView(oldest)
    }
  }

  #setIdle(view: View, idle: boolean): void {
    const entry = this.#entries.get(view)
    if (this.#idle.has(view) === idle) return
    if (idle) {
      if (entry === undefined) return
      this.#idle.add(view)
      this.#idleBytes += view.bytes
      entry.cache.markIdle(view)
    } else {
      this.#idle.delete(view)
      this.#idleBytes -= view.bytes
      entry?.cache.markUsed(view)
    }
  }

  #countUse({ id }: DdpConnection, view: View, by: 1 | -1): void {
    const views = this.#byConnection.get(id) ?? new Map<View, number>()
    this.#byConnection.set(id, views)
    const count = (views.get(view) ?? 0) + by
    if (count > 0) views.set(view, count)
    else views.delete(view)
    if (views.size === 0) this.#byConnection.delete(id)
  }
}
