import type { Targets } from '../targets.ts'

/** Each machine is a hole with a target score. The strokes are the ball on which the target was reached; the fewest strokes win. */
export interface PinGolf {
  kind: 'pin-golf'
  balls: 3 | 5
  /** the score to reach, by machine id; a machine without a target is not a hole */
  targets: Targets
  missed: 'simple' | 'graded'
}

/** The most strokes that a graded miss costs, with 3 balls as well as with 5. */
const GRADED_WORST = 10

/** Returns the strokes for a hole that was not played. It is also the most that a miss can cost. */
export const worstStrokes = ({ balls, missed }: PinGolf): number => (missed === 'simple' ? balls + 1 : GRADED_WORST)

/**
 * Computes the strokes of one game. The value alone decides whether the target was reached. If it was reached and no ball was entered, the
 * last ball counts. Without a value the strokes are those that were entered; without these too, the worst. A graded miss costs 10 strokes, minus one for each full fifth (5 balls) or seventh (3 balls) of the target that was
 * reached.
 */
export function countStrokes(format: PinGolf, target: number, game: { value?: number; strokes?: number }): number {
  const { balls, missed } = format
  const worst = worstStrokes(format)
  if (game.value === undefined) return Math.min(worst, game.strokes ?? worst)
  if (game.value >= target) return Math.min(balls, Math.max(1, game.strokes ?? balls))
  if (missed === 'simple') return balls + 1
  const parts = GRADED_WORST - balls
  const tried = game.value * parts
  // Floor of a quotient of safe integers is exact; a product may need more digits.
  const reached = Number.isSafeInteger(tried) ? Math.floor(tried / target) : Number((BigInt(game.value) * BigInt(parts)) / BigInt(target))
  return GRADED_WORST - reached
}
