import type { LiveSet } from '../../ddp/server/live-set.ts'
import type { Cache, CacheStats } from '../caches.ts'

export interface CachedPage {
  status: 200 | 404
  html: string
  /** what it was made from: a step of any of them, or its end, makes it old */
  sources: readonly { set: LiveSet; revision: number }[]
}

const MOST = 500
const MOST_CHARACTERS = 48 * 1024 * 1024

/** Whole pages as strings by canonical address; each is good as long as its data has not changed. Least recently used leave. */
export class PageCache implements Cache {
  readonly #pages = new Map<string, CachedPage>()
  #characters = 0
  #hits = 0
  #misses = 0

  get stats(): CacheStats {
    return { entries: this.#pages.size, bytes: this.#characters * 2, hits: this.#hits, misses: this.#misses }
  }

  get(url: string): CachedPage | null {
    const page = this.#pages.get(url)
    if (page === undefined || !page.sources.every(({ set, revision }) => !set.retired && set.revision === revision)) {
      if (page !== undefined) this.#drop(url, page)
      this.#misses++
      return null
    }
    this.#pages.delete(url)
    this.#pages.set(url, page)
    this.#hits++
    return page
  }

  put(url: string, page: CachedPage): void {
    const before = this.#pages.get(url)
    if (before !== undefined) this.#drop(url, before)
    this.#pages.set(url, page)
    this.#characters += page.html.length
    for (const [oldest, each] of this.#pages) {
      if (this.#pages.size <= MOST && this.#characters <= MOST_CHARACTERS) break
      this.#drop(oldest, each)
    }
  }

  clear(): number {
    const { size } = this.#pages
    this.#pages.clear()
    this.#characters = 0
    return size
  }

  #drop(url: string, page: CachedPage): void {
    this.#pages.delete(url)
    this.#characters -= page.html.length
  }
}
