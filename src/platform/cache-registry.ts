/**
 * Figures of one cache. `bytes`: the size of its entries, estimated where the cache does not know it exactly; `hits` and `misses`: since it
 * was created.
 */
export interface CacheStats {
  entries: number
  bytes: number
  hits: number
  misses: number
}

export interface Cache {
  readonly stats: CacheStats
  /** Removes every entry that is not in use. @returns how many entries were removed */
  clear(): number
}

/** All caches in the memory of this process, by name, so that they can be inspected and cleared. */
export class CacheRegistry {
  readonly #caches = new Map<string, Cache>()

  /** @throws Error when there is a cache of this name already */
  add<C extends Cache>(name: string, cache: C): C {
    if (this.#caches.has(name)) throw new Error(`There is a cache called ${name} already`)
    this.#caches.set(name, cache)
    return cache
  }

  /** The figures of all caches, sorted by name. */
  get stats(): (CacheStats & { name: string })[] {
    return [...this.#caches].map(([name, { stats }]) => ({ name, ...stats })).sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** @param name null: all caches. @returns how many entries were removed; null: there is no such cache */
  clear(name: string | null): number | null {
    if (name !== null) return this.#caches.get(name)?.clear() ?? null
    return [...this.#caches.values()].reduce((cleared, cache) => cleared + cache.clear(), 0)
  }
}
