import type { PlayerFormDoc } from '../contract/summary.ts'

/** A player's form: what the latest scores are worth among the bests of all players. */
export interface FormSummary {
  /** the latest scores with a percentile, oldest first */
  scores: (PlayerFormDoc & { _id: string; percentile: number })[]
  /** mean of the percentiles, rounded; null: there are none */
  mean: number | null
}

/** Scores on machines that nobody else has played say nothing about the form, so they are left out. */
export function playerForm(latest: readonly (PlayerFormDoc & { _id: string })[]): FormSummary {
  const scores = latest.flatMap(score => (score.percentile === undefined ? [] : [{ ...score, percentile: score.percentile }]))
  scores.sort((a, b) => a.receipt - b.receipt)
  const sum = scores.reduce((total, { percentile }) => total + percentile, 0)
  return { scores, mean: scores.length === 0 ? null : Math.round(sum / scores.length) }
}
