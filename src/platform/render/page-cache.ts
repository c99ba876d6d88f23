import { LRUCache } from 'lru-cache'
import type { ResultSet } from '#ddp/server/result-set.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import type { Cache, CacheStats } from '#platform/cache-registry.ts'

/** A whole page as it is sent. `html` is UTF-8. */
export interface RenderedPage {
  status: 200 | 404
  html: Buffer
}

export interface CachedPage extends RenderedPage {
  /**
   * The result sets that the page was rendered from. It is outdated when one of them has been disposed, or has another revision and the page
   * is older than it may be behind (`ResultSet.lag`).
   */
  sources: readonly { set: ResultSet; revision: number }[]
  /** ms */
  renderedAt: number
}

const MAX_PAGES = 500
const MAX_BYTES = 64 * 1024 * 1024

/** An LRU cache of whole pages by canonical URL. A page is valid as long as its data has not changed. */
export class PageCache<Page extends CachedPage = CachedPage> implements Cache {
  readonly #clock: Pick<Clock, 'now'>
  readonly #pages = new LRUCache<string, Page>({
    max: MAX_PAGES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ html }) => Math.max(1, html.length),
  })
  #hits = 0
  #misses = 0

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  get stats(): CacheStats {
    return { entries: this.#pages.size, bytes: this.#pages.calculatedSize, hits: this.#hits, misses: this.#misses }
  }

  /** @returns null if the page must be rendered */
  get(url: string): Page | null {
    const page = this.peek(url)
    if (page === null) this.#misses++
    return page
  }

  /** Like `get`, but does not count a miss, because the caller then calls `get`. */
  peek(url: string): Page | null {
    const page = this.#pages.get(url)
    if (page === undefined) return null
    const age = this.#clock.now() - page.renderedAt
    // The time of day may have been set back.
    const mayLag = ({ lag }: ResultSet): boolean => age >= 0 && age < lag
    const isUsable = ({ set, revision }: CachedPage['sources'][number]): boolean =>
      !set.disposed && (set.revision === revision || (revision >= set.leastRevision && mayLag(set)))
    if (!page.sources.every(isUsable)) {
      this.#pages.delete(url)
      return null
    }
    // A result set is about to be reloaded or changed. The page is kept, because that may not change it.
    if (page.sources.some(({ set }) => set.stale || (set.behind && !mayLag(set)))) return null
    this.#hits++
    return page
  }

  put(url: string, page: Page): void {
    this.#pages.set(url, page)
  }

  clear(): number {
    const { size } = this.#pages
    this.#pages.clear()
    return size
  }
}
