/** What a board orders by. `value` is a whole number up to 2^53 − 1, `achievedAt` ms since 1970, `id` the player's id (ASCII). */
export interface RankedEntry {
  value: number
  achievedAt: number
  id: string
}

/**
 * The one order of every board: highest value first, then the earlier game, then the smaller id. SQL says the same as
 * `ORDER BY value DESC, achieved_at, user_id`; equal values share a rank, whatever comes after.
 * @returns negative when `a` stands before `b`
 */
export function compareStandings(a: RankedEntry, b: RankedEntry): number {
  if (a.value !== b.value) return a.value > b.value ? -1 : 1
  if (a.achievedAt !== b.achievedAt) return a.achievedAt < b.achievedAt ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Ranks of rows in board order: 1, 2, 2, 4. @param firstRank rank of the first row */
export function competitionRanks(rows: readonly { value: number }[], firstRank = 1): number[] {
  const ranks: number[] = []
  for (const [place, row] of rows.entries())
    ranks.push(place > 0 && rows[place - 1]!.value === row.value ? ranks[place - 1]! : place === 0 ? firstRank : firstRank + place)
  return ranks
}
