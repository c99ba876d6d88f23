import * as m from '#messages'
import { isDeviceOffline } from '#platform/live/hooks.ts'

export type SubmitSummary = {
  /** Rank of the player's best on the machine's all-time board; undefined while the score waits to be sent. */
  rank?: number | undefined
  /** Number of players on that board. */
  players?: number | undefined
  personalBest?: boolean
  /** The player's best before this one. */
  previousBest?: number | undefined
  /** Rank that a score below the player's best would have if it were the player's best; undefined if it is not known. */
  place?: number | undefined
  /** True if the score is far outside the machine's others, so that boards leave it out until someone has looked at it. */
  underReview?: boolean
  /** True if the score is stored locally and will be sent when the connection is back. */
  waiting?: boolean
  /** Why the score is still stored locally, if the reason is not the missing connection. */
  reason?: string | undefined
}

/** Returns the title and text of the message after a score was submitted. `rank` is the score's own only if it is the player's best. */
export function resultLabels(outcome: SubmitSummary, value: number, number: (value: number) => string): { title: string; text: string } {
  const { rank, personalBest, previousBest, waiting, reason, underReview } = outcome
  if (waiting)
    return {
      title: m.scores_result_kept(),
      text: reason ?? (isDeviceOffline() ? m.scores_result_kept_why() : m.scores_result_kept_away()),
    }
  if (underReview) return { title: m.scores_review_title(), text: m.scores_review_why() }
  const gain = previousBest !== undefined && value > previousBest ? m.scores_result_gain({ n: number(value - previousBest) }) : ''
  if (personalBest && rank === 1) return { title: m.scores_result_champion(), text: gain || m.scores_result_highest() }
  if (personalBest && previousBest === undefined) return { title: m.scores_result_first(), text: m.scores_result_first_text() }
  if (personalBest) return { title: rank !== undefined && rank <= 3 ? m.scores_result_podium() : m.scores_result_better(), text: gain }
  if (previousBest !== undefined && previousBest > value)
    return { title: m.scores_result_added(), text: m.scores_result_short({ n: number(previousBest - value) }) }
  return { title: m.scores_result_added(), text: previousBest === value ? m.scores_result_equal() : m.scores_result_there() }
}

/** Returns what a score below the player's best means on the board: its own place, and where the player's best stays. */
export function belowBestLabels(
  { rank, players, personalBest, previousBest, place }: SubmitSummary,
  value: number,
  number: (value: number) => string,
): { place: string | null; best: string } | null {
  if (personalBest || rank === undefined || players === undefined || previousBest === undefined) return null
  return {
    place: place === undefined || value === previousBest ? null : m.scores_result_place({ place: number(place), players: number(players) }),
    best: m.scores_result_own_best({ best: number(previousBest), rank: number(rank), players: number(players) }),
  }
}

/**
 * Returns the rank that a score would have if it were the player's best; undefined if the rows do not tell.
 * @param value less than the player's best
 * @param around the rows around the player's best, as `boards.around` answers
 */
export function placeAround(
  value: number,
  userId: string,
  { firstRank, rows, players }: { firstRank: number; rows: readonly { userId: string; value: number }[]; players: number },
): number | undefined {
  const reachesEnd = firstRank - 1 + rows.length >= players
  if (!reachesEnd && rows.every(row => row.value > value)) return undefined
  return firstRank + rows.filter(row => row.value > value && row.userId !== userId).length
}
