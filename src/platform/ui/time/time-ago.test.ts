import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { LOCALES, type Locale } from '#platform/text/locales.ts'
import { inLocale, setActiveLocale } from '../format/locale.ts'
import { timeAgo } from './time-ago.ts'

const now = Date.UTC(2026, 10, 21, 12)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const ago = (ms: number) => timeAgo(now - ms, now, 'en-US')

beforeAll(() => setActiveLocale('en'))

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

const styles: Record<Locale, Intl.RelativeTimeFormatStyle> = { en: 'narrow', de: 'short', ar: 'long' }
const units: [below: number, unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  [minute, 'second', Number.POSITIVE_INFINITY],
  [hour, 'minute', minute],
  [day, 'hour', hour],
  [14 * day, 'day', day],
  [60 * day, 'week', 7 * day],
  [365 * day, 'month', 30.44 * day],
]

test.each(LOCALES)('in %s, in the words of Unicode', locale => {
  const format = new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { numeric: 'auto', style: styles[locale] })
  const words = (age: number): string => {
    const [, unit, ms] = units.find(([below]) => age < below)!
    // German has a space that does not break in some of them; a time never breaks.
    return format.format(-Math.floor(age / ms), unit).replaceAll('\u00a0', ' ')
  }
  fc.assert(
    fc.property(fc.oneof(...units.map(([below]) => fc.nat(below - 1))), age => {
      expect(inLocale(locale, () => timeAgo(now - age, now, locale))).toBe(words(age))
    }),
    { numRuns: 1000 },
  )
})
