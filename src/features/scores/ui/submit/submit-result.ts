import * as m from '#messages'
export type SubmitSummary = {
  /** Rank on the machine's all-time board; undefined while the score waits to be sent. */
  rank?: number | undefined
  /** Number of players on that board. */
  players?: number | undefined
  personalBest?: boolean
  /** The player's best before this one. */
  previousBest?: number | undefined
  /** True if the score is stored locally and will be sent when the connection is back. */
  waiting?: boolean
  /** Why the score is still stored locally, if the reason is not the missing connection. */
  why?: string | undefined
}

/** Returns the title and text of the message after a score was submitted. */
export function resultLabels(outcome: SubmitSummary, value: number, number: (value: number) => string): { title: string; text: string } {
  const { rank, personalBest, previousBest, waiting, why } = outcome
  if (waiting)
    return {
      title: m.scores_result_kept(),
      text: why ?? m.scores_result_kept_why(),
    }
  const gain = previousBest !== undefined && value > previousBest ? m.scores_result_gain({ n: number(value - previousBest) }) : ''
  if (rank === 1) return { title: m.scores_result_champion(), text: gain || m.scores_result_highest() }
  if (personalBest && previousBest === undefined) return { title: m.scores_result_first(), text: m.scores_result_first_text() }
  if (personalBest) return { title: rank !== undefined && rank <= 3 ? m.scores_result_podium() : m.scores_result_better(), text: gain }
  if (previousBest !== undefined && previousBest > value)
    return { title: m.scores_result_added(), text: m.scores_result_short({ n: number(previousBest - value) }) }
  return { title: m.scores_result_added(), text: m.scores_result_there() }
}
