/*
 * A number input that inserts separators while the user types. The state is a string of digits; the displayed text and
 * the caret are derived from it. The caret's position is counted in digits, so that separators do not shift it.
 */

/** Enough for the largest allowed score. */
export const MAX_DIGITS = 16

const NON_DIGITS = /\D/g

/** Code point of the zero in other scripts that keyboards send: Arabic, Persian, Devanagari, Bengali, full width. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10]

/** Replaces the digits of those scripts with 0–9. The length stays the same. */
const toLatinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, digit => {
    const code = digit.charCodeAt(0)
    const zero = zeros.find(z => code >= z && code <= z + 9)
    return zero === undefined ? digit : String(code - zero)
  })

/** The digits of a text, without leading zeros. */
export const parseScoreDigits = (text: string): string => toLatinDigits(text).replace(NON_DIGITS, '').replace(/^0+/, '')

/** The number of digits before a position in a text. */
export const digitsBefore = (text: string, position: number): number => text.slice(0, position).replace(NON_DIGITS, '').length

/** The position directly after the given number of digits; the end of the text if it has fewer. */
export function positionAfter(text: string, digits: number): number {
  if (digits <= 0) return 0
  let seen = 0
  for (let i = 0; i < text.length; i++) {
    if (/\d/.test(text[i] ?? '') && ++seen === digits) return i + 1
  }
  return text.length
}

export type Edit = { digits: string; caret: number }

/**
 * Computes the digits and the caret after an edit. `before` are the digits until now, `text` and `position` (the caret)
 * come from the input, `deleting` is `back` for Backspace and `forward` for Delete. Deleting only a separator deletes
 * the digit beyond it. An edit that would make the number too long has no effect.
 */
export function editDigits(before: string, text: string, position: number, deleting?: 'back' | 'forward'): Edit {
  const latinText = toLatinDigits(text)
  const raw = parseScoreDigits(latinText)
  const leading = latinText.replace(NON_DIGITS, '').length - raw.length
  const caret = Math.max(0, digitsBefore(latinText, position) - leading)
  if (raw.length > MAX_DIGITS) return { digits: before, caret: Math.min(caret, before.length) }
  if (deleting && raw === before) {
    if (deleting === 'back' && caret > 0) return withoutLeadingZeros(before.slice(0, caret - 1) + before.slice(caret), caret - 1)
    if (deleting === 'forward' && caret < before.length) return withoutLeadingZeros(before.slice(0, caret) + before.slice(caret + 1), caret)
  }
  return { digits: raw, caret }
}

function withoutLeadingZeros(digits: string, caret: number): Edit {
  const withoutZeros = digits.replace(/^0+/, '')
  return { digits: withoutZeros, caret: Math.max(0, caret - (digits.length - withoutZeros.length)) }
}
