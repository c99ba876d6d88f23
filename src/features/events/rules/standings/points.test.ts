import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GroupPoints } from '#events/formats/group-points.ts'
import { byePoints, groupPoints } from '#events/formats/group-points.ts'
import type { PointsTable } from '#events/formats/rank-points.ts'
import { rankPoints } from '#events/formats/rank-points.ts'
import { groupStrikes } from '#events/formats/strikes/group-strikes.ts'
import { shownPoints } from './points.ts'

const shown = (table: PointsTable, ranks: number[]): number[] => ranks.map(rank => shownPoints(rankPoints(table, rank)))

describe('points by rank', () => {
  it('are 100, 90, 85, 84, 83 … down to 0 under papa', () => {
    expect(shown('papa', [1, 2, 3, 4, 5, 10, 87, 88, 89, 500])).toEqual([100, 90, 85, 84, 83, 78, 1, 0, 0, 0])
  })

  it('decrease by 1 from 100, or from another number, when linear', () => {
    expect(shown('linear', [1, 2, 3, 100, 101, 102])).toEqual([100, 99, 98, 1, 0, 0])
    for (const from of [150, 200, 300, 500])
      expect(shown({ linear: from }, [1, 2, from, from + 1, 1000])).toEqual([from, from - 1, 1, 0, 0])
  })

  it('are as listed, then decrease by the last step down to 0', () => {
    expect(shown({ custom: [25, 20, 17.5, 16] }, [1, 2, 3, 4, 5, 14, 15, 16])).toEqual([25, 20, 17.5, 16, 14.5, 1, 0, 0])
    expect(shown({ custom: [3, 1, 0, 0] }, [1, 2, 3, 4, 5, 99])).toEqual([3, 1, 0, 0, 0, 0])
    expect(shown({ custom: [10, 7] }, [1, 2, 3, 4, 5])).toEqual([10, 7, 4, 1, 0])
  })

  it('are whole thousandths, exact where binary fractions are not', () => {
    expect(rankPoints({ custom: [1.1, 1.005, 0.29] }, 2)).toBe(1005)
    expect(rankPoints({ custom: [1.1, 1.005, 0.29] }, 3)).toBe(290)
    const tenths = Array.from({ length: 10 }, () => rankPoints({ custom: [0.1, 0] }, 1))
    expect(shownPoints(tenths.reduce((sum, points) => sum + points, 0))).toBe(1)
  })

  it('never rise with a worse rank and never go below 0', () => {
    const lists = fc.array(fc.integer({ min: 0, max: 9999 }), { minLength: 2 }).map(list => list.sort((a, b) => b - a))
    const tables = fc.oneof(
      fc.constantFrom<PointsTable>('papa', 'linear', { linear: 500 }),
      lists.map((list): PointsTable => ({ custom: list.map(points => points / 1000) })),
    )
    fc.assert(
      fc.property(tables, fc.integer({ min: 1, max: 600 }), (table, rank) => {
        const [better, worse] = [rankPoints(table, rank), rankPoints(table, rank + 1)]
        expect(Number.isInteger(better)).toBe(true)
        expect(worse).toBeLessThanOrEqual(better)
        expect(worse).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('points of a group', () => {
  it.each<[GroupPoints, number[], number[], number[]]>([
    ['ifpa', [7, 5, 3, 1], [7, 4, 1], [7, 1]],
    ['papa', [4, 2, 1, 0], [4, 2, 1], [4, 1]],
    ['pinburgh', [3, 2, 1, 0], [3, 1.5, 0], [3, 0]],
    ['winner', [1, 0, 0, 0], [1, 0, 0], [1, 0]],
  ])('follow from the place: %s', (kind, four, three, two) => {
    expect(groupPoints(kind, 4).map(shownPoints)).toEqual(four)
    expect(groupPoints(kind, 3).map(shownPoints)).toEqual(three)
    expect(groupPoints(kind, 2).map(shownPoints)).toEqual(two)
    expect(shownPoints(byePoints(kind, 'full'))).toBe(two[0])
  })
})

describe('strikes of a group', () => {
  it.each([
    ['standard', [0, 0, 1, 1], [0, 1, 1], [0, 1]],
    ['fair', [0, 1, 1, 2], [0, 1, 2], [0, 1]],
    ['progressive', [0, 1, 2, 3], [0, 1, 2], [0, 1]],
  ] as const)('follow from the place: %s', (kind, four, three, two) => {
    expect(groupStrikes(kind, 4)).toEqual(four)
    expect(groupStrikes(kind, 3)).toEqual(three)
    expect(groupStrikes(kind, 2)).toEqual(two)
  })
})
