import { foldWords } from './fold.ts'

/** What German writes for its letters where there are only a–z; `foldWords` does so for `ß`. */
const GERMAN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }
const LATIN_LETTERS = /\p{Script=Latin}[\p{Script=Latin}\p{M}]*/gu

/** Writes Latin letters with a–z alone, which every system and every font has. The letters of other scripts stay as they are. */
const toPlainLatin = (lowerCase: string): string =>
  lowerCase.replace(LATIN_LETTERS, letters => foldWords(letters.replace(/[äöü]/g, letter => GERMAN[letter]!)).join(''))

/** Length of a text in UTF-8. */
const byteLength = (text: string): number => encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, '.').length

/**
 * Returns the part of a name that every system takes in the name of a file or in an address: its letters and digits of any script, with
 * hyphens between the words, as many as fit (`Größte Bühne` → `groesste-buehne`). Empty for a name without any.
 */
export function toSlug(name: string, maxBytes: number): string {
  const words = toPlainLatin(name.normalize('NFC').toLowerCase()).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  let fitting = ''
  // A letter and its marks stay together.
  for (const { segment } of new Intl.Segmenter().segment(words.join('-'))) {
    if (byteLength(fitting + segment) > maxBytes) break
    fitting += segment
  }
  return fitting.replace(/-$/, '')
}

/** A slug has at most this many characters, with what tells it from others of the same name. */
export const MAX_SLUG = 60
/** How many bytes an address gets of a name, before that. */
export const MAX_SLUG_BYTES = 48
