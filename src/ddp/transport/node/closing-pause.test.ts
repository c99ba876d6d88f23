import { expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import { ClosingPause } from './closing-pause.ts'

it('L8: waits longer each time for the same address, up to a minute, and forgets it after ten minutes of peace', () => {
  const clock = manualClock()
  const pause = new ClosingPause(clock)
  expect(Array.from({ length: 9 }, () => pause.next('a'))).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  expect(pause.next('b')).toBe(0)
  clock.advance(599_999)
  expect(pause.next('b')).toBe(1000)
  clock.advance(600_000)
  expect([pause.next('a'), pause.next('b')]).toEqual([0, 0])
})
