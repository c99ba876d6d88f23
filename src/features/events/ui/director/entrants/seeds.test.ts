import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bySeed, mergeOrder, moveTo, parsePastedRanks, parseRank } from './seeds.ts'

const entrants = [
  { _id: 'a', displayName: 'Ann Lee', seed: 2 },
  { _id: 'b', displayName: 'Ben' },
  { _id: 'c', displayName: 'Chloë', seed: 1 },
  { _id: 'd', displayName: 'Abe' },
]

describe('a seeding', () => {
  it('lists the best seed first, and who has none last, by name', () => {
    expect(bySeed(entrants).map(({ _id }) => _id)).toEqual(['c', 'a', 'd', 'b'])
  })

  it('keeps the order that was made when players come and go', () => {
    expect(mergeOrder(['c', 'x', 'a'], ['a', 'b', 'c'])).toEqual(['c', 'a', 'b'])
  })

  it('moves one player and keeps the order of the others', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 20 }), fc.nat(), fc.nat(), (list, i, j) => {
        const [item, index] = [list[i % list.length]!, j % list.length]
        const moved = moveTo(list, item, index)
        expect(moved[index]).toBe(item)
        expect(moved.filter(each => each !== item)).toEqual(list.filter(each => each !== item))
      }),
    )
  })
})

describe('typed IFPA ranks', () => {
  it('are whole numbers of at most six digits', () => {
    expect(['', ' ', '12', '1,234', '#7', '0', '1234567', 'ten', '-3'].map(parseRank)).toEqual([
      ...[null, null, 12, 1234, 7],
      ...[undefined, undefined, undefined, undefined],
    ])
    expect(['١٢', '# ７', '1.5', '1e3', '12.'].map(parseRank)).toEqual([12, 7, undefined, undefined, 12])
  })

  it('are found in a pasted list, before or after the name', () => {
    const { ranks, unknown } = parsePastedRanks('ann lee 1234\n 55. Ben\nCHLOE, #7\nZoe (12)\n\nno rank here', entrants)
    expect([...ranks]).toEqual([
      ['a', 1234],
      ['b', 55],
      ['c', 7],
    ])
    expect(unknown).toEqual(['Zoe'])
  })
})
