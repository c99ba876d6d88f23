import type { Cache, CacheStats } from '#platform/cache-registry.ts'
import type { View } from './view.ts'

/**
 * The views of one name, by key. Views that nobody uses are kept for the next subscriber; when there are too many of them, the least
 * recently used are closed.
 */
export class QueryCache implements Cache {
  readonly #maxIdle: number
  readonly #views = new Map<string, View>()
  readonly #idle = new Set<View>()
  /** closes a view */
  readonly #onEvict: (view: View) => void
  #hits = 0
  #misses = 0

  constructor(maxIdle: number, onEvict: (view: View) => void) {
    this.#maxIdle = maxIdle
    this.#onEvict = onEvict
  }

  get stats(): CacheStats {
    let bytes = 0
    for (const view of this.#views.values()) bytes += view.bytes
    return { entries: this.#views.size, bytes, hits: this.#hits, misses: this.#misses }
  }

  get(key: string): View | undefined {
    const view = this.#views.get(key)
    if (view === undefined) this.#misses++
    else this.#hits++
    return view
  }

  /** As `get`, but not counted as a hit or a miss. */
  peek(key: string): View | undefined {
    return this.#views.get(key)
  }

  add(key: string, view: View): void {
    this.#views.set(key, view)
  }

  /** Called when nobody uses the view any more. */
  markIdle(view: View): void {
    this.#idle.add(view)
    this.#evict(this.#maxIdle)
  }

  /** Called when the view is used again, or is being closed. */
  markUsed(view: View): void {
    this.#idle.delete(view)
  }

  /** Removes a view from the cache. It does not close the view. */
  delete(key: string, view: View): void {
    this.#idle.delete(view)
    if (this.#views.get(key) === view) this.#views.delete(key)
  }

  /** Closes the views that nobody uses. @returns how many */
  clear(): number {
    return this.#evict(0)
  }

  #evict(keep: number): number {
    let evicted = 0
    for (const view of this.#idle) {
      if (this.#idle.size <= keep) break
      evicted++
      this.#onEvict(view)
    }
    return evicted
  }
}
