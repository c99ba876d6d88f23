import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignRanks, compareRankKeys, decidingPlacement, type RankKey } from './tie-break.ts'

const placings = (rankKeys: RankKey[]) => {
  const all: [rank: number, tieBreak: number | null][] = []
  assignRanks([...rankKeys].sort(compareRankKeys), (_, rank, tieBreak) => all.push([rank, tieBreak]))
  return all
}

const rankKey = (sortValue: number, ...places: number[]): RankKey => ({ sortValue, places })

const rankKeys = fc.record({
  sortValue: fc.integer({ min: 0, max: 2 }),
  places: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }).map(list => list.sort((a, b) => a - b)),
})

describe('equal totals', () => {
  it('are ordered by most first places, then second, third …, as counting them does', () => {
    const count = (key: RankKey, place: number): number => key.places.filter(each => each === place).length
    fc.assert(
      fc.property(rankKeys, rankKeys, (a, b) => {
        const place = [1, 2, 3, 4].find(each => count(a, each) !== count(b, each)) ?? null
        expect(decidingPlacement(a.places, b.places)).toBe(place)
        const expected = b.sortValue - a.sortValue || (place === null ? 0 : count(b, place) - count(a, place))
        expect(Math.sign(compareRankKeys(a, b))).toBe(Math.sign(expected))
      }),
      { numRuns: 1000 },
    )
  })

  it('share the rank if even their places are equal: 1, 2, 2, 4', () => {
    expect(placings([rankKey(9, 1), rankKey(5, 2, 2), rankKey(5, 2, 2), rankKey(3, 3)])).toEqual([
      [1, null],
      [2, null],
      [2, null],
      [4, null],
    ])
  })

  it('report which places broke the tie: with the next better, or for the best of them with the next worse', () => {
    expect(placings([rankKey(8), rankKey(5, 1, 1), rankKey(5, 1, 2), rankKey(5, 1, 3), rankKey(5, 1, 3), rankKey(4, 1)])).toEqual([
      [1, null],
      [2, 1],
      [3, 1],
      [4, 2],
      [4, 2],
      [6, null],
    ])
  })
})
