import { describe, expect, it } from 'vitest'
import { findTarget } from '../targets.ts'
import type { PinGolf } from './strokes.ts'
import { countStrokes, worstStrokes } from './strokes.ts'

const golf = (balls: 3 | 5, missed: 'simple' | 'graded'): PinGolf => ({ kind: 'pin-golf', balls, missed, targets: { m1: 1000 } })

describe('strokes', () => {
  it('are the ball on which the target was reached', () => {
    for (const strokes of [1, 2, 3]) expect(countStrokes(golf(3, 'graded'), 1000, { value: 1000, strokes })).toBe(strokes)
    expect(countStrokes(golf(5, 'simple'), 1000, { value: 5000 })).toBe(5)
  })

  it('are one more than there are balls for a simple miss', () => {
    expect(countStrokes(golf(3, 'simple'), 1000, { value: 999, strokes: 1 })).toBe(4)
    expect(countStrokes(golf(5, 'simple'), 1000, { value: 1 })).toBe(6)
  })

  it('grade a miss by fifths of the target with 5 balls', () => {
    const values = [999, 800, 799, 600, 599, 400, 399, 200, 199, 1]
    expect(values.map(value => countStrokes(golf(5, 'graded'), 1000, { value }))).toEqual([6, 6, 7, 7, 8, 8, 9, 9, 10, 10])
  })

  it('grade a miss by sevenths of the target with 3 balls', () => {
    const values = [699, 600, 599, 500, 499, 400, 399, 300, 299, 200, 199, 100, 99, 1]
    const strokes = values.map(value => countStrokes(golf(3, 'graded'), 700, { value }))
    expect(strokes).toEqual([4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10])
  })

  it('are exact at the largest values, where floating-point arithmetic is not', () => {
    const target = Number.MAX_SAFE_INTEGER - 1
    const fourFifths = Number((BigInt(target) * 4n + 4n) / 5n)
    expect(countStrokes(golf(5, 'graded'), target, { value: fourFifths })).toBe(6)
    expect(countStrokes(golf(5, 'graded'), target, { value: fourFifths - 1 })).toBe(7)
  })

  it('are those that were entered where there is no score, and the worst where there are none either', () => {
    expect(countStrokes(golf(5, 'graded'), 1000, { strokes: 4 })).toBe(4)
    expect(countStrokes(golf(5, 'graded'), 1000, { strokes: 8 })).toBe(8)
    expect(countStrokes(golf(3, 'simple'), 1000, { strokes: 9 })).toBe(4)
    expect(countStrokes(golf(5, 'graded'), 1000, {})).toBe(10)
    expect(countStrokes(golf(5, 'graded'), 1000, { value: 0 })).toBe(10)
  })

  it('are for a hole that was not played the worst possible number', () => {
    expect([worstStrokes(golf(3, 'simple')), worstStrokes(golf(5, 'simple'))]).toEqual([4, 6])
    expect([worstStrokes(golf(3, 'graded')), worstStrokes(golf(5, 'graded'))]).toEqual([10, 10])
  })

  it('need a target; a machine id that is a property of Object has none', () => {
    expect(findTarget(golf(3, 'simple'), 'm1')).toBe(1000)
    expect(findTarget(golf(3, 'simple'), 'toString')).toBeNull()
  })
})
