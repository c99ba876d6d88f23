/** How a cache is doing. `bytes`: what it holds, where it does not know exactly an estimate; `hits` and `misses` since the start. */
export interface CacheStats {
  entries: number
  bytes: number
  hits: number
  misses: number
}

export interface Cache {
  readonly stats: CacheStats
  /** Lets go of all that nobody is using. @returns how many entries */
  clear(): number
}

/** Everything that is kept in memory only to be faster, by name: to be looked into, and to be let go of. */
export class CacheRegistry {
  readonly #caches = new Map<string, Cache>()

  /** @throws Error when there is one of this name */
  add<C extends Cache>(name: string, cache: C): C {
    if (this.#caches.has(name)) throw new Error(`There is a cache called ${name} already`)
    this.#caches.set(name, cache)
    return cache
  }

  /** In the order of the names. */
  get stats(): (CacheStats & { name: string })[] {
    return [...this.#caches].map(([name, { stats }]) => ({ name, ...stats })).sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** @param name null: all of them. @returns how many entries went; null: there is no such cache */
  clear(name: string | null): number | null {
    if (name !== null) return this.#caches.get(name)?.clear() ?? null
    return [...this.#caches.values()].reduce((cleared, cache) => cleared + cache.clear(), 0)
  }
}
