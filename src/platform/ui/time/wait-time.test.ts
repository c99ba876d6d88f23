import { expect, test } from 'vitest'
import { waitTime } from './wait-time.ts'

const [second, minute, hour] = [1000, 60_000, 3_600_000]

test('who waits as long as it says never comes too early', () => {
  expect(waitTime(1, 'en')).toBe('in 1 second')
  expect(waitTime(9.2 * second, 'en')).toBe('in 10 seconds')
  expect(waitTime(61 * second, 'en')).toBe('in 2 minutes')
  expect(waitTime(61 * minute, 'en')).toBe('in 2 hours')
  expect(waitTime(23.4 * hour, 'de')).toBe('in 24 Stunden')
  expect(waitTime(5 * minute, 'ar')).toBe('خلال 5 دقائق')
})
