import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minCostAssignment } from './min-cost-assignment.ts'

const costOf = (costs: readonly number[][], assigned: readonly number[]): number =>
  assigned.reduce((sum, column, row) => sum + costs[row]![column]!, 0)

function bruteForceLowestCost(costs: readonly number[][], row = 0, used: readonly number[] = []): number {
  if (row === costs.length) return 0
  return Math.min(
    ...costs[row]!.flatMap((cost, column) => (used.includes(column) ? [] : cost + bruteForceLowestCost(costs, row + 1, [...used, column]))),
  )
}

describe('an assignment', () => {
  it('gives each row a different column at the lowest total cost', () => {
    const tables = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.nat({ max: 1 }))
      .chain(([rows, more]) =>
        fc.array(fc.array(fc.nat({ max: 9 }), { minLength: rows + more, maxLength: rows + more }), { minLength: rows, maxLength: rows }),
      )
    fc.assert(
      fc.property(tables, costs => {
        const assigned = minCostAssignment(costs)
        expect(new Set(assigned).size).toBe(costs.length)
        expect(costOf(costs, assigned)).toBe(bruteForceLowestCost(costs))
      }),
      { numRuns: 500 },
    )
    expect(minCostAssignment([])).toEqual([])
  })
})
