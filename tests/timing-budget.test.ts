import { expect, it } from 'vitest'
import { loadFactor } from './security/timing-budget.ts'

it('extends the time limit of a test to at most twice its value, however high the load is', () => {
  expect([0.5, 2, 3, 4, 40].map(load => loadFactor(load, 2))).toEqual([1, 1, 1.5, 2, 2])
})
