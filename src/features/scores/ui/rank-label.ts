import * as m from '#messages'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'

/** Returns "#2 of 40 · top 5%", and in the lower half of a board "#30 of 40". @param number formats a number for the user */
export function rankLabel(rank: number, players: number, number: (value: number) => string = plainNumber): string {
  const shown = { rank: number(rank), players: number(players) }
  if (2 * rank > players) return m.scores_player_rank(shown)
  return m.scores_player_rank_beats({ ...shown, percent: number(Math.ceil((100 * rank) / players)) })
}
