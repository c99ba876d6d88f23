import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { digitsBefore, editDigits, isDigitEdit, MAX_DIGITS, parseScoreText, positionAfter } from './score-digits.ts'

const digits = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: MAX_DIGITS })
  .map(ds => ds.join('').replace(/^0+/, ''))
  .filter(text => text !== '')
const separators = fc.constantFrom(',', '.', '\u202f', '’', ' ')
const grouped = (text: string, separator: string) => plainNumber(text).replaceAll(',', separator)

describe('a text that was typed or pasted as a whole', () => {
  test('becomes the digits of its number, or stays as it is', () => {
    expect(['11.234.567', '1,234,567.00', '1.234.567,00', '١٢٣', '007', '0', '', ' 12.5 ', '1.2M'].map(parseScoreText)).toEqual([
      '11234567',
      '1234567',
      '1234567',
      '123',
      '7',
      '',
      '',
      '12.5',
      '1.2M',
    ])
  })
})

describe('an edit', () => {
  const insertion = (data: string | null, inputType = 'insertText') => ({ inputType, data })

  test('of digits alone leaves the separators to the field', () => {
    expect(isDigitEdit('1,234', '1,2345', insertion('5'))).toBe(true)
    expect(isDigitEdit('1,234', '1,2٥34', insertion('٥'))).toBe(true)
    expect(isDigitEdit('1,234', '1234', { inputType: 'deleteContentBackward', data: null })).toBe(true)
    expect(isDigitEdit('1,234', '1,2345', insertion('1,2345', 'insertCompositionText'))).toBe(true)
  })

  test('with separators, or a text that was pasted or filled in, is read as it stands', () => {
    expect(isDigitEdit('1,234', '1,234.', insertion('.'))).toBe(false)
    expect(isDigitEdit('1.234', '5.00', insertion('5.00'))).toBe(false)
    expect(isDigitEdit('1.234', '5.00', insertion(null, 'insertFromPaste'))).toBe(false)
    expect(isDigitEdit('', '5.00', insertion(null, ''))).toBe(false)
    expect(isDigitEdit('1', '1.', insertion('1.', 'insertCompositionText'))).toBe(false)
  })
})

describe('the caret', () => {
  test('a position after k digits has k digits before it', () => {
    fc.assert(
      fc.property(digits, separators, fc.nat(MAX_DIGITS), (text, separator, k) => {
        const shown = grouped(text, separator)
        const kept = Math.min(k, text.length)
        expect(digitsBefore(shown, positionAfter(shown, kept))).toBe(kept)
      }),
    )
  })
})

describe('editing', () => {
  test('typing one digit after another gives the number, caret at the end', () => {
    fc.assert(
      fc.property(digits, separators, (text, separator) => {
        let current = ''
        for (const digit of text) {
          const box = `${grouped(current, separator)}${digit}`
          const next = editDigits(current, box, box.length)
          current = next.digits
          expect(next.caret).toBe(current.length)
        }
        expect(current).toBe(text)
      }),
    )
  })

  test('a digit typed anywhere is inserted there, with the caret behind it', () => {
    fc.assert(
      fc.property(digits, separators, fc.nat(MAX_DIGITS), fc.integer({ min: 1, max: 9 }), (text, separator, k, digit) => {
        fc.pre(text.length < MAX_DIGITS)
        const shown = grouped(text, separator)
        const place = Math.min(k, text.length)
        const at = positionAfter(shown, place)
        const next = editDigits(text, shown.slice(0, at) + digit + shown.slice(at), at + 1)
        expect(next).toEqual({ digits: text.slice(0, place) + digit + text.slice(place), caret: place + 1 })
      }),
    )
  })

  test('Backspace takes the digit before the caret, also across a separator', () => {
    fc.assert(
      fc.property(digits, separators, fc.nat(40), (text, separator, p) => {
        const shown = grouped(text, separator)
        const at = 1 + (p % shown.length)
        const before = digitsBefore(shown, at)
        const next = editDigits(text, shown.slice(0, at - 1) + shown.slice(at), at - 1, 'back')
        expect(next.digits).toBe((text.slice(0, before - 1) + text.slice(before)).replace(/^0+/, ''))
        expect(next.caret).toBeGreaterThanOrEqual(0)
        expect(next.caret).toBeLessThanOrEqual(next.digits.length)
      }),
    )
  })

  test('Delete before a separator takes the digit behind it', () => {
    expect(editDigits('1234', '1234', 1, 'forward')).toEqual({ digits: '134', caret: 1 })
  })

  test('a seventeenth digit changes nothing', () => {
    const full = '9'.repeat(MAX_DIGITS)
    expect(editDigits(full, `${full}1`, 17)).toEqual({ digits: full, caret: MAX_DIGITS })
  })

  test('leading zeros are dropped and the caret follows', () => {
    expect(editDigits('12', '012', 1)).toEqual({ digits: '12', caret: 0 })
    expect(editDigits('', '0012', 4)).toEqual({ digits: '12', caret: 2 })
    expect(editDigits('100', '00', 0, 'back')).toEqual({ digits: '', caret: 0 })
  })
})
