import type { RankedEntry } from './comparator.ts'
import { OrderStatisticTree } from './order-statistic-tree.ts'

/**
 * One leaderboard: each player's best score. `apply` checks a version, so that changes may arrive late, twice or out of order. A version is
 * the change-log number of the change; everything up to `floor` is included already. A removal keeps its version as a tombstone until
 * `settle` has passed it.
 */
export class Board {
  readonly #set = new OrderStatisticTree()
  readonly #touched = new Map<string, number>()
  #floor: number

  /** @param floor the change-log number up to which the loaded entries are complete */
  constructor(floor: number) {
    this.#floor = floor
  }

  get players(): number {
    return this.#set.size
  }

  get best(): number | null {
    return this.#set.at(0)?.value ?? null
  }

  /** The number of players with a remembered version, removed ones included. */
  get guarded(): number {
    return this.#touched.size
  }

  /** Adds an entry without a version check, to fill the board before it is used. Entries in the order of the board load fastest. */
  load(entry: RankedEntry): void {
    this.#set.append(entry.id, entry.value, entry.achievedAt)
  }

  /**
   * Sets a player's best as of `version`; null: the player has none any more.
   * @returns false if the board already has a change of this player with the same or a later version
   */
  apply(id: string, entry: Omit<RankedEntry, 'id'> | null, version: number): boolean {
    if (version <= (this.#touched.get(id) ?? this.#floor)) return false
    this.#touched.set(id, version)
    if (entry === null) this.#set.remove(id)
    else this.#set.put(id, entry.value, entry.achievedAt)
    return true
  }

  /** Sets a player's best without a version check, for callers that keep changes in order themselves; null: the player has none. */
  set(id: string, entry: Omit<RankedEntry, 'id'> | null): void {
    if (entry === null) this.#set.remove(id)
    else this.#set.put(id, entry.value, entry.achievedAt)
  }

  /** Call it when no change with this version or an earlier one can arrive any more: forgets their versions. */
  settle(version: number): void {
    if (version <= this.#floor) return
    this.#floor = version
    for (const [id, touched] of this.#touched) if (touched <= version) this.#touched.delete(id)
  }

  /** The first `count` entries, or those at positions `from` … `from + count` − 1. */
  rows(count: number, from = 0): RankedEntry[] {
    return this.#set.slice(from, from + count)
  }

  /** A player's best, without its rank; null: the player is not on the board. */
  bestOf(id: string): Omit<RankedEntry, 'id'> | null {
    return this.#set.get(id)
  }

  place(id: string): { rank: number; position: number; players: number; value: number; achievedAt: number; percentile: number } | null {
    const place = this.#set.getRankInfo(id)
    if (place === null) return null
    return { ...place, players: this.players, percentile: this.percentileBelow(place.value) }
  }

  /** Percentage of the board's players whose best is lower, 0..100. */
  percentileBelow(value: number): number {
    return this.players === 0 ? 0 : (100 * (this.players - this.countAtLeast(value))) / this.players
  }

  countAbove(value: number): number {
    return this.#set.countAbove(value)
  }

  /** The number of players with this value or a higher one. */
  countAtLeast(value: number): number {
    return this.#set.countAbove(value - 1)
  }

  /** The value at a quantile of the players, counted from the lowest; null if there are no players. @param share 0..1 */
  quantile(share: number): number | null {
    if (this.players === 0) return null
    return this.#set.at(this.players - 1 - Math.round(share * (this.players - 1)))!.value
  }
}
