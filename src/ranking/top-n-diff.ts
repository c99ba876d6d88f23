import type { Board } from './board.ts'
import type { RankedEntry } from './comparator.ts'

/** The changes of a top list by player. Positions are not included, since they follow from the values. */
export interface WindowDifference {
  removed: string[]
  added: RankedEntry[]
  changed: RankedEntry[]
}

/** The first `limit` rows of a board, as they were at the last `read` or `follow`. */
export class TopNWindow {
  readonly #limit: number
  #rows = new Map<string, RankedEntry>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#rows.size
  }

  get(id: string): RankedEntry | undefined {
    return this.#rows.get(id)
  }

  ids(): IterableIterator<string> {
    return this.#rows.keys()
  }

  /** Reads all rows. @returns the changes since the last time */
  read(board: Board): WindowDifference {
    const before = this.#rows
    this.#rows = new Map()
    const difference: WindowDifference = { removed: [], added: [], changed: [] }
    for (const row of board.rows(this.#limit)) {
      const old = before.get(row.id)
      if (old === undefined) difference.added.push(row)
      else if (!isSame(old, row)) difference.changed.push(row)
      before.delete(row.id)
      this.#rows.set(row.id, row)
    }
    difference.removed = [...before.keys()]
    return difference
  }

  /** Updates the rows after one player's entry has changed and nothing else on the board has. @returns the changes */
  follow(board: Board, id: string): WindowDifference {
    const place = board.place(id)
    const old = this.#rows.get(id)
    if (place === null || place.position >= this.#limit) {
      if (old === undefined) return { removed: [], added: [], changed: [] }
      this.#rows.delete(id)
      const added = board.rows(1, this.#limit - 1)
      for (const row of added) this.#rows.set(row.id, row)
      return { removed: [id], added, changed: [] }
    }
    const row = { id, value: place.value, achievedAt: place.achievedAt }
    if (old !== undefined && isSame(old, row)) return { removed: [], added: [], changed: [] }
    this.#rows.set(id, row)
    if (old !== undefined) return { removed: [], added: [], changed: [row] }
    const removed = this.#rows.size > this.#limit ? board.rows(1, this.#limit).map(out => out.id) : []
    for (const out of removed) this.#rows.delete(out)
    return { removed, added: [row], changed: [] }
  }
}

const isSame = (a: RankedEntry, b: RankedEntry): boolean => a.value === b.value && a.achievedAt === b.achievedAt
