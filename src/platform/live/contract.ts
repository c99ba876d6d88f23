import * as v from 'valibot'
import { DdpError } from '../../ddp/wire/error.ts'
import { nameProblem } from '../text/names.ts'

type Schema<T> = v.GenericSchema<unknown, T>

/**
 * Who may call a method or subscribe to a publication. Administrators may too, except where only the owner may. The value describes what
 * the handlers check: `docs/api.md` shows it, and `tests/interop/permissions.test.ts` compares it with what every kind of user gets from
 * everything.
 */
export type Access =
  | 'everybody'
  | 'signed in'
  | 'administrators'
  | 'moderators'
  | 'machine editors'
  | 'event directors'
  | 'director of the event'
  | 'scorekeeper of the event'
  | 'owner or moderators'
  | 'all but the owner'
  | 'who runs the group'
  | 'owner of the group'

/** Errors by code, each with a text that says when it occurs. */
export type Errors = Readonly<Record<number, string>>

/** Who has access, and the errors besides 400 (bad argument), the 401 and 403 that follow from `access`, too-many-requests and 500. */
export type Terms = { readonly access: Access } & Errors

/** A method as client and server share it: both check its argument by `input`, its answer has a type, and its errors are listed. */
export interface MethodContract<Input, Answer> {
  readonly name: string
  readonly input: Schema<Input>
  readonly terms: Terms
  /** never set; it exists only for its type */
  readonly answer?: Answer
}

export interface PublicationContract<Input> {
  readonly name: string
  readonly input: Schema<Input>
  readonly collections: readonly string[]
  readonly terms: Terms
}

export const defineMethod =
  <Answer>() =>
  <Input>(name: string, input: Schema<Input>, terms: Terms): MethodContract<Input, Answer> => ({ name, input, terms })

export const definePublication = <Input>(
  name: string,
  input: Schema<Input>,
  collections: readonly string[],
  terms: Terms,
): PublicationContract<Input> => ({ name, input, collections, terms })

/** Matches a control character except tab and line breaks (see LINES), or half of a surrogate pair: people do not type these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const LINES = /[\n\r\t]/

const codePoints = (text: string): number => [...text].length

/**
 * Schema of a text, which is trimmed and normalised (NFC). `min` and `max`: its length in code points; `lines`: it may have line breaks and
 * tabs. The bounds of texts and numbers are kept as metadata too, for `docs/api.md` and tests.
 */
export const text = (min: number, max: number, { lines = false } = {}) =>
  v.pipe(
    v.string('must be text'),
    v.maxLength(max * 8, `must have at most ${max} characters`),
    v.transform(value => value.normalize('NFC').trim()),
    v.check(value => codePoints(value) >= min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`),
    v.check(value => codePoints(value) <= max, `must have at most ${max} characters`),
    v.check(value => !UNPRINTABLE.test(value) && (lines || !LINES.test(value)), 'must not hold control characters'),
    v.metadata({ min, max, lines }),
  )

/**
 * Schema of a name, or of another text of one line that is shown among others, such as a place: a `text` that follows the rules for names
 * (names.ts). It may be empty only where `min` is 0.
 */
export const name = (min: number, max: number) =>
  v.pipe(
    text(min, max),
    v.rawCheck(({ dataset, addIssue }) => {
      // One problem is enough to report.
      if (!dataset.typed || dataset.issues || dataset.value === '') return
      const message = nameProblem(dataset.value)
      if (message !== null) addIssue({ message })
    }),
  )

/** Schema of the id of something that exists. */
export const id = v.pipe(v.string('must be text'), v.regex(/^[\x21-\x7e]{1,64}$/, 'must be an id'))

/** Schema of the id of something that the client creates. */
export const uuidV7 = v.pipe(
  v.string('must be text'),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'must be a UUIDv7 in lower case'),
)

export const integer = (min: number, max: number) =>
  v.pipe(
    v.number('must be a number'),
    v.check(value => Number.isInteger(value) && value >= min && value <= max, `must be a whole number from ${min} to ${max}`),
    v.metadata({ min, max }),
  )

/** Schema of a point in time, from the year 1970 to 9999. */
export const timestamp = v.pipe(
  v.date('must be a date'),
  v.check(date => date.getTime() >= 0 && date.getTime() < 253_402_300_800_000, 'must be a date from 1970 to 9999'),
)

export const booleanField = v.boolean('must be true or false')

/** Schema of an argument that is an object with these members and no others. */
export const strictObject = <Entries extends v.ObjectEntries>(entries: Entries) => v.strictObject(entries, 'is not known here')

interface Problem {
  path: string
  message: string
}

function findProblem(issue: v.BaseIssue<unknown>): Problem {
  const path = (issue.path ?? []).map(part => String(part.key)).join('.')
  if (issue.type === 'strict_object')
    return {
      path,
      message: issue.expected === 'never' ? 'is not known here' : issue.received === 'undefined' ? 'is missing' : 'must be an object',
    }
  const missing = issue.received === 'undefined' && issue.kind === 'schema'
  return { path, message: missing ? 'is missing' : issue.message }
}

/**
 * Checks the parameters of a call, which must be exactly one object, and returns that object.
 * @throws DdpError 400 with a sentence and `details: [{ path, message }]`
 */
export function parseArgument<Input>(input: Schema<Input>, params: readonly unknown[]): Input {
  const [only] = params
  if (
    params.length !== 1 ||
    only === null ||
    typeof only !== 'object' ||
    Array.isArray(only) ||
    Object.getPrototypeOf(only) !== Object.prototype
  ) {
    throw new DdpError(400, 'This takes exactly one argument, an object.', [{ path: '', message: 'must be exactly one object' }])
  }
  const result = v.safeParse(input, only)
  if (result.success) return result.output
  const problems = result.issues.map(findProblem)
  const [first] = problems
  throw new DdpError(
    400,
    `${first!.path || 'The argument'} ${first!.message}.`,
    problems.map(({ path, message }) => ({ path, message })),
  )
}

/** Returns the error that `parseArgument` throws for one field, for rules that only the server can check. */
export const fieldError = (path: string, message: string): DdpError => new DdpError(400, `${path} ${message}.`, [{ path, message }])

/** Returns the error for a `before` that names a row which never was in the list. */
export const unknownCursor = (): DdpError => fieldError('before', 'is not a row of this list')
