import { applyPlayoffs, type Playoff } from '#events/rules/standings/playoffs.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import type { EventChange } from '../changes.ts'
import type { LiveStandings } from './live-standings.ts'

/** The standings of an event that has had playoffs, which decide last. */
export class StandingsWithPlayoffs implements LiveStandings {
  readonly #standings: LiveStandings
  readonly #playoffs: readonly Playoff[]
  #ranked: StandingsEntry[]

  constructor(standings: LiveStandings, playoffs: readonly Playoff[]) {
    this.#standings = standings
    this.#playoffs = playoffs
    this.#ranked = this.#rank()
  }

  get size(): number {
    return this.#standings.size
  }

  rows(from: number, count: number): StandingsEntry[] {
    return this.#ranked.slice(from, from + count)
  }

  apply(change: NonNullable<EventChange['change']>): ReadonlySet<string> | null {
    const changed = this.#standings.apply(change)
    if (changed === null) return null
    this.#ranked = this.#rank()
    // A change of one entrant may separate others who had a playoff.
    return new Set([...changed, ...this.#playoffs.flat()])
  }

  attemptsLeft(entrantId: string, machineId: string): number | null {
    return this.#standings.attemptsLeft(entrantId, machineId)
  }

  #rank(): StandingsEntry[] {
    return applyPlayoffs(this.#standings.rows(0, this.#standings.size), this.#playoffs)
  }
}
