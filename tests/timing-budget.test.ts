import { expect, it } from 'vitest'
import { crowding } from './security/timing-budget.ts'

it('allows a test of times no more than twice its bound, however busy the machine is', () => {
  expect([0.5, 2, 3, 4, 40].map(load => crowding(load, 2))).toEqual([1, 1, 1.5, 2, 2])
})
