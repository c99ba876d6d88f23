import { LRUCache } from 'lru-cache'
import type { ResultSet } from '#ddp/server/result-set.ts'
import type { Cache, CacheStats } from '#platform/cache-registry.ts'

/** A whole page as it is sent. `html` is UTF-8. */
export interface RenderedPage {
  status: 200 | 404
  html: Buffer
}

export interface CachedPage extends RenderedPage {
  /** The result sets that the page was rendered from. It is outdated when one of them has another revision or has been disposed. */
  sources: readonly { set: ResultSet; revision: number }[]
}

const MAX_PAGES = 500
const MAX_BYTES = 64 * 1024 * 1024

/** An LRU cache of whole pages by canonical URL. A page is valid as long as its data has not changed. */
export class PageCache implements Cache {
  readonly #pages = new LRUCache<string, CachedPage>({
    max: MAX_PAGES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ html }) => Math.max(1, html.length),
  })
  #hits = 0
  #misses = 0

  get stats(): CacheStats {
    return { entries: this.#pages.size, bytes: this.#pages.calculatedSize, hits: this.#hits, misses: this.#misses }
  }

  /** @returns null if the page must be rendered */
  get(url: string): RenderedPage | null {
    const page = this.peek(url)
    if (page === null) this.#misses++
    return page
  }

  /** Like `get`, but does not count a miss, because the caller then calls `get`. */
  peek(url: string): RenderedPage | null {
    const page = this.#pages.get(url)
    if (page === undefined) return null
    if (!page.sources.every(({ set, revision }) => !set.disposed && set.revision === revision)) {
      this.#pages.delete(url)
      return null
    }
    // A result set is about to be reloaded. The page is kept, because the reload may not change it.
    if (page.sources.some(({ set }) => set.stale)) return null
    this.#hits++
    return page
  }

  put(url: string, page: CachedPage): void {
    this.#pages.set(url, page)
  }

  clear(): number {
    const { size } = this.#pages
    this.#pages.clear()
    return size
  }
}
