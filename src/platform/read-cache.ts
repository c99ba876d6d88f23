import { LRUCache } from 'lru-cache'
import type { Cache, CacheStats } from '#platform/cache-registry.ts'

export interface ReadCacheOptions<V> {
  /** the most entries that are kept; the least recently used go first */
  max: number
  /** estimated size of one entry, in bytes */
  bytes: number
  /** reads a value that is not cached; null: there is none, which is not cached */
  read: (id: string) => Promise<V | null>
}

/** An LRU cache of what is read from the database by id. A value is cached until it is invalidated or the cache is cleared. */
export class ReadCache<V extends object> implements Cache {
  readonly #options: ReadCacheOptions<V>
  readonly #values: LRUCache<string, V>
  /** the reads that are under way, for all who ask meanwhile */
  readonly #reads = new Map<string, Promise<V | null>>()
  /** number of calls of `invalidate` and `clear`: a value whose read began before the last of them is not cached */
  #changes = 0
  #hits = 0
  #misses = 0

  constructor(options: ReadCacheOptions<V>) {
    this.#options = options
    this.#values = new LRUCache({ max: options.max })
  }

  get stats(): CacheStats {
    const { size } = this.#values
    return { entries: size, bytes: size * this.#options.bytes, hits: this.#hits, misses: this.#misses }
  }

  async get(id: string): Promise<V | null> {
    const cached = this.#values.get(id)
    if (cached !== undefined) {
      this.#hits++
      return cached
    }
    this.#misses++
    const known = this.#reads.get(id)
    if (known !== undefined) return known
    const read = this.#read(id).finally(() => {
      if (this.#reads.get(id) === read) this.#reads.delete(id)
    })
    this.#reads.set(id, read)
    return read
  }

  async #read(id: string): Promise<V | null> {
    const changes = this.#changes
    const value = await this.#options.read(id)
    if (value !== null && changes === this.#changes) this.#values.set(id, value)
    return value
  }

  invalidate(id: string): void {
    this.#changes++
    this.#values.delete(id)
    this.#reads.delete(id)
  }

  clear(): number {
    const { size } = this.#values
    this.#changes++
    this.#values.clear()
    this.#reads.clear()
    return size
  }
}
