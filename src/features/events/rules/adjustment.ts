/** What a director added to an entrant's total, or took from it. */
export interface Adjustment {
  entrantId: string
  /** points in thousandths, strikes or strokes; negative: they were taken */
  amount: number
  /** how many rounds were drawn by then; 0: it counts from the start, as in formats without rounds */
  afterRound: number
  reason: string
}

/** What a director may add and take in a format. */
export type AdjustedFigure = 'point' | 'strike' | 'stroke'
