import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Locale } from '#platform/text/locales.ts'
import { inLocale } from './locale.ts'
import { compactNumber, ordinal, plainDate, plainDateTime, plainNumber } from './ssr-format.ts'
import { LOCALES_WITH_PLAIN_NUMBERS } from './use-formats.ts'

test('numbers read as en-US writes them, up to the largest score', () => {
  const intl = new Intl.NumberFormat('en-US')
  fc.assert(fc.property(fc.maxSafeNat(), value => plainNumber(value) === intl.format(value)))
  expect(plainNumber('9007199254740991')).toBe('9,007,199,254,740,991')
})

test('dates are UTC, whatever the zone of the machine', () => {
  const at = new Date('2026-11-21T23:59:30Z')
  expect(plainDate(at)).toBe('Nov 21, 2026')
  expect(plainDateTime(at)).toBe('Nov 21, 2026, 23:59 UTC')
})

test('axis labels keep three figures', () => {
  expect(compactNumber(950)).toBe('950')
  expect(compactNumber(1_000)).toBe('1K')
  expect(compactNumber(11_234_567_890)).toBe('11.2B')
  expect(compactNumber(9_007_199_254_740_991)).toBe('9.01Q')
})

test('ordinals', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111, 1204].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '102nd',
    '111th',
    '1,204th',
  ])
})

test.each([...LOCALES_WITH_PLAIN_NUMBERS])('%s writes whole numbers as a page in its language does', locale => {
  const intl = new Intl.NumberFormat(`${locale}-u-nu-latn`)
  const language = locale.split('-')[0] as Locale
  fc.assert(fc.property(fc.maxSafeNat(), value => inLocale(language, () => plainNumber(value)) === intl.format(value)))
})
