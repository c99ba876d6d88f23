import type { RankedEntry } from './comparator.ts'
import { OrderStatisticTree } from './order-statistic-tree.ts'

/**
 * One board: each player's best, guarded by version so that news may come late, twice or out of order. A version is the feed number of the
 * change; what the board was loaded with counts as `floor`. A removal keeps its version as a tombstone until `settle` has passed it.
 */
export class Board {
  readonly #set = new OrderStatisticTree()
  readonly #touched = new Map<string, number>()
  #floor: number

  /** @param floor the feed number up to which `load` is complete */
  constructor(floor: number) {
    this.#floor = floor
  }

  get players(): number {
    return this.#set.size
  }

  get best(): number | null {
    return this.#set.at(0)?.value ?? null
  }

  /** How many tombstones and fresh versions are kept. */
  get guarded(): number {
    return this.#touched.size
  }

  /** For filling it before anybody looks. */
  load(standing: RankedEntry): void {
    this.#set.put(standing.id, standing.value, standing.achievedAt)
  }

  /**
   * A player's best as of `version`; null: none any more.
   * @returns false when the board knew of something at least as new
   */
  apply(id: string, standing: Omit<RankedEntry, 'id'> | null, version: number): boolean {
    if (version <= (this.#touched.get(id) ?? this.#floor)) return false
    this.#touched.set(id, version)
    if (standing === null) this.#set.remove(id)
    else this.#set.put(id, standing.value, standing.achievedAt)
    return true
  }

  /** A player's best as somebody knows it who has kept track of the order of changes himself; null: none. */
  set(id: string, standing: Omit<RankedEntry, 'id'> | null): void {
    if (standing === null) this.#set.remove(id)
    else this.#set.put(id, standing.value, standing.achievedAt)
  }

  /** Nothing older than `version` will come any more. */
  settle(version: number): void {
    if (version <= this.#floor) return
    this.#floor = version
    for (const [id, touched] of this.#touched) if (touched <= version) this.#touched.delete(id)
  }

  /** The first `count` rows, or those at `from` … `from + count` − 1. */
  rows(count: number, from = 0): RankedEntry[] {
    return this.#set.slice(from, from + count)
  }

  place(id: string): { rank: number; position: number; players: number; value: number; achievedAt: number; percentile: number } | null {
    const place = this.#set.placeOf(id)
    if (place === null) return null
    return { ...place, players: this.players, percentile: this.percentileBelow(place.value) }
  }

  /** Share of the board's players with a lower best, 0..100. */
  percentileBelow(value: number): number {
    return this.players === 0 ? 0 : (100 * (this.players - this.countAtLeast(value))) / this.players
  }

  countAbove(value: number): number {
    return this.#set.countAbove(value)
  }

  /** How many have this value or more. */
  countAtLeast(value: number): number {
    return this.#set.countAbove(value - 1)
  }

  /** The value at a share of the players counted from the lowest; null when there is nobody. @param share 0..1 */
  quantile(share: number): number | null {
    if (this.players === 0) return null
    return this.#set.at(this.players - 1 - Math.round(share * (this.players - 1)))!.value
  }
}
