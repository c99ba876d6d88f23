import type { MatchGroup } from '../rounds.ts'

/** The players of a game in the order of their places. */
export interface BracketOutcome {
  order: readonly string[]
  /** the places of `order`, ascending; tied players share one: 1, 2, 2, 4 */
  places: readonly number[]
  /** what they were ranked by, a higher figure being better; left out: places alone are known */
  totals?: ReadonlyMap<string, number>
}

/** How far a group has come. */
export interface BracketProgress {
  /** how many games it has, as far as that is known: a best of three has two, and a third one after one win each */
  games: number
  /** null: not decided yet */
  outcome: BracketOutcome | null
}

/** Computes how far a group has come. @param games the group's games in their order */
export type FollowGroup = (players: readonly string[], games: readonly MatchGroup[]) => BracketProgress
