import { foldWords } from '#platform/text/fold.ts'
import { toLocalInput } from '#platform/ui/time/zoned-time.ts'

const MAX_NAME_BYTES = 120

/** What German writes for its letters where there are only a–z; `foldWords` does so for `ß`. */
const GERMAN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }
const LATIN_LETTERS = /\p{Script=Latin}[\p{Script=Latin}\p{M}]*/gu

/** Writes Latin letters with a–z alone, which every system and every font has. The letters of other scripts stay as they are. */
const toPlainLatin = (lowerCase: string): string =>
  lowerCase.replace(LATIN_LETTERS, letters => foldWords(letters.replace(/[äöü]/g, letter => GERMAN[letter]!)).join(''))

/**
 * Returns the part of a name that every system takes in the name of a file: letters and digits of any script, as many as fit
 * (`Größte Bühne` → `groesste-buehne`).
 */
function toFileName(name: string): string {
  const words = toPlainLatin(name.normalize('NFC').toLowerCase()).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  let fitting = ''
  // A letter and its marks stay together.
  for (const { segment } of new Intl.Segmenter().segment(words.join('-'))) {
    if (Buffer.byteLength(fitting + segment) > MAX_NAME_BYTES) break
    fitting += segment
  }
  return fitting.replace(/-$/, '') || 'event'
}

/** Returns the name of a file about an event, without its ending: the event's name, and the day on which it begins in its own time zone. */
export const eventFileName = (name: string, startsAt: Date, timeZone: string): string =>
  `${toFileName(name)}-${toLocalInput(startsAt, timeZone).slice(0, 10)}`
