/*
 * A number input that inserts separators while the user types. The state is a string of digits; the displayed text and
 * the caret are derived from it. The caret's position is counted in digits, so that separators do not shift it.
 */

/** Enough for the largest allowed score. */
export const mostDigits = 16

const notDigits = /\D/g

/** Code point of the zero in other scripts that keyboards send: Arabic, Persian, Devanagari, Bengali, full width. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10]

/** Replaces the digits of those scripts with 0–9. The length stays the same. */
const latin = (text: string): string =>
  text.replace(/\p{Nd}/gu, digit => {
    const code = digit.charCodeAt(0)
    const zero = zeros.find(z => code >= z && code <= z + 9)
    return zero === undefined ? digit : String(code - zero)
  })

/** The digits of a text, without leading zeros. */
export const scoreDigits = (text: string): string => latin(text).replace(notDigits, '').replace(/^0+/, '')

/** The number of digits before a position in a text. */
export const digitsBefore = (text: string, position: number): number => text.slice(0, position).replace(notDigits, '').length

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
export function edit(before: string, text: string, position: number, deleting?: 'back' | 'forward'): Edit {
  const plain = latin(text)
  const raw = scoreDigits(plain)
  const leading = plain.replace(notDigits, '').length - raw.length
  const caret = Math.max(0, digitsBefore(plain, position) - leading)
  if (raw.length > mostDigits) return { digits: before, caret: Math.min(caret, before.length) }
  if (deleting && raw === before) {
    if (deleting === 'back' && caret > 0) return trimmed(before.slice(0, caret - 1) + before.slice(caret), caret - 1)
    if (deleting === 'forward' && caret < before.length) return trimmed(before.slice(0, caret) + before.slice(caret + 1), caret)
  }
  return { digits: raw, caret }
}

function trimmed(digits: string, caret: number): Edit {
  const kept = digits.replace(/^0+/, '')
  return { digits: kept, caret: Math.max(0, caret - (digits.length - kept.length)) }
}
