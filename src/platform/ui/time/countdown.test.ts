import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countdown, nextTick } from './countdown.ts'

test('the nearer it is, the more exact it is told', () => {
  const [minute, hour] = [60_000, 3_600_000]
  expect([76 * hour, 2 * hour + 5 * minute + 1, hour, 4 * minute + 7000, 900, 0, -5000].map(countdown)).toEqual([
    '3 d 4 h',
    '2 h 05 min',
    '1 h 00 min',
    '4:07',
    '0:01',
    '0:00',
    '0:00',
  ])
})

test('within an hour it never goes up, and each second is told once', () => {
  const seconds = (text: string): number => text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_599_000 }), left => {
      const next = left - nextTick(left)
      return next >= left - 1000 && seconds(countdown(next)) <= seconds(countdown(left))
    }),
  )
})
