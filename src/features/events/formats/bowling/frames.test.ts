import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bowlingTotal, frameOf, isSpare, isStrike, scoreOfFrame } from './frames.ts'

const STRIKE = 20
const spare = (first: number): number => 10 + first
const scores = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }))
const targets = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }))
const shares = fc.integer({ min: 10, max: 99 })

/** The total roll by roll, as a card of ten-pin bowling has it, with balls for a last frame that is a mark. */
function plainTotal(frames: readonly number[]): number {
  const rolls: number[] = []
  const begins: number[] = []
  for (const [i, frame] of frames.entries()) {
    begins.push(rolls.length)
    const isLast = i === frames.length - 1
    if (frame === STRIKE) rolls.push(10, ...(isLast ? [10, 10] : []))
    else if (frame >= 10) rolls.push(frame - 10, 10 - (frame - 10), ...(isLast ? [frame - 10] : []))
    else rolls.push(frame, 0)
  }
  return begins.reduce((sum, at) => {
    const two = rolls[at]! + rolls[at + 1]!
    return sum + (rolls[at] === 10 || two === 10 ? two + (rolls[at + 2] ?? 0) : two)
  }, 0)
}

describe('frames of bowling', () => {
  it('are strikes at the target, spares at their share of it, and else open with a pin for each tenth', () => {
    expect([0, 9, 10, 49, 50, 89, 99, 100, 1000].map(score => frameOf(score, 100, 50))).toEqual([0, 0, 1, 4, 15, 18, 19, 20, 20])
    expect([isStrike(20), isStrike(19), isSpare(19), isSpare(10), isSpare(9)]).toEqual([true, false, true, true, false])
  })

  it('add up as a card of ten-pin bowling does', () => {
    expect(bowlingTotal(Array.from({ length: 10 }, () => STRIKE))).toBe(300)
    expect(bowlingTotal(Array.from({ length: 10 }, () => spare(9)))).toBe(190)
    expect(bowlingTotal([STRIKE, spare(5), 3])).toBe(20 + 13 + 3)
    expect(bowlingTotal([STRIKE, STRIKE, 4])).toBe(24 + 14 + 4)
    expect(bowlingTotal([STRIKE, null, 4])).toBe(14)
    expect(bowlingTotal([])).toBe(0)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 12 }), frames => {
        expect(bowlingTotal(frames)).toBe(plainTotal(frames))
      }),
    )
  })

  it('never get worse with a higher score, and neither does the total', () => {
    fc.assert(
      fc.property(targets, shares, scores, scores, fc.array(scores, { maxLength: 5 }), fc.nat(5), (target, share, a, b, others, at) => {
        const [low, high] = [frameOf(Math.min(a, b), target, share), frameOf(Math.max(a, b), target, share)]
        expect(high).toBeGreaterThanOrEqual(low)
        const frames = others.map(score => frameOf(score, target, share))
        expect(bowlingTotal(frames.toSpliced(at, 0, high))).toBeGreaterThanOrEqual(bowlingTotal(frames.toSpliced(at, 0, low)))
      }),
    )
  })

  it('know the smallest score that is as good as a frame', () => {
    fc.assert(
      fc.property(targets, shares, fc.integer({ min: 1, max: STRIKE }), (target, share, frame) => {
        const least = scoreOfFrame(frame, target, share)
        expect(frameOf(least, target, share)).toBeGreaterThanOrEqual(frame)
        expect(frameOf(least - 1, target, share)).toBeLessThan(frame)
      }),
    )
  })
})
