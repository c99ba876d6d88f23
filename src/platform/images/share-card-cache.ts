import { LRUCache } from 'lru-cache'
import type { Cache, CacheStats } from '#platform/cache-registry.ts'
import { ConcurrencyLimit } from '#platform/jobs/concurrency-limit.ts'

/**
 * An LRU cache of drawn share cards. The key contains everything that is on the card. Concurrent requests for the same card share one
 * drawing.
 */
export class CardCache implements Cache {
  readonly #limit: ConcurrencyLimit
  readonly #cached: LRUCache<string, Buffer>
  readonly #drawing = new Map<string, Promise<Buffer>>()
  #hits = 0
  #misses = 0

  /** @param limit limits how many cards are drawn at a time, and how many wait */
  constructor({ maxBytes = 32 * 1024 * 1024, limit = new ConcurrencyLimit(2, 32) } = {}) {
    this.#cached = new LRUCache({ maxSize: maxBytes, sizeCalculation: card => Math.max(1, card.length) })
    this.#limit = limit
  }

  get stats(): CacheStats {
    return { entries: this.#cached.size, bytes: this.#cached.calculatedSize, hits: this.#hits, misses: this.#misses }
  }

  /** @throws DdpError too-many-requests if too many cards are waiting; any error of `draw`, which is not cached */
  get(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const card = this.#cached.get(key)
    if (card !== undefined) {
      this.#hits++
      return Promise.resolve(card)
    }
    this.#misses++
    let drawing = this.#drawing.get(key)
    if (drawing === undefined) {
      drawing = this.#draw(key, draw).finally(() => this.#drawing.delete(key))
      this.#drawing.set(key, drawing)
    }
    return drawing
  }

  /** Removes all entries. Cards that are being drawn are still added later. */
  clear(): number {
    const { size } = this.#cached
    this.#cached.clear()
    return size
  }

  async #draw(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const card = await this.#limit.run(draw)
    this.#cached.set(key, card)
    return card
  }
}
