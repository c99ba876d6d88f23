import type { PinGolf } from './format.ts'

/** The most strokes that a graded miss costs, with 3 balls as with 5. */
const GRADED_WORST = 10

/** What a hole costs that was not played, and a miss at its worst. */
export const worstStrokes = ({ balls, missed }: PinGolf): number => (missed === 'simple' ? balls + 1 : GRADED_WORST)

/** null: the machine is no hole of this event */
export const findTarget = ({ targets }: PinGolf, machineId: string): number | null =>
  Object.hasOwn(targets, machineId) ? targets[machineId]! : null

/**
 * Strokes of one game. The value alone says whether the target was reached, whatever was entered; if it was and nobody entered on which
 * ball, it was the last. A miss that is graded costs by fifths of the target with 5 balls, by sevenths with 3, up to 10.
 */
export function countStrokes(format: PinGolf, target: number, game: { value: number; strokes?: number }): number {
  const { balls, missed } = format
  if (game.value >= target) return Math.min(balls, Math.max(1, game.strokes ?? balls))
  if (missed === 'simple') return balls + 1
  const parts = GRADED_WORST - balls
  const reached = Number((BigInt(game.value) * BigInt(parts)) / BigInt(target))
  return GRADED_WORST - reached
}

/** What is wrong with a game as entered; null: nothing. */
export function strokesProblem(format: PinGolf, target: number, game: { value: number; strokes?: number }): string | null {
  if (game.value < target) return game.strokes === undefined ? null : 'The target was not reached: leave the ball out.'
  if (game.strokes === undefined) return 'The target was reached: say on which ball.'
  const { strokes } = game
  return Number.isInteger(strokes) && strokes >= 1 && strokes <= format.balls ? null : `A game has balls 1 to ${format.balls}.`
}
