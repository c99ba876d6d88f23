import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, type Ejson, EjsonError, encode, type Json, ObjectId } from './ejson.ts'
import { equal } from './equal.ts'

/** npm's `ejson` serves as the reference implementation; it has no types of its own. */
const EJSON = createRequire(import.meta.url)('ejson') as { stringify(value: unknown): string; parse(text: string): unknown }

const text = (value: Ejson): string => JSON.stringify(encode(value))
const back = (value: Ejson): Ejson => decode(JSON.parse(text(value)))
const read = (json: string): Ejson => decode(JSON.parse(json))
/** An object with one own key, which may be `__proto__`. */
const own = (key: string, value: unknown): object => Object.defineProperty({}, key, { value, enumerable: true, configurable: true })

const SPELLINGS: [string, Ejson, string][] = [
  ['a date', new Date(1_700_000_000_000), '{"$date":1700000000000}'],
  ['a date before 1970', new Date(-1), '{"$date":-1}'],
  ['binary', new Uint8Array([104, 105, 255]), '{"$binary":"aGn/"}'],
  ['binary of one byte', new Uint8Array([104]), '{"$binary":"aA=="}'],
  ['binary of two bytes', new Uint8Array([104, 105]), '{"$binary":"aGk="}'],
  ['empty binary', new Uint8Array(), '{"$binary":""}'],
  ['NaN', Number.NaN, '{"$InfNaN":0}'],
  ['infinity', Number.POSITIVE_INFINITY, '{"$InfNaN":1}'],
  ['negative infinity', Number.NEGATIVE_INFINITY, '{"$InfNaN":-1}'],
  ['a regular expression', /a\/b+/gi, '{"$regexp":"a\\\\/b+","$flags":"gi"}'],
  ['an object id', new ObjectId('0123456789abcdef01234567'), '{"$type":"oid","$value":"0123456789abcdef01234567"}'],
  ['a nested one', { a: [new Date(5), { b: Number.NaN }] }, '{"a":[{"$date":5},{"b":{"$InfNaN":0}}]}'],
]

describe('EJSON', () => {
  it.each(SPELLINGS)('E1: %s has its spelling', (_, value, json) => expect(text(value)).toBe(json))
  it.each(SPELLINGS)('E2: %s is read back', (_, value, json) => {
    const got = read(json)
    expect(equal(got, value)).toBe(true)
    expect(Object.getPrototypeOf(got)).toBe(Object.getPrototypeOf(value))
  })

  it.each([
    '{"$type":"Unknown","$value":1}',
    '{"$type":"oid","$value":"XYZ"}',
    '{"$type":"oid","$value":1}',
    '{"$date":"2020"}',
    '{"$date":true}',
    '{"$binary":7}',
    '{"$binary":"a*b="}',
    '{"$InfNaN":2}',
    '{"$InfNaN":"x"}',
    '{"$regexp":1,"$flags":""}',
    '{"$regexp":"a","$flags":1}',
    '{"$regexp":"(","$flags":""}',
    '{"$escape":1}',
    '{"$escape":[1]}',
    '{"$escape":null}',
  ])('E2: %s is refused', json => {
    expect(() => read(json)).toThrow(EjsonError)
    expect(() => read(`{"deep":[${json}]}`)).toThrow(EjsonError)
  })

  it.each([
    '{"$date":1,"$other":2}',
    '{"$type":"x"}',
    '{"$foo":1}',
    '{"$date":1,"b":2}',
    '{"$regexp":"a","$flags":"g","$x":1}',
    '{}',
    '{"$type":"oid","b":1}',
  ])('E2: %s is an ordinary object', json => expect(JSON.stringify(read(json))).toBe(json))

  it('E2: a long tail of padding costs no more than its length', () => {
    const json: Json = { $binary: `${'='.repeat(1_000_000)}x` }
    expect(() => decode(json)).toThrow(EjsonError)
  })

  it.each<[object, string]>([
    [{ $date: 1 }, '{"$escape":{"$date":1}}'],
    [{ $binary: 'a' }, '{"$escape":{"$binary":"a"}}'],
    [{ $InfNaN: 0 }, '{"$escape":{"$InfNaN":0}}'],
    [{ $escape: {} }, '{"$escape":{"$escape":{}}}'],
    [{ $type: 'a', $value: 1 }, '{"$escape":{"$type":"a","$value":1}}'],
    [{ $regexp: 'a', $flags: 'g' }, '{"$escape":{"$regexp":"a","$flags":"g"}}'],
    [{ $date: { $date: 1 } }, '{"$escape":{"$date":{"$escape":{"$date":1}}}}'],
    [{ $date: new Date(3) }, '{"$escape":{"$date":{"$date":3}}}'],
    [{ $foo: 1 }, '{"$foo":1}'],
    [{ $date: 1, b: 2 }, '{"$date":1,"b":2}'],
    [{ $date: 1, $binary: 'a' }, '{"$date":1,"$binary":"a"}'],
  ])('E3: %j travels as %s and comes back', (value, json) => {
    expect(text(value as Ejson)).toBe(json)
    expect(back(value as Ejson)).toEqual(value)
  })

  it('E4: undefined members vanish, undefined items are null and an invalid date has no time', () => {
    expect(text({ a: undefined, b: { c: undefined } })).toBe('{"b":{}}')
    expect(text([undefined, 1])).toBe('[null,1]')
    expect(text(new Date(Number.NaN))).toBe('{"$date":null}')
    const read = back(new Date(Number.NaN))
    expect(read).toBeInstanceOf(Date)
    expect((read as Date).getTime()).toBeNaN()
  })

  it('E5: flags are cut to 50 characters, then to those known, each once', () => {
    const flags = (value: string): string => (decode({ $regexp: 'a', $flags: value }) as RegExp).flags
    expect(flags('gggiii')).toBe('gi')
    expect(flags('xgs!')).toBe('g')
    expect(flags('yumig')).toBe('gimuy')
    expect(flags(`${'x'.repeat(49)}gi`)).toBe('g')
  })

  it('E6: __proto__ and constructor are keys like any other, both ways and at every level', () => {
    const json = '{"__proto__":{"polluted":true},"constructor":1,"in":{"__proto__":2,"$escape":3}}'
    const value = read(json) as { [key: string]: Ejson }
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'in'])
    expect(value.polluted).toBeUndefined()
    expect(text(value)).toBe(json)
    expect(text(own('__proto__', { $date: 1 }) as Ejson)).toBe('{"__proto__":{"$escape":{"$date":1}}}')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('E1: what has no spelling is refused', () => {
    class Thing {}
    for (const value of [() => 1, Symbol('a'), 1n, new Thing(), new Map()]) {
      expect(() => encode(value as unknown as Ejson)).toThrow(EjsonError)
      expect(() => encode({ a: [value] } as unknown as Ejson)).toThrow(EjsonError)
    }
  })
})

const KEYS = ['a', 'b', '$date', '$type', '$value', '$regexp', '$flags', '$binary', '$InfNaN', '$escape', '$foo', 'constructor', '']
const keyed = (key: fc.Arbitrary<string>, item: fc.Arbitrary<Ejson>): fc.Arbitrary<Ejson> =>
  fc.uniqueArray(fc.tuple(key, item), { selector: ([name]) => name, maxLength: 3 }).map(entries => Object.fromEntries(entries))

const { value: any } = fc.letrec<{ value: Ejson }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Ejson>(null, true, false, 0, -1.5, 1e21, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.date({ noInvalidDate: true }),
    fc.uint8Array({ maxLength: 5 }),
    fc.constantFrom<Ejson>(/a/g, /[/\n]+/imu, /x*/y),
    fc.array(tie('value'), { maxLength: 3 }),
    keyed(fc.constantFrom(...KEYS), tie('value')),
    keyed(fc.string({ maxLength: 3 }), tie('value')),
  ),
}))

const { garbage } = fc.letrec<{ garbage: Json }>(tie => ({
  garbage: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<Json>(null, true, 0, 1, 'oid', 'a', '(', 'AAAA', '=', 'gimuyx', '0123456789abcdef01234567'),
    fc.string({ maxLength: 4 }),
    fc.array(tie('garbage'), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...KEYS, '__proto__'), tie('garbage')), { selector: ([name]) => name, maxLength: 3 })
      .map(entries => {
        const made: { [key: string]: Json } = {}
        for (const [key, value] of entries)
          Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true })
        return made
      }),
  ),
}))

describe('EJSON of anything', () => {
  it('E2: every value comes back as it was', () => {
    fc.assert(
      fc.property(any, value => equal(back(value), value)),
      { numRuns: 1500 },
    )
  })

  it("E7: its text is that of npm's ejson, which reads ours as we do", () => {
    fc.assert(
      fc.property(any, value => {
        const ours = text(value)
        expect(ours).toBe(EJSON.stringify(value))
        expect(text(EJSON.parse(ours) as Ejson)).toBe(ours)
      }),
      { numRuns: 1500 },
    )
  })

  it('E2: garbage is read or refused, and what was read can be written again', () => {
    fc.assert(
      fc.property(garbage, value => {
        try {
          encode(decode(value))
        } catch (error) {
          expect(error).toBeInstanceOf(EjsonError)
        }
      }),
      { numRuns: 3000 },
    )
  })
})
