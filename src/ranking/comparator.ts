/** An entry of a leaderboard. `value` is a whole number up to 2^53 − 1, `achievedAt` in ms since 1970, `id` the player's id (ASCII). */
export interface RankedEntry {
  value: number
  achievedAt: number
  id: string
}

/**
 * The order of every leaderboard: highest value first, then the earlier game, then the smaller id. In SQL:
 * `ORDER BY value DESC, achieved_at, user_id`. Equal values share a rank, whatever the other fields are.
 * @returns negative if `a` comes before `b`
 */
export function compareRankedEntries(a: RankedEntry, b: RankedEntry): number {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1
  if (a.achievedAt !== b.achievedAt) return a.achievedAt < b.achievedAt ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** The ranks of entries in board order, such as 1, 2, 2, 4. @param firstRank rank of the first entry */
export function competitionRanks(rows: readonly { value: number }[], firstRank = 1): number[] {
  const ranks: number[] = []
  for (const [place, row] of rows.entries())
    ranks.push(place > 0 && rows[place - 1]!.value === row.value ? ranks[place - 1]! : place === 0 ? firstRank : firstRank + place)
  return ranks
}
