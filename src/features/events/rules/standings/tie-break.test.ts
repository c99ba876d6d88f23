import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignRanks, compareTallies, decidingPlacement, type RankKey } from './tie-break.ts'

const placings = (tallies: RankKey[]) => {
  const all: [rank: number, tieBreak: number | null][] = []
  assignRanks([...tallies].sort(compareTallies), (_, rank, tieBreak) => all.push([rank, tieBreak]))
  return all
}

const tally = (merit: number, ...places: number[]): RankKey => ({ merit, places })

const tallies = fc.record({
  merit: fc.integer({ min: 0, max: 2 }),
  places: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }).map(list => list.sort((a, b) => a - b)),
})

describe('equal totals', () => {
  it('are told apart by most firsts, then seconds, thirds …, as counting them does', () => {
    const count = (of: RankKey, place: number): number => of.places.filter(each => each === place).length
    fc.assert(
      fc.property(tallies, tallies, (a, b) => {
        const place = [1, 2, 3, 4].find(each => count(a, each) !== count(b, each)) ?? null
        expect(decidingPlacement(a.places, b.places)).toBe(place)
        const expected = b.merit - a.merit || (place === null ? 0 : count(b, place) - count(a, place))
        expect(Math.sign(compareTallies(a, b))).toBe(Math.sign(expected))
      }),
      { numRuns: 1000 },
    )
  })

  it('share the rank if even their places are equal: 1, 2, 2, 4', () => {
    expect(placings([tally(9, 1), tally(5, 2, 2), tally(5, 2, 2), tally(3, 3)])).toEqual([
      [1, null],
      [2, null],
      [2, null],
      [4, null],
    ])
  })

  it('say which places told them apart: from the next better, or the best from the next worse', () => {
    expect(placings([tally(8), tally(5, 1, 1), tally(5, 1, 2), tally(5, 1, 3), tally(5, 1, 3), tally(4, 1)])).toEqual([
      [1, null],
      [2, 1],
      [3, 1],
      [4, 2],
      [4, 2],
      [6, null],
    ])
  })
})
