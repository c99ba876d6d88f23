import type { StandingsEntry } from './standings-entry.ts'

/** The result of a playoff: entrants who shared a rank, the winner first. */
export type Playoff = readonly string[]

/**
 * Ranks entrants who share a rank in the order of their playoff. A playoff counts as long as exactly its entrants share a rank; a
 * corrected result may separate them or add others, and then they would have to play again. Of several playoffs of the same entrants the
 * last one counts.
 * @param rows standings, best first
 */
export function applyPlayoffs(rows: readonly StandingsEntry[], playoffs: readonly Playoff[]): StandingsEntry[] {
  if (playoffs.length === 0) return [...rows]
  const ranked: StandingsEntry[] = []
  for (let from = 0; from < rows.length; ) {
    const { rank } = rows[from]!
    let to = from + 1
    while (to < rows.length && rows[to]!.rank === rank) to++
    const tied = rows.slice(from, to)
    const order = tied.length === 1 ? undefined : playoffs.findLast(playoff => isPlayoffOf(playoff, tied))
    if (order === undefined) ranked.push(...tied)
    else
      for (const [i, entrantId] of order.entries())
        ranked.push({ ...tied.find(row => row.entrantId === entrantId)!, rank: rank + i, playoff: true })
    from = to
  }
  return ranked
}

/** True if a playoff was among exactly these rows. */
export const isPlayoffOf = (playoff: Playoff, rows: readonly StandingsEntry[]): boolean =>
  playoff.length === rows.length && rows.every(({ entrantId }) => playoff.includes(entrantId))

/** Returns the rows that share a rank with this entrant, itself included; empty: it has no row, or its rank alone. */
export function tiedWith(rows: readonly StandingsEntry[], entrantId: string | undefined): StandingsEntry[] {
  const rank = rows.find(row => row.entrantId === entrantId)?.rank
  const tied = rows.filter(row => row.rank === rank)
  return tied.length > 1 ? tied : []
}
