import type { AdjustedFigure } from '#events/rules/adjustment.ts'
import * as m from '#messages'
import { decimal } from './number-labels.ts'

/** Not the words for counts, since Arabic says one and two of a thing without a number, which takes the sign. */
const FIGURES = { point: m.events_adjust_change_points, strike: m.events_adjust_change_strikes, stroke: m.events_adjust_change_strokes }

/** "+2 points", "−1 strike". @param amount not 0; negative: they were taken */
export function adjustmentLabel(figure: AdjustedFigure, amount: number): string {
  const count = Math.abs(amount)
  return FIGURES[figure]({ count, n: `${amount > 0 ? '+' : '−'}${decimal(count)}` })
}
