import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.ts'

const now = Date.UTC(2026, 10, 21, 12)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const ago = (ms: number) => timeAgo(now - ms, now, 'en-US')

test('short words, rounded down', () => {
  expect(ago(0)).toBe('now')
  expect(ago(59_000)).toBe('now')
  expect(ago(minute)).toBe('1m ago')
  expect(ago(59.9 * minute)).toBe('59m ago')
  expect(ago(3 * hour)).toBe('3h ago')
  expect(ago(day)).toBe('yesterday')
  expect(ago(13 * day)).toBe('13d ago')
  expect(ago(20 * day)).toBe('2w ago')
  expect(ago(90 * day)).toBe('2mo ago')
})

test('beyond a year, the date', () => {
  expect(ago(800 * day)).toBe('Sep 12, 2024')
})

test("a moment that the reader's slow clock puts ahead is now", () => {
  expect(ago(-5 * minute)).toBe('now')
})

test('in Arabic, what is past is said to be past', () => {
  for (const age of [5 * minute, 3 * hour, 5 * day, 20 * day, 90 * day, 200 * day]) {
    expect(timeAgo(now - age, now, 'ar')).toMatch(/^قبل /)
  }
})
