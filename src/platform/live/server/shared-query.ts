import type { ResultSet } from '#ddp/server/result-set.ts'
import type { PublishContext } from '#ddp/server/subscription.ts'
import { callerGroups } from '#ddp/transport/node/client-address.ts'
import type { ChangeRule } from '#platform/db/change-log/define-change.ts'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { DocumentWriter } from './documents.ts'
import type { LoadContext, QueryDefinition, UpdateRule } from './live-query.ts'
import type { QueryCache } from './query-cache.ts'
import { View, type ViewChange, type ViewHost, type ViewLoadResult, type ViewSource } from './view.ts'
import type { ViewRegistry } from './view-registry.ts'

/** A query with its open views: finds the views that a change concerns, and gives each subscriber the view for its parameters. */
export class SharedQuery<Input, Params> {
  readonly #definition: QueryDefinition<Input, Params, ViewSource>
  readonly #registry: ViewRegistry
  readonly #cache: QueryCache
  readonly #byKey = new Map<string, Set<View>>()
  /** those that get every change, see `ViewHost.onNeedsEveryChange` */
  readonly #viewsWithEveryChange = new Set<View>()

  constructor(definition: QueryDefinition<Input, Params, ViewSource>, registry: ViewRegistry) {
    this.#definition = definition
    this.#registry = registry
    this.#cache = registry.getCache(definition.cache)
    const rules = 'load' in definition ? definition.reloadOn : [...(definition.reloadOn ?? []), ...(definition.updateOn ?? [])]
    for (const rule of rules) this.reloadOn(rule)
  }

  /**
   * Loads views again by changes that the feature of this query does not know, besides those that its definition names. A higher feature
   * calls it while it starts.
   */
  reloadOn(rule: ChangeRule): void {
    this.#registry.options.changeLog.on(rule.kind, entry => this.#onChange(rule, entry))
  }

  /** Checks permission and returns the parameters of the view; null: nothing for this caller. @throws DdpError */
  params(input: Input, publishing: PublishContext): Params | null | Promise<Params | null> {
    return this.#definition.params(input, publishing)
  }

  /**
   * Returns the result set, with every change that the change log's loop has applied so far. It is kept up to date until the subscription
   * stops. While the database is unavailable, a view that should be loaded again is returned as it is.
   * @throws DdpError too-many-requests, or what the load threw
   */
  async acquire(publishing: PublishContext, params: Params): Promise<ResultSet> {
    const { key = JSON.stringify } = this.#definition
    const name = key(params)
    const { connection, userId } = publishing
    const view = this.#cache.get(name)
    const set = view === undefined ? null : await this.#registry.addSubscriber(publishing, view)
    if (set !== null) return set
    const open = async (): Promise<ResultSet> => {
      for (;;) {
        // The client may have left while the subscription waited. What it gets is then of no use to it.
        if (publishing.stopped) return this.#registry.options.createSet()
        const opened = await this.#registry.addSubscriber(publishing, this.#cache.peek(name) ?? this.#open(name, params, publishing))
        if (opened !== null) return opened
      }
    }
    return connection === null ? open() : this.#registry.openings.run(callerGroups(connection.clientAddress, userId ?? connection.id), open)
  }

  /** Opens a view, which begins to load. @throws DdpError too-many-requests; nothing is opened then */
  #open(key: string, params: Params, publishing: PublishContext): View {
    const standing = this.#definition.standing?.(params) ?? false
    if (!standing) this.#registry.usage.admit(publishing)
    const view = new View(this.#host(key), opened => this.#source(params, opened), standing)
    this.#registry.add(this.#cache, key, view, () => this.#removeView(view))
    return view
  }

  #host(key: string): ViewHost {
    const registry = this.#registry
    const { changeLog, clock, createSet } = registry.options
    return {
      clock,
      key,
      createSet,
      get position() {
        return changeLog.applied
      },
      waitUntilApplied: position => changeLog.pollUntilApplied(position),
      hasUpdateBudget: n => registry.hasUpdateBudget(n),
      chargeUpdate: (n, steps) => registry.chargeUpdate(n, steps),
      unshare: view => registry.unshare(view),
      onKeysChanged: (view, before) => this.#index(view, before),
      report: cause => registry.options.report(cause),
      onStale: view => registry.enqueueReload(view),
      onReloadFailed: (view, error) => registry.onReloadFailed(view, error),
      onNeedsEveryChange: view => void this.#viewsWithEveryChange.add(view),
      onGathered: view => void (view.loading || this.#viewsWithEveryChange.delete(view)),
      onLoadEnded: (view, before) => {
        this.#viewsWithEveryChange.delete(view)
        this.#index(view, before)
        registry.resize(view)
      },
    }
  }

  #source(params: Params, view: View): ViewSource {
    const definition = this.#definition
    if (!('load' in definition)) return definition.open(params, view)
    const { database, clock } = this.#registry.options
    return {
      load: () =>
        database.readSnapshot(async (tx, position): Promise<ViewLoadResult> => {
          const keys = new Set<string>()
          let until: number | null = null
          const context: LoadContext = {
            now: clock.now(),
            shown: collection => (view.loaded ? view.set.ids(collection) : null),
            unshare: () => view.unshare(),
            keepRoom: () => {
              view.standing = true
            },
            watchKeys: (...added) => added.forEach(key => void keys.add(key)),
            reloadAt: reloadTime => {
              until = reloadTime
            },
          }
          const documents = await definition.load(tx, params, context)
          return { position, documents: () => documents, keys, until }
        }),
    }
  }

  /**
   * Changes documents of the open views that have one of these keys. A higher feature calls it in the change log's loop, for changes that
   * the feature of this query does not know.
   * @param n number of the change
   * @param gathers see `UpdateRule`
   */
  update(n: number, keys: readonly string[], update: (documents: DocumentWriter) => void, gathers = false): void {
    this.#passToViews({
      n,
      keys,
      revokes: false,
      gathers,
      update: (_source, documents) => {
        update(documents)
        return false
      },
    })
  }

  /**
   * Called in the change log's loop. Views that are being loaded, or that gather changes, get every change, since it is not known yet which
   * changes concern what they show.
   */
  #onChange(rule: ChangeRule | UpdateRule, { n, body }: ChangeLogEntry): void {
    if (this.#byKey.size === 0 && this.#viewsWithEveryChange.size === 0) return
    const update: ViewChange['update'] = 'update' in rule ? (source, documents) => rule.update(source, documents, body, n) : null
    const [revokes, gathers] = 'update' in rule ? [rule.revokes, rule.gathers(body)] : [false, false]
    this.#passToViews({ n, keys: [...new Set(rule.keys(body))], revokes, gathers, update })
  }

  #passToViews(change: ViewChange): void {
    const views = new Set(this.#viewsWithEveryChange)
    for (const key of change.keys) for (const view of this.#byKey.get(key) ?? []) views.add(view)
    for (const view of views) view.onChange(change)
  }

  #index(view: View, before: ReadonlySet<string>): void {
    for (const key of before) if (!view.keys.has(key)) this.#unindex(key, view)
    if (view.closed) return
    for (const key of view.keys) {
      const views = this.#byKey.get(key)
      if (views === undefined) this.#byKey.set(key, new Set([view]))
      else views.add(view)
    }
  }

  #unindex(key: string, view: View): void {
    const views = this.#byKey.get(key)
    views?.delete(view)
    if (views?.size === 0) this.#byKey.delete(key)
  }

  #removeView(view: View): void {
    this.#viewsWithEveryChange.delete(view)
    for (const key of view.keys) this.#unindex(key, view)
  }
}
