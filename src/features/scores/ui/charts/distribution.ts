import * as m from '#messages'
import { compactNumber, plainNumber } from '../../../../platform/ui/format/ssr-format.ts'

/** `from` is inclusive; `to` is exclusive except in the last bucket. */
export type Bucket = { from: number; to: number; count: number }
export type DistributionFacts = { histogram: readonly Bucket[]; best: number; median: number; mine?: number | undefined }

const log = (value: number): number => Math.log10(Math.max(1, value))

/** Returns a function that maps a value to its position on the log axis, 0 to 1. */
export function createLogScale(histogram: readonly Bucket[], best: number): (value: number) => number {
  const low = log(Math.min(...histogram.map(b => b.from), best))
  const high = log(Math.max(...histogram.map(b => b.to), best))
  const width = high - low || 1
  return value => Math.min(1, Math.max(0, (log(value) - low) / width))
}

/**
 * Round values for the axis: powers of ten, thinned for a wide range; for a narrow range also their multiples by 3, or by 2 and 5.
 */
export function ticks(histogram: readonly Bucket[], best: number): { at: number; text: string }[] {
  const scale = createLogScale(histogram, best)
  const low = Math.min(...histogram.map(b => b.from), best)
  const high = Math.max(...histogram.map(b => b.to), best)
  const decades = Math.ceil(log(high)) - Math.floor(log(low))
  const factors = decades <= 2 ? [1, 2, 5] : decades <= 4 ? [1, 3] : [1]
  const step = Math.max(1, Math.ceil(decades / 6))
  const ticks: { at: number; text: string }[] = []
  for (let power = Math.floor(log(low)); power <= Math.ceil(log(high)); power += step) {
    for (const factor of factors) {
      const value = factor * 10 ** power
      if (value >= low && value <= high) ticks.push({ at: scale(value), text: compactNumber(value) })
    }
  }
  return ticks
}

/** The share of scores below a value, in whole percent. Scores inside a bucket are assumed to be evenly spread on the log axis. */
export function percentBelow(histogram: readonly Bucket[], value: number): number {
  const total = histogram.reduce((sum, b) => sum + b.count, 0)
  if (total === 0) return 0
  const below = histogram.reduce((sum, b) => {
    if (value >= b.to) return sum + b.count
    if (value <= b.from) return sum
    return sum + (b.count * (log(value) - log(b.from))) / (log(b.to) - log(b.from) || 1)
  }, 0)
  return Math.round((100 * below) / total)
}

/** Describes the histogram in a sentence. @param number formats a score */
export function distributionSentence(facts: DistributionFacts, number: (value: number) => string = plainNumber): string {
  const total = facts.histogram.reduce((sum, b) => sum + b.count, 0)
  if (total === 0) return m.scores_plot_none()
  if (total === 1) return m.scores_plot_one({ best: number(facts.best) })
  const summary = m.scores_plot_crowd({
    count: total,
    n: number(total),
    median: number(Math.round(facts.median)),
    best: number(facts.best),
  })
  if (facts.mine === undefined) return summary
  if (facts.mine >= facts.best) return `${summary} ${m.scores_plot_mine_top()}`
  const percent = percentBelow(facts.histogram, facts.mine)
  const ownValue = number(facts.mine)
  if (percent < 1) return `${summary} ${m.scores_plot_mine_start({ mine: ownValue })}`
  if (percent > 99) return `${summary} ${m.scores_plot_mine_nearly({ mine: ownValue })}`
  return `${summary} ${m.scores_plot_mine_share({ mine: ownValue, percent })}`
}
