import { describe, expect, it } from 'vitest'
import { groupSizes } from './group-sizes.ts'

describe('the sizes of groups', () => {
  it('leave nobody without a group: some groups are smaller instead', () => {
    expect([2, 3, 4, 5, 6, 7, 9, 10, 11, 13].map(n => groupSizes(n, 4))).toEqual([
      [2],
      [3],
      [4],
      [3, 2],
      [3, 3],
      [4, 3],
      [3, 3, 3],
      [4, 3, 3],
      [4, 4, 3],
      [4, 3, 3, 3],
    ])
    expect([4, 5, 7, 8].map(n => groupSizes(n, 3))).toEqual([
      [2, 2],
      [3, 2],
      [3, 2, 2],
      [3, 3, 2],
    ])
  })

  it('are never 1, except in pairs when the number of players is odd', () => {
    for (const size of [2, 3, 4] as const) {
      for (let n = 2; n <= 200; n++) {
        const sizes = groupSizes(n, size)
        expect(sizes.reduce((sum, each) => sum + each, 0)).toBe(n)
        expect(Math.max(...sizes)).toBeLessThanOrEqual(size)
        expect(sizes.filter(each => each === 1).length).toBe(size === 2 ? n % 2 : 0)
      }
    }
  })
})
