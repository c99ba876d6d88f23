import type { Cache, CacheStats } from '../cache-registry.ts'
import { ConcurrencyLimit } from '../jobs/concurrency-limit.ts'

/** Cards that were drawn, by all that is on them: whoever asks for one that is being drawn waits for that drawing. Least recently asked for leave. */
export class CardCache implements Cache {
  readonly #mostBytes: number
  readonly #turns: ConcurrencyLimit
  readonly #drawn = new Map<string, Buffer>()
  readonly #underWay = new Map<string, Promise<Buffer>>()
  #bytes = 0
  #hits = 0
  #misses = 0

  /** @param turns how many are drawn at a time, and how many wait */
  constructor({ mostBytes = 32 * 1024 * 1024, turns = new ConcurrencyLimit(2, 32) } = {}) {
    this.#mostBytes = mostBytes
    this.#turns = turns
  }

  get stats(): CacheStats {
    return { entries: this.#drawn.size, bytes: this.#bytes, hits: this.#hits, misses: this.#misses }
  }

  /** @throws DdpError too-many-requests when too many cards wait to be drawn; what `draw` throws, and then the next one tries again */
  get(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const card = this.#drawn.get(key)
    if (card !== undefined) {
      this.#hits++
      this.#drawn.delete(key)
      this.#drawn.set(key, card)
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

  /** What is being drawn comes in all the same. */
  clear(): number {
    const { size } = this.#drawn
    this.#drawn.clear()
    this.#bytes = 0
    return size
  }

  async #draw(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const card = await this.#turns.run(draw)
    this.#drawn.set(key, card)
    this.#bytes += card.length
    for (const [oldest, { length }] of this.#drawn) {
      if (this.#bytes <= this.#mostBytes) break
      this.#drawn.delete(oldest)
      this.#bytes -= length
    }
    return card
  }
}
