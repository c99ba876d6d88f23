import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Ejson, ObjectId } from './ejson.ts'
import { equal } from './equal.ts'

const HEX = '0123456789abcdef01234567'
const kinds: Ejson[] = [
  null,
  true,
  0,
  1,
  '1',
  '',
  Number.NaN,
  [],
  [1],
  {},
  { a: 1 },
  { a: 2 },
  { b: 1 },
  { a: 1, b: 1 },
  new Date(1),
  new Date(2),
  new Date(Number.NaN),
  new Uint8Array([1]),
  new Uint8Array([2]),
  new Uint8Array([1, 2]),
  /a/g,
  /a/i,
  /b/g,
  new ObjectId(HEX),
  new ObjectId(HEX.replace('0', 'f')),
]

describe('deep equality', () => {
  it('B4: every value equals a copy of itself and nothing else', () => {
    for (const [i, a] of kinds.entries()) {
      for (const [j, b] of kinds.entries()) expect([i, j, equal(a, structured(b))]).toEqual([i, j, i === j])
    }
  })

  it('B4: NaN equals NaN, order of keys does not matter, and an absent key equals undefined', () => {
    expect(equal({ a: 1, b: [Number.NaN] }, { b: [Number.NaN], a: 1 })).toBe(true)
    expect(equal({ a: 1, b: undefined }, { a: 1 })).toBe(true)
    expect(equal({ a: undefined, b: 1 }, { a: 1, b: undefined })).toBe(false)
    expect(equal([undefined], [])).toBe(false)
  })

  it('B4: names of Object.prototype are keys like any other', () => {
    expect(equal({ constructor: 1 }, { a: 1 })).toBe(false)
    expect(equal({ a: 1 }, JSON.parse('{"__proto__":1}'))).toBe(false)
    expect(equal(JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}'))).toBe(true)
  })

  it('B4: it is symmetric', () => {
    const value = fc.oneof(fc.constantFrom(...kinds), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Ejson>)
    fc.assert(fc.property(value, value, (a, b) => equal(a, b) === equal(b, a) && equal(a, a)))
  })
})

function structured(value: Ejson): Ejson {
  return value instanceof ObjectId ? new ObjectId(value.hex) : structuredClone(value)
}
