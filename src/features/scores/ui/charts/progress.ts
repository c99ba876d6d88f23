import * as m from '#messages'
import { compactNumber, plainDate, plainNumber } from '#platform/ui/format/ssr-format.ts'
import type { Formats } from '#platform/ui/format/use-formats.ts'
import { createLogScale, ticks } from './distribution.ts'

/** One game. `best` is true if it is better than all games before it. */
export type ProgressPoint = { at: Date; value: number; best: boolean }

/** `x` runs from 0 (first game) to 1 (last game), `y` from 0 (bottom) to 1 (top). */
export type PlottedPoint = { x: number; y: number; best: boolean }

export type Plot = { points: PlottedPoint[]; ticks: { at: number; text: string }[] }

/** The axis is logarithmic if the highest value exceeds the lowest by more than this factor. */
const LOG_SCALE_RATIO = 8

const MAX_TICKS = 5

/** Returns the positions of the games and round values for the axis. @param points at least one, in the order of play */
export function progressPlot(points: readonly ProgressPoint[]): Plot {
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const [first, last] = [points[0]!.at.getTime(), points.at(-1)!.at.getTime()]
  const toX = (at: Date): number => (last === first ? 0.5 : (at.getTime() - first) / (last - first))
  const scale = high > low * LOG_SCALE_RATIO ? logScale(low, high) : evenScale(high)
  return { points: points.map(({ at, value, best }) => ({ x: toX(at), y: scale.place(value), best })), ticks: scale.ticks }
}

function logScale(low: number, high: number): { place: (value: number) => number; ticks: Plot['ticks'] } {
  const range = [{ from: low, to: high, count: 0 }]
  const all = ticks(range, high)
  const step = Math.ceil(all.length / MAX_TICKS)
  return { place: createLogScale(range, high), ticks: all.filter((_, i) => i % step === 0) }
}

function evenScale(high: number): { place: (value: number) => number; ticks: Plot['ticks'] } {
  const power = 10 ** Math.floor(Math.log10(high))
  const step = Math.max(1, [power / 5, power / 2, power, power * 2].find(each => high / each <= MAX_TICKS)!)
  const count = Math.floor(high / step)
  return {
    place: value => value / high,
    ticks: Array.from({ length: count }, (_, i) => ({ at: ((i + 1) * step) / high, text: compactNumber((i + 1) * step) })),
  }
}

/** The line of personal bests as an SVG path on a canvas of 1000 × 1000: a step up at each best, level until the next. */
export function bestLine(points: readonly PlottedPoint[]): string {
  const at = (n: number): number => Math.round(n * 1000)
  const bests = points.filter(({ best }) => best)
  const steps = bests.map(({ x, y }, i) => (i === 0 ? `M${at(x)} ${1000 - at(y)}` : `H${at(x)}V${1000 - at(y)}`))
  return `${steps.join('')}H${at(points.at(-1)?.x ?? 0)}`
}

/** Describes the plot in a sentence. */
export function progressSentence(
  points: readonly ProgressPoint[],
  { number, date }: Pick<Formats, 'number' | 'date'> = { number: plainNumber, date: plainDate },
): string {
  const bests = points.filter(({ best }) => best)
  const [first, top] = [bests[0], bests.at(-1)]
  if (first === undefined || top === undefined) return m.scores_progress_plot_none()
  if (points.length === 1) return m.scores_progress_plot_one({ value: number(top.value), date: date(top.at) })
  if (bests.length === 1) return m.scores_progress_plot_first({ value: number(top.value), date: date(top.at) })
  const params = { first: number(first.value), from: date(first.at), top: number(top.value), to: date(top.at) }
  if (bests.length === 2) return m.scores_progress_plot_once(params)
  if (bests.length === 3) return m.scores_progress_plot_twice(params)
  return m.scores_progress_plot_times({ count: bests.length - 1, n: bests.length - 1, ...params })
}
