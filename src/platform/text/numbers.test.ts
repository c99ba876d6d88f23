import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readWholeNumber, toLatinDigits, typedDecimal, typedNumber } from './numbers.ts'

/** Languages with each way of writing numbers that `Intl` knows: separators, groups and digits. */
const LOCALES = [
  ...['en', 'de', 'fr', 'fr-CH', 'de-CH', 'de-AT', 'es', 'pl', 'pt-PT', 'sv', 'ru', 'tr', 'it-CH', 'en-IN', 'hi', 'ja', 'zh', 'ko', 'he'],
  ...['ar', 'ar-EG', 'ar-MA', 'fa', 'ur', 'ur-IN', 'ps', 'ckb', 'bn', 'mr', 'ne', 'my', 'dz', 'th-u-nu-thai', 'ja-u-nu-fullwide'],
  ...['ar-u-nu-latn', 'de-u-nu-arab', 'en-u-nu-arabext', 'en-u-nu-mathbold'],
]

const locale = fc.constantFrom(...LOCALES)
const whole = fc.bigInt(0n, 9_999_999_999_999_999n)

describe('a number as any language writes it', () => {
  test('is read', () => {
    fc.assert(
      fc.property(locale, whole, (tag, number) => {
        expect(readWholeNumber(new Intl.NumberFormat(tag).format(number))).toBe(String(number))
      }),
    )
  })

  test('is read with decimals that are zero, and is the same number', () => {
    fc.assert(
      fc.property(locale, whole, fc.constantFrom(1, 2, 4), (tag, number, minimumFractionDigits) => {
        expect(readWholeNumber(new Intl.NumberFormat(tag, { minimumFractionDigits }).format(number))).toBe(String(number))
      }),
    )
  })

  test('is not read where its decimals are not zero', () => {
    const cents = fc.integer({ min: 1, max: 99 })
    fc.assert(
      fc.property(locale, fc.nat(1_000_000_000), cents, (tag, number, hundredths) => {
        expect(readWholeNumber(new Intl.NumberFormat(tag, { minimumFractionDigits: 2 }).format(number + hundredths / 100))).toBeNull()
      }),
    )
  })
})

/**
 * The model: every number that somebody somewhere may mean by a text, found by trying each pair of separators and each length of groups. Three
 * digits after a separator are a group, never decimals.
 */
function meanings(text: string): Set<string> {
  const found = new Set<string>()
  for (const group of ['', ',', '.', "'", ' ']) {
    for (const decimal of ['', ',', '.']) {
      if (group !== '' && group === decimal) continue
      const [before = '', after, ...more] = decimal === '' ? [text] : text.split(decimal)
      const groups = group === '' ? [before] : before.split(group)
      const isWhole =
        groups.every(each => /^\d+$/.test(each)) && more.length === 0 && (after === undefined || /^(?!\d{3}$)\d+$/.test(after))
      const [first = '', ...others] = groups
      const inThrees = first.length <= 3 && others.every(each => each.length === 3)
      const inTwos = first.length <= 2 && others.slice(0, -1).every(each => each.length === 2) && others.at(-1)?.length === 3
      if (!isWhole || !(others.length === 0 || inThrees || (group === ',' && inTwos))) continue
      found.add(`${BigInt(groups.join(''))}${after === undefined ? '' : `.${after}`.replace(/\.?0+$/, '')}`)
    }
  }
  return found
}

describe('any other text', () => {
  const typed = fc.array(fc.constantFrom(...`0123456789,.' `), { minLength: 1, maxLength: 12 }).map(characters => characters.join(''))
  const nearly = fc
    .tuple(
      fc.constantFrom(',', '.', "'", ' '),
      fc.constantFrom(',', '.', ' '),
      fc.array(fc.constantFrom('1', '12', '234', '000', '00', '5678')),
    )
    .map(([a, b, parts]) => parts.map((part, i) => (i === 0 ? part : `${i === parts.length - 1 ? b : a}${part}`)).join(''))

  test('is read as the one number that can be meant by it, or not at all', () => {
    fc.assert(
      fc.property(fc.oneof(typed, nearly), text => {
        const read = readWholeNumber(text)
        const whole = [...meanings(text.trim().replace(/ +/g, ' '))].filter(meant => !meant.includes('.'))
        if (read !== null) expect(whole).toEqual([read])
      }),
      { numRuns: 2000 },
    )
  })

  test('never gives the digits of something that is no whole number', () => {
    const refused = [
      '',
      ' ',
      '-5',
      '−5',
      '+5',
      '1e6',
      '1.2M',
      '5k',
      '1,2 Mio',
      '10⁶',
      '½',
      '三',
      '1/2',
      '12:30',
      '#7',
      '=5',
      '$5',
      '5 %',
      '1 2',
      'x',
    ]
    const broken = [
      '1,23',
      '1,2345',
      '1234,5',
      '1,,234',
      ',5',
      '5,',
      '1.234.56',
      '1,234.567',
      '1,234.000',
      '1234.000',
      '1,234 5',
      '1,234.56',
    ]
    expect([...refused, ...broken].filter(text => readWholeNumber(text) !== null)).toEqual([])
    expect([...refused, ...broken].filter(text => !Number.isNaN(typedNumber(text)))).toEqual([])
  })

  test('around a number does not matter where it cannot change it', () => {
    expect(
      ['  1 234\u202f567 points', '\u200e1,234\u200e', '007', '0', '1234567.00', '1.234 Punkte', '１，２３４．００'].map(readWholeNumber),
    ).toEqual(['1234567', '1234', '7', '0', '1234567', '1234', '1234'])
  })

  test('that was pasted from a spreadsheet is the number that stands in the cell', () => {
    expect(['1,234,567.00', '1.234.567,00'].map(readWholeNumber)).toEqual(['1234567', '1234567'])
  })
})

describe('digits', () => {
  test('of every script that Unicode knows are those from 0 to 9, and everything else stays', () => {
    for (const system of Intl.supportedValuesOf('numberingSystem')) {
      const digits = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9_876_543_210)
      if (/^\p{Nd}{10}$/u.test(digits)) expect([system, toLatinDigits(digits)]).toEqual([system, '9876543210'])
    }
    expect(toLatinDigits('٣ Bälle, ½ und ²')).toBe('3 Bälle, ½ und ²')
  })
})

test('a number with decimals has one separator at most', () => {
  expect(['4.5', '4,5', '٤٫٥', '４．５', '7'].map(typedDecimal)).toEqual([4.5, 4.5, 4.5, 4.5, 7])
  expect(['', '.5', '5.', '1,2,3', '1e3', '-1', '0x10'].filter(text => !Number.isNaN(typedDecimal(text)))).toEqual([])
})
