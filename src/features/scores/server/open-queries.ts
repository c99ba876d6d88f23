import type { LiveSet } from '../../../ddp/server/live-set.ts'
import type { LiveQuery } from '../../../platform/live/server/live-queries.ts'

/** Queries by what they are about, so that the feed finds those that are open. */
export class OpenQueries<Q extends { set: LiveSet }> {
  readonly #open = new Map<string, Set<Q>>()

  of(key: string): Iterable<Q> {
    return [...(this.#open.get(key) ?? [])]
  }

  *all(): Iterable<Q> {
    for (const queries of [...this.#open.values()]) yield* [...queries]
  }

  /** Lets the feed find a query as long as it is open, from before it is ready; one that cannot be opened leaves again. */
  async keep(key: string, query: Q, ready: Promise<unknown>, stop: () => void = () => {}): Promise<LiveQuery> {
    const queries = this.#open.get(key) ?? new Set()
    this.#open.set(key, queries.add(query))
    const close = (): void => {
      stop()
      queries.delete(query)
      if (queries.size === 0 && this.#open.get(key) === queries) this.#open.delete(key)
    }
    try {
      await ready
    } catch (error) {
      close()
      throw error
    }
    return { set: query.set, close }
  }
}
