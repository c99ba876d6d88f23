import type { AdjustedFigure } from '#events/rules/adjustment.ts'
import * as m from '#messages'
import { decimal } from './number-labels.ts'

const FIGURES = { point: m.events_count_points, strike: m.events_count_strikes }

/** "+2 points", "−1 strike". @param amount not 0; negative: they were taken */
export function adjustmentLabel(figure: AdjustedFigure, amount: number): string {
  const count = Math.abs(amount)
  return FIGURES[figure]({ count, n: `${amount > 0 ? '+' : '−'}${decimal(count)}` })
}
