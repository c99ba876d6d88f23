import type { StandingRow } from '../rules/standing-row.ts'
import type { LiveStandings } from './live-standings.ts'

/** Standings of a format that cannot apply single changes: after each change they are loaded and computed again. */
export class RecomputedStandings implements LiveStandings {
  readonly #rows: readonly StandingRow[]

  constructor(rows: readonly StandingRow[]) {
    this.#rows = rows
  }

  get size(): number {
    return this.#rows.length
  }

  rows(from: number, count: number): StandingRow[] {
    return this.#rows.slice(from, from + count)
  }

  apply(): null {
    return null
  }

  attemptsLeft(): null {
    return null
  }
}
