/*
 * A frame as one number, so that a better one is a higher one: an open frame is its pins, 0 to 9; a spare 10 and the pins of its first roll; a
 * strike 20.
 */

const PINS = 10
const STRIKE = 2 * PINS

/**
 * Returns the frame of a score. The pins of the first roll are the full tenths of the target; the target itself is a strike. Below it, a score that
 * reaches the target of a spare clears the rest with the second roll; any other leaves it standing.
 * @param spareAt the target of a spare, in percent of the machine's target
 */
export function frameOf(value: number, target: number, spareAt: number): number {
  if (value >= target) return STRIKE
  // A product may need more digits than a number has.
  const pins = Number((BigInt(value) * BigInt(PINS)) / BigInt(target))
  return BigInt(value) * 100n >= BigInt(target) * BigInt(spareAt) ? PINS + pins : pins
}

/** Returns the smallest score that is at least this frame. */
export function scoreOfFrame(frame: number, target: number, spareAt: number): number {
  if (isStrike(frame)) return target
  const least = (part: number, of: number): number => Number((BigInt(target) * BigInt(part) + BigInt(of) - 1n) / BigInt(of))
  // A spare is better than any open frame.
  return isSpare(frame) ? Math.max(least(spareAt, 100), least(frame - PINS, PINS)) : Math.min(least(spareAt, 100), least(frame, PINS))
}

export const isStrike = (frame: number): boolean => frame === STRIKE
export const isSpare = (frame: number): boolean => frame >= PINS && frame < STRIKE

/** Returns the pins of a frame's rolls. */
const rollsOf = (frame: number): number[] => (isStrike(frame) ? [PINS] : isSpare(frame) ? [frame - PINS, 2 * PINS - frame] : [frame, 0])

/**
 * Returns the ten-pin total of frames: a strike counts the next two rolls as well, a spare the next one. Nobody rolls again after the last frame: a
 * strike there counts as followed by two more, a spare by its own first roll, so ten strikes are 300.
 * @param frames in the order of the machines; null: not played, so no pin fell
 */
export function bowlingTotal(frames: readonly (number | null)[]): number {
  const played = frames.map(frame => frame ?? 0)
  const rolls = played.flatMap(rollsOf)
  const last = played.at(-1) ?? 0
  const after = isStrike(last) ? [PINS, PINS] : isSpare(last) ? [last - PINS] : []
  const all = [...rolls, ...after]
  let total = 0
  let at = 0
  for (const frame of played) {
    const own = isStrike(frame) ? 1 : 2
    const counted = isStrike(frame) || isSpare(frame) ? 3 : 2
    for (let i = at; i < at + counted; i++) total += all[i] ?? 0
    at += own
  }
  return total
}
