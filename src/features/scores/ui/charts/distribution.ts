import * as m from '#messages'
import { compactNumber, plainNumber } from '#platform/ui/format/ssr-format.ts'

/** `from` is inclusive; `to` is exclusive except in the last bucket. */
export type Bucket = { from: number; to: number; count: number }
export type DistributionFacts = {
  histogram: readonly Bucket[]
  best: number
  median: number
  /** the reader's best score */
  mine?: number | undefined
  /** the share of the scores that it beats, in percent; if it is missing, it is estimated from the histogram */
  beats?: number | undefined
}

const log = (value: number): number => Math.log10(Math.max(1, value))

/** Returns a function that maps a value to its position on the log axis, 0 to 1. */
export function createLogScale(histogram: readonly Bucket[], best: number): (value: number) => number {
  const low = log(Math.min(...histogram.map(b => b.from), best))
  const high = log(Math.max(...histogram.map(b => b.to), best))
  const width = high - low || 1
  return value => Math.min(1, Math.max(0, (log(value) - low) / width))
}

const MAX_TICKS = 7
/** the smallest distance of two labels, as a share of the axis: enough for "300M" where the plot is narrow */
const MIN_GAP = 0.1

/** Steps of an axis, from coarse to fine: the multiples of every power of ten that get a label. */
const STEPS: readonly (readonly number[])[] = [
  [1],
  [1, 3],
  [1, 2, 5],
  [1, 1.5, 2, 3, 5, 7],
  [1, 2, 3, 4, 5, 6, 7, 8, 9],
  Array.from({ length: 18 }, (_, i) => 1 + i / 2),
  Array.from({ length: 45 }, (_, i) => 1 + i / 5),
  Array.from({ length: 90 }, (_, i) => 1 + i / 10),
]

/** Round values for the log axis: as many as have room, from the finest of `STEPS`; of a wide range, not every power of ten. */
export function ticks(histogram: readonly Bucket[], best: number): { at: number; text: string }[] {
  const scale = createLogScale(histogram, best)
  const low = Math.min(...histogram.map(b => b.from), best)
  const high = Math.max(...histogram.map(b => b.to), best)
  const first = Math.floor(log(low))
  const powers = Array.from({ length: Math.ceil(log(high)) - first + 1 }, (_, i) => first + i)
  const every = Math.max(1, Math.ceil(powers.length / MAX_TICKS))
  const labels = (factors: readonly number[], step: number) =>
    powers
      .filter((_, i) => i % step === 0)
      .flatMap(power => factors.map(factor => Math.round(factor * 10 ** power)))
      .filter(value => value >= low && value <= high)
      .map(value => ({ at: scale(value), text: compactNumber(value) }))
  let shown = labels([1], every)
  for (const factors of STEPS) {
    const finer = labels(factors, 1)
    if (
      finer.length <= MAX_TICKS &&
      finer.every(({ at, text }, i) => i === 0 || (at - finer[i - 1]!.at >= MIN_GAP && text !== finer[i - 1]!.text))
    )
      shown = finer
  }
  return shown
}

/** The counts that get a line across the plot: the highest round one, and half of it if that is whole. */
export function countLines(histogram: readonly Bucket[]): number[] {
  const most = Math.max(0, ...histogram.map(b => b.count))
  if (most < 2) return []
  const power = 10 ** Math.floor(Math.log10(most))
  const top = [5, 4, 2, 1].map(factor => factor * power).find(value => value <= most)!
  return top % 2 === 0 ? [top / 2, top] : [top]
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
  const percent = facts.beats ?? percentBelow(facts.histogram, facts.mine)
  const ownValue = number(facts.mine)
  if (percent < 1) return `${summary} ${m.scores_plot_mine_start({ mine: ownValue })}`
  if (percent > 99) return `${summary} ${m.scores_plot_mine_nearly({ mine: ownValue })}`
  return `${summary} ${m.scores_plot_mine_share({ mine: ownValue, percent })}`
}
