import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import type { LiveStandings } from './live-standings.ts'

/** Standings of a format that cannot apply single changes: after each change they are loaded and computed again. */
export class RecomputedStandings implements LiveStandings {
  readonly #rows: readonly StandingsEntry[]

  constructor(rows: readonly StandingsEntry[]) {
    this.#rows = rows
  }

  get size(): number {
    return this.#rows.length
  }

  rows(from: number, count: number): StandingsEntry[] {
    return this.#rows.slice(from, from + count)
  }

  apply(): null {
    return null
  }

  attemptsLeft(): null {
    return null
  }
}
