import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countRanks } from './count-ranks.ts'
import { assignRanks, compareRankKeys, type RankKey } from './tie-break.ts'

const keys: fc.Arbitrary<RankKey> = fc.record({
  sortValue: fc.integer({ min: -2, max: 2 }),
  places: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }).map(places => places.sort((a, b) => a - b)),
})

it('counts the ranks and tie-breaks that the server has, in whatever order the rows come', () => {
  fc.assert(
    fc.property(
      fc.array(keys, { maxLength: 12 }).chain(all => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, shuffled]) => {
        const expected: { rank: number; tieBreak?: number }[] = []
        assignRanks([...all].sort(compareRankKeys), (_key, rank, tieBreak) => {
          expected.push({ rank, ...(tieBreak === null ? {} : { tieBreak }) })
        })
        const counted = countRanks(shuffled.map(({ sortValue, places }) => ({ order: [sortValue, ...places] })))
        expect(counted.map(({ order: _, ...row }) => row)).toEqual(expected)
      },
    ),
  )
})

it('keeps the ranks of rows that have them, and puts rows last that have neither a rank nor all others an order', () => {
  expect(countRanks([{ rank: 2 }, { rank: 1 }])).toEqual([{ rank: 2 }, { rank: 1 }])
  expect(countRanks([{ order: [5] }, { rank: 1 }])).toEqual([{ order: [5], rank: 2 }, { rank: 1 }])
})
