import { expect, it } from 'vitest'
import { detectStalls } from './event-loop-stall.ts'

it('T8: a process that stood still for more than ten seconds notices it once, at the first message', () => {
  let now = 0
  let cuts = 0
  const standstill = detectStalls(
    () => now,
    () => cuts++,
  )
  now = 10_000
  expect(standstill.hasStalled()).toBe(false)
  now = 10_001
  expect([standstill.hasStalled(), standstill.hasStalled()]).toEqual([true, false])
  expect(cuts).toBe(1)
  standstill.stop()
})
