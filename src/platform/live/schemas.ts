import * as v from 'valibot'
import {
  atLeastCharacters,
  atMostCharacters,
  fieldRule,
  malformed,
  mustBeInteger,
  mustBeNumber,
  mustBeText,
  mustBeTimeZone,
  mustNotBeEmpty,
  noControlCharacters,
  unknownHere,
} from '#platform/text/field-rules.ts'
import { newNameProblem, withoutOverrides, withoutUnseen } from '#platform/text/names.ts'
import { codePoints, ID, isPrintable, normalizeText } from '#platform/text/parameters.ts'

/** @param clean removes characters */
const cleanText = (min: number, max: number, lines: boolean, clean: (text: string) => string) =>
  v.pipe(
    v.string(mustBeText()),
    v.maxLength(max * 8, atMostCharacters(max)),
    v.transform(value => normalizeText(clean(value))),
    v.check(value => codePoints(value) >= min, min === 1 ? mustNotBeEmpty() : atLeastCharacters(min)),
    v.check(value => codePoints(value) <= max, atMostCharacters(max)),
    v.check(value => isPrintable(value, { lines }), noControlCharacters()),
    v.metadata({ min, max, lines }),
  )

/**
 * Schema of a text, which is trimmed and normalised (NFC), and loses overrides of the direction of writing. `min` and `max`: its length in
 * code points; `lines`: it may have line breaks and tabs. The bounds of texts and numbers are kept as metadata too, for `docs/api.md` and
 * tests.
 */
export const text = (min: number, max: number, { lines = false } = {}) => cleanText(min, max, lines, withoutOverrides)

/**
 * Schema of a name, or of another text of one line that is shown among others, such as a place: as `text`, but it follows the rules for
 * names (names.ts), and loses what nobody sees. It may be empty only where `min` is 0.
 */
export const name = (min: number, max: number) =>
  v.pipe(
    cleanText(min, max, false, withoutUnseen),
    v.rawCheck(({ dataset, addIssue }) => {
      // One problem is enough to report.
      if (!dataset.typed || dataset.issues || dataset.value === '') return
      const message = newNameProblem(dataset.value)
      if (message !== null) addIssue({ message })
    }),
  )

/** Schema of the id of something that exists. */
export const id = v.pipe(v.string(mustBeText()), v.regex(ID, malformed('must be an id')))

/** Schema of the id of something that the client creates. */
export const uuidV7 = v.pipe(
  v.string(mustBeText()),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, malformed('must be a UUIDv7 in lower case')),
)

export const integer = (min: number, max: number) =>
  v.pipe(
    v.number(mustBeNumber()),
    v.check(value => Number.isInteger(value) && value >= min && value <= max, mustBeInteger(min, max)),
    v.metadata({ min, max }),
  )

/** Schema of a point in time, from the year 1970 to 9999. */
export const timestamp = v.pipe(
  v.date(fieldRule('date', 'must be a date')),
  v.check(date => date.getTime() >= 0 && date.getTime() < 253_402_300_800_000, fieldRule('date', 'must be a date from 1970 to 9999')),
)

/** Schema of the name of a time zone of the IANA database, such as Europe/Berlin. */
export const timeZone = v.pipe(
  text(1, 60),
  v.check(zone => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
    } catch {
      return false
    }
  }, mustBeTimeZone()),
)

export const booleanField = v.boolean(malformed('must be true or false'))

/** Schema of an argument that is an object with these members and no others. */
export const strictObject = <Entries extends v.ObjectEntries>(entries: Entries) => v.strictObject(entries, unknownHere())
