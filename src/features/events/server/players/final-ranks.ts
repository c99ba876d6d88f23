import { LRUCache } from 'lru-cache'
import { formatRules } from '#events/formats/registry.ts'
import type { Cache, CacheStats } from '#platform/cache-registry.ts'
import type { Db } from '#platform/db/database.ts'
import { listPlayingEntrants } from '../entrants/entrant-store.ts'
import { loadPlayed } from '../standings/load-standings.ts'
import { eventById } from '../store.ts'

/** the rank of each player of an event who has played in it, by user id */
type Ranks = ReadonlyMap<string, number>

const MAX_RANKS = 200_000
/** estimated memory of one rank, in bytes */
const RANK_BYTES = 100

/**
 * The ranks of the players of finished events, none as long as the standings are held back. They are computed when they are first asked for,
 * and kept until the event changes.
 */
export class FinalRanks implements Cache {
  readonly #ranks = new LRUCache<string, Ranks>({ maxSize: MAX_RANKS, sizeCalculation: ranks => ranks.size + 1 })
  /** number of the last change of an event in the change log, or of the last change when the cache was cleared */
  #changedAt = 0
  #hits = 0
  #misses = 0

  get stats(): CacheStats {
    return { entries: this.#ranks.size, bytes: this.#ranks.calculatedSize * RANK_BYTES, hits: this.#hits, misses: this.#misses }
  }

  /** @param position number of the last change that the snapshot `tx` includes */
  async get(tx: Db, position: number, eventId: string): Promise<Ranks> {
    const cached = this.#ranks.get(eventId)
    if (cached !== undefined) {
      this.#hits++
      return cached
    }
    this.#misses++
    const ranks = await computeRanks(tx, eventId)
    // What was read before the last change may be out of date.
    if (position >= this.#changedAt) this.#ranks.set(eventId, ranks)
    return ranks
  }

  /** @param n number of the change in the change log */
  invalidate(eventId: string, n: number): void {
    this.#changedAt = Math.max(this.#changedAt, n)
    this.#ranks.delete(eventId)
  }

  clear(): number {
    const { size } = this.#ranks
    this.#ranks.clear()
    return size
  }
}

async function computeRanks(tx: Db, eventId: string): Promise<Ranks> {
  const event = await eventById(tx, eventId)
  if (event === null || event.standingsHeld) return new Map()
  const entrants = await listPlayingEntrants(tx, eventId)
  const standings = formatRules(event.format, event).standings(
    event.machineIds,
    entrants.map(({ id }) => id),
    await loadPlayed(tx, event),
  )
  const userIds = new Map(entrants.map(({ id, userId }) => [id, userId]))
  return new Map(
    standings.flatMap(({ entrantId, rank, machines, games }): [string, number][] => {
      const userId = userIds.get(entrantId)
      const hasPlayed = machines.length > 0 || (games ?? []).length > 0
      return userId && hasPlayed ? [[userId, rank]] : []
    }),
  )
}
