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
