/*
 * How numbers and codes are read that people type or paste: in the digits of any script, and with the separators of any country. What could
 * be meant as another number is not read at all.
 */

/**
 * Replaces the decimal digits of every script (Arabic, Persian, Devanagari, full width …) with 0–9. Unicode keeps the digits of a script in
 * order and without gaps, so that a digit's place in its run of digits says its value.
 */
export const toLatinDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, digit => {
    const code = digit.codePointAt(0)!
    let first = code
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
    return String((code - first) % 10)
  })

/** Marks of direction and joining, and other characters that nobody sees. Texts that were copied contain them. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** "1,234 points": a word after the number that does not multiply it. */
const UNIT = / ?(?:points?|pts?\.?|punkte?|نقطة|نقاط)$/i

/** Writes the kinds of separators that mean the same in one way. The Arabic ones (٬ between thousands, ٫ before decimals) are kept apart. */
const unifySeparators = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    .replace(/[，،]/g, ',')
    .replace(/[．。｡]/g, '.')
    .replace(/[’‘ʼ＇`´]/g, "'")
    .trim()

const PLAIN = /^\d+$/
/** 1,234,567: groups of three digits, with the same separator between all of them. */
const THREES = /^\d{1,3}([,.' ٬_])\d{3}(?:\1\d{3})*$/
/** 12,34,567: groups of two digits before the last three, as in India. */
const TWOS = /^\d{1,2}([,٬])\d\d(?:\1\d\d)*\1\d{3}$/
/** A whole number with decimals, all of which are zero. Exactly three zeros could be a group of thousands, unless the separator is ٫. */
const ZERO_DECIMALS = /^(.*\d)(?:([.,])(?:0{1,2}|0{4,})|(٫)0+)$/

const isGrouped = (text: string): boolean => PLAIN.test(text) || THREES.test(text) || TWOS.test(text)

/**
 * Returns the digits 0–9 of a whole number, without leading zeros (zero is '0'); null: the text is not read as one. Read are 1234567,
 * 1,234,567, 1.234.567, 1 234 567, 1’234’567, 12,34,567, ١٬٢٣٤٬٥٦٧ and any of them with decimals that are zero, such as 1,234,567.00. Not read
 * are decimals that are not zero, signs, exponents, words that multiply ("1.2M"), and groups that are not whole.
 */
export function readWholeNumber(text: string): string | null {
  const unified = unifySeparators(toLatinDigits(text)).replace(UNIT, '')
  const digitsOf = (grouped: string): string => grouped.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  if (isGrouped(unified)) return digitsOf(unified)
  const [, whole, separator = '٫'] = ZERO_DECIMALS.exec(unified) ?? []
  return whole === undefined || !isGrouped(whole) || whole.includes(separator) ? null : digitsOf(whole)
}

/** Returns the whole number in a form's field; NaN: it is empty, or not read as one. */
export function typedNumber(text: string): number {
  const digits = readWholeNumber(text)
  return digits === null ? Number.NaN : Number(digits)
}

/** Returns the number in a form's field for a small number with decimals, such as 4.5, 4,5 or ٤٫٥; NaN: it is empty, or none. */
export function typedDecimal(text: string): number {
  const unified = unifySeparators(toLatinDigits(text)).replace(/[,٫]/, '.')
  return /^\d+(\.\d+)?$/.test(unified) ? Number(unified) : Number.NaN
}
