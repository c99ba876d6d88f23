import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import type { EventChange } from '../changes.ts'

/** The standings of an event in memory, kept up to date change by change. They always equal what the format computes from scratch. */
export interface LiveStandings {
  /** number of rows */
  readonly size: number
  /** Returns the rows at `from` … `from + count` − 1, as far as they exist. Callers must not modify them. */
  rows(from: number, count: number): StandingsEntry[]
  /** Applies a change. @returns the entrants whose rows changed; null: the standings have to be loaded again */
  apply(change: NonNullable<EventChange['change']>): ReadonlySet<string> | null
  /** Returns how many more attempts an entrant has on a machine; null: no limit. */
  attemptsLeft(entrantId: string, machineId: string): number | null
}
