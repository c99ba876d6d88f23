/*
 * Typing a long number that shows separators while it grows. The truth is a string of digits; the text and the caret
 * follow from it. Positions of the caret are counted in digits, which separators do not move.
 */

/** Enough for the largest score there can be. */
export const mostDigits = 16

const notDigits = /\D/g

/** Where the digits of the scripts that keyboards send begin: Arabic, Persian, Devanagari, Bengali, full width. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10]

/** The same text, as long as before, with those digits as 0–9. */
const latin = (text: string): string =>
  text.replace(/\p{Nd}/gu, digit => {
    const code = digit.charCodeAt(0)
    const zero = zeros.find(z => code >= z && code <= z + 9)
    return zero === undefined ? digit : String(code - zero)
  })

/** The digits of a text, without leading zeros. */
export const scoreDigits = (text: string): string => latin(text).replace(notDigits, '').replace(/^0+/, '')

/** How many digits stand before a position of a text. */
export const digitsBefore = (text: string, position: number): number => text.slice(0, position).replace(notDigits, '').length

/** The position in a text that has so many digits before it; never just before a separator. */
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
 * What an edit means. `before` is the truth so far, `text` and `position` what the box holds now, `forward` whether
 * Delete rather than Backspace was pressed. Rubbing out only a separator rubs out the digit beyond it. An edit that
 * would make the number too long does nothing.
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
