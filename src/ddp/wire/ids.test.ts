import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ObjectId } from './ejson.ts'
import { idFromWire, idToWire } from './ids.ts'

const HEX = '0123456789abcdef01234567'

describe('document ids', () => {
  it.each([
    ['abc', 'abc'],
    ['-abc', '--abc'],
    ['~1', '-~1'],
    ['{a', '-{a'],
    [HEX, `-${HEX}`],
    [HEX.toUpperCase(), HEX.toUpperCase()],
    [`${HEX}0`, `${HEX}0`],
    ['', ''],
    ['a-b', 'a-b'],
  ])('B9: the text id %j travels as %j', (id, wire) => {
    expect(idToWire(id)).toBe(wire)
    expect(idFromWire(wire)).toBe(id)
  })

  it('B9: an object id travels as its hex digits', () => {
    expect(idToWire(new ObjectId(HEX))).toBe(HEX)
    expect(idFromWire(HEX)).toEqual(new ObjectId(HEX))
  })

  it('B9: any text id comes back, and none is taken for an object id', () => {
    const id = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('-', '~', '{', 'a') }), fc.stringMatching(/^[0-9a-f]{24}$/))
    fc.assert(fc.property(id, text => idFromWire(idToWire(text)) === text))
  })

  it('B9: an object id is 24 lowercase hex digits', () => {
    for (const hex of ['', 'x', HEX.toUpperCase(), `${HEX}0`]) expect(() => new ObjectId(hex)).toThrow(TypeError)
  })
})
