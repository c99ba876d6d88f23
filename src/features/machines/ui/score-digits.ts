import { readWholeNumber, toLatinDigits } from '#platform/text/numbers.ts'

/*
 * A number input that inserts separators while the user types. The state is a string of digits; the displayed text and
 * the caret are derived from it. The caret's position is counted in digits, so that separators do not shift it. Who types
 * separators, or pastes a text, is not typed over: the text stays as it is, and is read as a whole.
 */

/** Enough for the largest allowed score. */
export const MAX_DIGITS = 16

const NON_DIGITS = /\D/g

/** True for the value of a field that holds a number: it has only digits. Everything else stays as it was typed. */
export const isRead = (digits: string): boolean => /^\d+$/.test(digits)

/** Returns the value of a field with this text: digits without leading zeros, or the text itself if it is not read as a number. */
export function parseScoreText(text: string): string {
  const read = readWholeNumber(text)
  return read === null ? text.trim() : read === '0' ? '' : read
}

/** The number of digits before a position in a text. */
export const digitsBefore = (text: string, position: number): number =>
  toLatinDigits(text.slice(0, position)).replace(NON_DIGITS, '').length

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
 * Computes the digits and the caret after an edit that inserted or deleted only digits. `before` are the digits until now, `text` and
 * `position` (the caret) come from the input, `deleting` is `back` for Backspace and `forward` for Delete. Deleting only a separator deletes
 * the digit beyond it. An edit that would make the number too long has no effect.
 */
export function editDigits(before: string, text: string, position: number, deleting?: 'back' | 'forward'): Edit {
  const all = toLatinDigits(text).replace(NON_DIGITS, '')
  const raw = all.replace(/^0+/, '')
  const caret = Math.max(0, digitsBefore(text, position) - (all.length - raw.length))
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

const separatorsOf = (text: string): string => toLatinDigits(text).replace(/\d/g, '')

/** True if a text arises from another by removing characters. */
function isPartOf(part: string, whole: string): boolean {
  let found = 0
  for (const character of whole) if (character === part[found]) found++
  return found === part.length
}

/**
 * True if an edit concerns digits only, so that the separators around them are the field's own. Everything else (typed separators, pasted and
 * filled-in texts) is read as it stands.
 * @param shown the text before the edit, with the field's separators. @param text after it
 * @param edit its `inputType` ('' if the browser names none) and the inserted text, where the browser tells it
 */
export function isDigitEdit(shown: string, text: string, { inputType, data }: { inputType: string; data: string | null }): boolean {
  if (inputType.startsWith('delete')) return true
  if (inputType === 'insertText') return separatorsOf(data ?? '') === '' && isPartOf(separatorsOf(text), separatorsOf(shown))
  // The data of a composition may be all that the field shows.
  return inputType === 'insertCompositionText' && isPartOf(separatorsOf(text), separatorsOf(shown))
}
