import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placesOfScores, placesProblem, scoresProblem } from './rounds.ts'

describe('the scores of a game', () => {
  it('give places, the highest first, and equal ones share a place', () => {
    expect(placesOfScores([40, 30, 30, 0])).toEqual([1, 2, 2, 4])
    expect(placesOfScores([0, 0])).toEqual([1, 1])
  })

  it('agree with the places that follow from them if they are sorted, and otherwise with none', () => {
    const scores = fc.array(fc.nat({ max: 5 }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(scores, typed => {
        const sorted = typed.toSorted((a, b) => b - a)
        const places = placesOfScores(sorted)
        expect(placesProblem(sorted.length, places)).toBeNull()
        expect(scoresProblem(sorted, places)).toBeNull()
        for (const [i, score] of sorted.entries()) expect(places[i]).toBe(1 + sorted.filter(other => other > score).length)
        const isSorted = typed.every((score, i) => score === sorted[i])
        expect(scoresProblem(typed, placesOfScores(typed)) === null).toBe(isSorted)
      }),
    )
  })

  it('of some of the players must not contradict the order', () => {
    expect(scoresProblem([null, 20, null, 10], null)).toBeNull()
    expect(scoresProblem([null, null], null)).toBeNull()
    for (const wrong of [
      [10, null, 20],
      [10, null, 10],
    ])
      expect(scoresProblem(wrong, null)).toMatch(/must agree with the places/)
    expect(scoresProblem([10, 10, null], [1, 1, 3])).toBeNull()
    expect(scoresProblem([20, 10, null], [1, 1, 3])).toMatch(/must agree with the places/)
  })
})
