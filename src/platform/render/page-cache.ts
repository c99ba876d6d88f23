import type { ResultSet } from '../../ddp/server/result-set.ts'
import type { Cache, CacheStats } from '../cache-registry.ts'

/** A whole page as it is sent. `html`: UTF-8 */
export interface RenderedPage {
  status: 200 | 404
  html: Buffer
}

export interface CachedPage extends RenderedPage {
  /** what it was made from: a step of any of them, or its end, makes it old */
  sources: readonly { set: ResultSet; revision: number }[]
}

const MOST = 500
const MOST_BYTES = 64 * 1024 * 1024

/** Whole pages by canonical address; each is good as long as its data has not changed. Least recently used leave. */
export class PageCache implements Cache {
  readonly #pages = new Map<string, CachedPage>()
  #bytes = 0
  #hits = 0
  #misses = 0

  get stats(): CacheStats {
    return { entries: this.#pages.size, bytes: this.#bytes, hits: this.#hits, misses: this.#misses }
  }

  /** @returns null when it has to be made */
  get(url: string): RenderedPage | null {
    const page = this.peek(url)
    if (page === null) this.#misses++
    return page
  }

  /** The same, asked by whoever will ask again if there is none. */
  peek(url: string): RenderedPage | null {
    const page = this.#pages.get(url)
    if (page === undefined) return null
    if (!page.sources.every(({ set, revision }) => !set.retired && set.revision === revision)) {
      this.#drop(url, page)
      return null
    }
    // One of them is about to be loaded again: perhaps nothing on the page changes by that.
    if (page.sources.some(({ set }) => set.stale)) return null
    this.#pages.delete(url)
    this.#pages.set(url, page)
    this.#hits++
    return page
  }

  put(url: string, page: CachedPage): void {
    const before = this.#pages.get(url)
    if (before !== undefined) this.#drop(url, before)
    this.#pages.set(url, page)
    this.#bytes += page.html.length
    for (const [oldest, each] of this.#pages) {
      if (this.#pages.size <= MOST && this.#bytes <= MOST_BYTES) break
      this.#drop(oldest, each)
    }
  }

  clear(): number {
    const { size } = this.#pages
    this.#pages.clear()
    this.#bytes = 0
    return size
  }

  #drop(url: string, page: CachedPage): void {
    this.#pages.delete(url)
    this.#bytes -= page.html.length
  }
}
