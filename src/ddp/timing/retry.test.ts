import { describe, expect, it } from 'vitest'
import { retryDelay } from './retry.ts'

describe('the wait before another try', () => {
  it('C12: is 10 ms twice, then 1 s × 2.2ⁿ, at most 5 min', () => {
    const waits = Array.from({ length: 10 }, (_, count) => Math.round(retryDelay(count, 0.5)))
    expect(waits).toEqual([10, 10, 4840, 10_648, 23_426, 51_536, 113_380, 249_436, 300_000, 300_000])
  })

  it('C12: is spread by 0.75 … 1.25, but not the quick ones', () => {
    expect(retryDelay(2, 0)).toBeCloseTo(4840 * 0.75)
    expect(retryDelay(2, 0.999_999)).toBeCloseTo(4840 * 1.25, 0)
    expect(retryDelay(30, 0)).toBeCloseTo(225_000)
    expect([retryDelay(0, 0), retryDelay(1, 0.99)]).toEqual([10, 10])
  })
})
