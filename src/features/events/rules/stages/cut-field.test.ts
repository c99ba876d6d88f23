import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countOfShare, cutField, type RankedRow } from './cut-field.ts'

/** Rows with these ranks; their ids are a, b, c … */
const rowsOf = (ranks: readonly number[]): RankedRow[] => ranks.map((rank, i) => ({ entrantId: String.fromCharCode(97 + i), rank }))
const asTheyAre = (ids: string[]): string[] => ids

describe('cutField', () => {
  it('takes as many as are asked for where the line is clear', () => {
    expect(cutField(rowsOf([1, 2, 3, 4]), { first: 1, count: 2 }, null, asTheyAre)).toEqual({ entrantIds: ['a', 'b'], tied: [] })
    expect(cutField(rowsOf([1, 2, 3, 4]), { first: 3, count: 2 }, null, asTheyAre)).toEqual({ entrantIds: ['c', 'd'], tied: [] })
    expect(cutField(rowsOf([1, 1, 3]), { first: 1, count: 2 }, null, asTheyAre)).toEqual({ entrantIds: ['a', 'b'], tied: [] })
    expect(cutField(rowsOf([1, 2]), { first: 1, count: 8 }, null, asTheyAre)).toEqual({ entrantIds: ['a', 'b'], tied: [] })
  })

  it('says who is tied at the line, and lets all, none or the lucky ones of them go on', () => {
    const rows = rowsOf([1, 2, 2, 2, 5])
    const cut = { first: 1, count: 2 }
    expect(cutField(rows, cut, null, asTheyAre).tied).toEqual(['b', 'c', 'd'])
    expect(cutField(rows, cut, 'all', asTheyAre).entrantIds).toEqual(['a', 'b', 'c', 'd'])
    expect(cutField(rows, cut, 'none', asTheyAre).entrantIds).toEqual(['a'])
    expect(cutField(rows, cut, 'lot', ids => ids.toReversed()).entrantIds).toEqual(['a', 'd'])
  })

  it('lets nobody go on who is worse than somebody who does not, unless lots decide between equals', () => {
    const fields = fc.record({
      steps: fc.array(fc.boolean(), { minLength: 2, maxLength: 20 }),
      count: fc.integer({ min: 2, max: 20 }),
      ties: fc.constantFrom('all' as const, 'none' as const, 'lot' as const),
    })
    fc.assert(
      fc.property(fields, ({ steps, count, ties }) => {
        const ranks = steps.map((_, i) => steps.slice(0, i + 1).lastIndexOf(true) + 1 || 1)
        const rows = rowsOf(ranks)
        const { entrantIds } = cutField(rows, { first: 1, count }, ties, ids => ids.toReversed())
        const goOn = new Set(entrantIds)
        const worst = Math.max(...rows.filter(({ entrantId }) => goOn.has(entrantId)).map(({ rank }) => rank))
        const best = Math.min(...rows.filter(({ entrantId }) => !goOn.has(entrantId)).map(({ rank }) => rank))
        if (goOn.size > 0) expect(ties === 'lot' ? worst <= best : worst < best).toBe(true)
        if (ties === 'lot') expect(goOn.size).toBe(Math.min(count, rows.length))
      }),
    )
  })
})

it('counts a share of a field, two players at least', () => {
  expect([countOfShare(24, 33), countOfShare(40, 50), countOfShare(3, 10)]).toEqual([8, 20, 2])
})
