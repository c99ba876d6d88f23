import { formatRules } from '#events/formats/registry.ts'
import type { Round } from '#events/rules/rounds.ts'
import type { ShownEvent } from '../types.ts'

/** The line of one entrant. */
export interface RoundLine {
  entrantId: string
  /** How far down the line is after each round, in rows: 0.5 is the middle of the first row. */
  y: number[]
}

/**
 * Returns the rank of each entrant after each round, by the rules of the event and without playoffs.
 * @param rounds the first one first
 */
export function ranksAfterRounds(
  event: Pick<ShownEvent, 'format' | 'machineIds' | 'tieBreaks' | 'byes'>,
  entrantIds: readonly string[],
  rounds: readonly Round[],
): ReadonlyMap<string, number>[] {
  const rules = formatRules(event.format, event)
  return rounds.map((_, i) => {
    const rows = rules.standings(event.machineIds, entrantIds, { rounds: rounds.slice(0, i + 1) })
    return new Map(rows.map(({ entrantId, rank }) => [entrantId, rank]))
  })
}

/**
 * Lays out the lines. Entrants who share a rank meet in the middle of the rows that they take up; after the last round each has a row of its
 * own. Ranks below the last row are on it.
 * @param shown the entrants that have a line, in the order of the standings
 */
export function layOutLines(ranks: readonly ReadonlyMap<string, number>[], shown: readonly string[]): RoundLine[] {
  const columns = ranks.slice(0, -1).map(column => {
    const shares = new Map<number, number>()
    for (const rank of column.values()) shares.set(rank, (shares.get(rank) ?? 0) + 1)
    return (entrantId: string): number => {
      const rank = column.get(entrantId) ?? column.size
      return Math.min(rank - 1 + (shares.get(rank) ?? 1) / 2, shown.length - 0.5)
    }
  })
  return shown.map((entrantId, row) => ({ entrantId, y: [...columns.map(toY => toY(entrantId)), row + 0.5] }))
}

/** Returns a line from one round to another as an SVG path; a unit is the way from one round to the next, and the height of a row. */
export function linePath(y: readonly number[], from: number, to: number): string {
  return y
    .slice(from, to + 1)
    .map((each, i) => {
      const x = from + i
      if (i === 0) return `M${x} ${each}`
      const before = y[x - 1]!
      return `C${x - 0.5} ${before} ${x - 0.5} ${each} ${x} ${each}`
    })
    .join('')
}
