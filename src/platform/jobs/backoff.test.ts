import { expect, it } from 'vitest'
import { backoffPause } from './backoff.ts'

const MINUTE = 60_000
const backoff = { initialMs: MINUTE, maxMs: 360 * MINUTE }

it('is a minute at first, then twice as long each time, up to six hours', () => {
  expect([1, 2, 3, 9, 10, 40].map(tries => backoffPause(backoff, tries, 0, 0) / MINUTE)).toEqual([1, 2, 4, 256, 360, 360])
})

it('is as long as was asked for, but not less than its own time', () => {
  expect([backoffPause(backoff, 1, 10 * MINUTE, 0), backoffPause(backoff, 5, MINUTE, 0)].map(ms => ms / MINUTE)).toEqual([10, 16])
})

it('leaves out up to a twentieth at random, but never of what was asked for', () => {
  expect([0, 0.5, 1].map(random => backoffPause(backoff, 1, 0, random))).toEqual([60_000, 58_500, 57_000])
  expect(backoffPause(backoff, 1, MINUTE, 1)).toBe(MINUTE)
})
