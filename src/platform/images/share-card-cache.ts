import { LRUCache } from 'lru-cache'
import type { Cache, CacheStats } from '../cache-registry.ts'
import { ConcurrencyLimit } from '../jobs/concurrency-limit.ts'

/**
 * An LRU cache of drawn share cards. The key contains everything that is on the card. Concurrent requests for the same card share one
 * drawing.
 */
export class CardCache implements Cache {
  readonly #turns: ConcurrencyLimit
  readonly #drawn: LRUCache<string, Buffer>
  readonly #underWay = new Map<string, Promise<Buffer>>()
  #hits = 0
  #misses = 0

  /** @param turns limits how many cards are drawn at a time, and how many wait */
  constructor({ mostBytes = 32 * 1024 * 1024, turns = new ConcurrencyLimit(2, 32) } = {}) {
    this.#drawn = new LRUCache({ maxSize: mostBytes, sizeCalculation: card => Math.max(1, card.length) })
    this.#turns = turns
  }

  get stats(): CacheStats {
    return { entries: this.#drawn.size, bytes: this.#drawn.calculatedSize, hits: this.#hits, misses: this.#misses }
  }

  /** @throws DdpError too-many-requests if too many cards are waiting; any error of `draw`, which is not cached */
  get(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const card = this.#drawn.get(key)
    if (card !== undefined) {
      this.#hits++
      return Promise.resolve(card)
    }
    this.#misses++
    let drawing = this.#underWay.get(key)
    if (drawing === undefined) {
      drawing = this.#draw(key, draw).finally(() => this.#underWay.delete(key))
      this.#underWay.set(key, drawing)
    }
    return drawing
  }

  /** Removes all entries. Cards that are being drawn are still added later. */
  clear(): number {
    const { size } = this.#drawn
    this.#drawn.clear()
    return size
  }

  async #draw(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const card = await this.#turns.run(draw)
    this.#drawn.set(key, card)
    return card
  }
}
