import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashText, seededRandomFromText } from '#platform/text/hash.ts'
import { drawBackglass } from './backglass.ts'
import { type BackglassStyle, backglassStyleOf } from './backglass-style.ts'

const eras: BackglassStyle[] = ['deco', 'poster', 'neon', 'comic', 'cinema']

test('the same name is drawn the same, another name differently', () => {
  for (const era of eras) {
    expect(drawBackglass('Attack From Mars', era)).toEqual(drawBackglass('Attack From Mars', era))
    expect(drawBackglass('Attack From Mars', era)).not.toEqual(drawBackglass('Medieval Madness', era))
  }
})

test('any name gives a drawing of plain, short numbers', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...eras), (name, era) => {
      for (const shape of drawBackglass(name, era)) {
        expect(shape.d).not.toMatch(/NaN|undefined|Infinity|e-/)
        expect(shape.d).not.toMatch(/\.\d\d/)
      }
    }),
  )
})

test('the style follows the technology, then the display, then the year', () => {
  expect(backglassStyleOf('x', { type: 'me', year: 1990 })).toBe('deco')
  expect(backglassStyleOf('x', { type: 'em', year: 1978 })).toBe('poster')
  expect(backglassStyleOf('x', { type: 'ss', display: 'alphanumeric', year: 1992 })).toBe('neon')
  expect(backglassStyleOf('x', { type: 'ss', display: 'dmd' })).toBe('comic')
  expect(backglassStyleOf('x', { year: 2021 })).toBe('cinema')
  expect(eras).toContain(backglassStyleOf('x', {}))
})

test('names spread over the palettes', () => {
  const seen = Array.from({ length: 8 }, () => 0)
  for (let i = 0; i < 800; i++) seen[hashText(`Player ${i}`) % 8]! += 1
  for (const count of seen) expect(count).toBeGreaterThan(60)
})

test('random numbers are between 0 and 1', () => {
  const roll = seededRandomFromText('Attack From Mars')
  for (let i = 0; i < 1000; i++) {
    const value = roll()
    expect(value).toBeGreaterThanOrEqual(0)
    expect(value).toBeLessThan(1)
  }
})
