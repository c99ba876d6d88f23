import * as v from 'valibot'
import type { Member, Shape } from './schema.ts'
import { validValue } from './valid-values.ts'

/** Values that no correct client sends, by kind. */
export const HUGE = 'x'.repeat(20_000)
export const NUL = 'a\u0000b'
export const HIGH_SURROGATE = 'a\ud800b'
export const LOW_SURROGATE = '\udc00'

const NOT_TEXT: readonly unknown[] = [null, true, 7, new Date(0), ['x'], {}, { $gt: '' }, { length: 1 }, Number.NaN, new Uint8Array(2), /x/]
const UNPRINTABLE = [NUL, HIGH_SURROGATE, LOW_SURROGATE, 'a\u0007b', 'a\u007fb']
const INHERITED = ['__proto__', 'constructor', 'toString']
const NOT_OBJECTS: readonly unknown[] = [null, 'x', 7, true, [], new Date(0), new Uint8Array(1)]
const NOT_NUMBERS: readonly unknown[] = [null, true, '5', [5], {}, { $gt: 0 }, new Date(5), Number.NaN]
const INVALID_NUMBERS = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, 0, -0, 1.5, 2 ** 53, 1e300]
const INVALID_DATES = [Number.NaN, -1, Date.UTC(-1, 0), Date.UTC(99_999, 0), 8.64e15].map(ms => new Date(ms))
/** Longer than any list that a contract allows. */
const LONG_LIST = 1000

/** Keys that no contract has, including those that every object inherits. */
export const UNKNOWN_KEYS = [
  'nope',
  'isAdmin',
  'createdAt',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '$where',
  'userId2',
  '',
  HUGE.slice(0, 300),
]

/** Parameter lists that are not exactly one object. */
export const WRONG_PARAMS: unknown[][] = [
  [],
  [null],
  [[]],
  ['text'],
  [5],
  [true],
  [new Date(0)],
  [new Uint8Array(1)],
  [/x/],
  [{}, {}],
  [{}, null],
]

/** Adds an own member, also one named `__proto__`. */
export const withMember = (object: object, key: string, value: unknown): object =>
  Object.defineProperty({ ...object }, key, { value, enumerable: true, configurable: true, writable: true })

const invalidTexts = ({ min, max, lines, patterns }: Shape & { kind: 'text' }): unknown[] => [
  ...NOT_TEXT,
  ...UNPRINTABLE,
  HUGE,
  ...(max === null ? [] : ['x'.repeat(max + 1), '🎱'.repeat(max + 1)]),
  ...Array.from({ length: min }, (_, length) => 'x'.repeat(length)),
  ...(min > 0 ? [' ', '  '] : []),
  ...(lines ? [] : ['two\nlines', 'a\tb']),
  ...['x', 'G', 'a b', 'é', '../x', '$where', ...INHERITED].filter(text => patterns.some(pattern => !pattern.test(text))),
]

const invalidOptions = (options: readonly (string | number)[]): unknown[] => {
  const [first] = options
  const numbers = options.filter(option => typeof option === 'number')
  const others = [null, '', 'nope', ...INHERITED, {}, [first], true, { $gt: '' }, 0, -1, 1.5, Math.max(0, ...numbers) + 1]
  const nearly = typeof first === 'string' ? [first.toUpperCase(), `${first} `, ` ${first}`, `${first}x`] : [String(first)]
  return [...others, ...nearly].filter(value => !(options as unknown[]).includes(value))
}

function invalidLists({ item, nullableItem, min, max }: Shape & { kind: 'list' }): unknown[] {
  const good = Array.from({ length: Math.max(min, 1) }, (_, n) => validValue(item, n))
  const long = Array.from({ length: (max ?? LONG_LIST) + 1 }, (_, n) => validValue(item, n))
  const shorter = Array.from({ length: min }, (_, length) => good.slice(0, length))
  const badItems = invalidValues(item).filter(value => !(nullableItem && value === null))
  const inside = badItems.flatMap(bad => [
    [bad, ...good.slice(1)],
    [...good.slice(0, -1), bad],
  ])
  return [null, true, 'x', 7, {}, { length: 1 }, { 0: good[0] }, ...shorter, long, ...inside]
}

/** Objects that are correct except for one member, which is bad, missing or additional. */
function invalidObjects(members: readonly Member[]): unknown[] {
  const good = validValue({ kind: 'object', members }) as object
  const without = members
    .filter(({ optional }) => !optional)
    .map(({ key }) => Object.fromEntries(Object.entries(good).filter(([each]) => each !== key)))
  const unknown = ['more', ...INHERITED].map(key => withMember(good, key, { $gt: '' }))
  const inside = members.flatMap(member => invalidMemberValues(member).map(bad => withMember(good, member.key, bad)))
  return [...NOT_OBJECTS, ...without, ...unknown, ...inside]
}

/** Values that are bad for one of several shapes and that no other one accepts, and objects that mix several shapes. */
function invalidForUnion({ options, schemas }: Shape & { kind: 'either' }): unknown[] {
  const ofOne = options.flatMap((option, n) =>
    invalidValues(option).filter(value => schemas.every((other, m) => m === n || !v.is(other, value))),
  )
  const objects = options.filter(({ kind }) => kind === 'object').map(option => validValue(option) as object)
  const several = objects.flatMap((one, n) => objects.slice(n + 1).map(other => ({ ...one, ...other })))
  return [...ofOne, ...several.filter(value => schemas.every(schema => !v.is(schema, value)))]
}

/** Values that a shape must not accept: those of other kinds, and those just outside its limits. */
export function invalidValues(shape: Shape): unknown[] {
  switch (shape.kind) {
    case 'id':
      return [...NOT_TEXT, '', ' ', 'a b', 'é', 'x'.repeat(65), HUGE, ...UNPRINTABLE]
    case 'new id':
      return [
        ...[...NOT_TEXT, '', 'x', HUGE],
        '0190f7a2-1c6b-4abc-8abc-0123456789ab',
        '0190F7A2-1C6B-7ABC-8ABC-0123456789AB',
        '0190f7a2-1c6b-7abc-7abc-0123456789ab',
        '0190f7a21c6b7abc8abc0123456789ab',
        ' 0190f7a2-1c6b-7abc-8abc-0123456789ab',
        '0190f7a2-1c6b-7abc-8abc-0123456789ab\n',
      ]
    case 'date':
      return [null, 0, true, '2026-01-01T00:00:00Z', {}, [], ...INVALID_DATES]
    case 'boolean':
      return [null, 0, 1, '', 'true', {}, []]
    case 'text':
      return invalidTexts(shape)
    case 'number': {
      const beyond = [shape.min - 1, shape.max + 1, -shape.max]
      const isFineEnough = (value: number): boolean => Number(value.toFixed(shape.decimals)) === value
      const allowed = (value: number): boolean => isFineEnough(value) && value >= shape.min && value <= shape.max
      return [...NOT_NUMBERS, ...[...INVALID_NUMBERS, ...beyond].filter(value => !allowed(value))]
    }
    case 'one of':
      return invalidOptions(shape.options)
    case 'list':
      return invalidLists(shape)
    case 'record': {
      const values = invalidValues(shape.value).map(bad => ({ [validValue(shape.key) as string]: bad }))
      const keys = ['', 'a b', 'x'.repeat(65), NUL].map(key => ({ [key]: validValue(shape.value) }))
      return [...NOT_OBJECTS, ...values, ...(shape.key.kind === 'id' ? keys : [])]
    }
    case 'object':
      return invalidObjects(shape.members)
    case 'either':
      return invalidForUnion(shape)
  }
}

export const invalidMemberValues = ({ shape, nullable }: Member): unknown[] =>
  invalidValues(shape).filter(value => !(nullable && value === null))
