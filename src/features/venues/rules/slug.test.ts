import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_SLUG } from '#platform/text/max-slug.ts'
import { freeSlug, slugBase } from './slug.ts'

it('has the letters and digits of a name, in any script, and no others', () => {
  for (const [name, slug] of [
    ['Silverball Cellar', 'silverball-cellar'],
    ['Größte Bühne, 2. Stock', 'groesste-buehne-2-stock'],
    ['Łódź Arcade', 'lodz-arcade'],
    ['قاعة الكرة', 'قاعة-الكرة'],
    ['ピンボール 天国', 'ピンボール-天国'],
    ['???', 'venue'],
  ] as const)
    expect(slugBase(name)).toBe(slug)
})

it('fits into an address whatever the name is, and cuts no letter from its marks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }), name => {
      const slug = slugBase(name)
      expect(slug).toMatch(/^[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)*$/u)
      expect(slug.length).toBeLessThan(MAX_SLUG - 11)
      expect(decodeURIComponent(encodeURIComponent(slug))).toBe(slug)
    }),
  )
})

it('gives each of many venues of one name an address of its own', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('cellar', 'cellar-2', 'cellar-3', 'attic'), { maxLength: 30 }), bases => {
      const taken = new Set<string>()
      for (const base of bases) {
        const slug = freeSlug(base, taken)
        expect(taken.has(slug)).toBe(false)
        expect(slug.startsWith(base)).toBe(true)
        taken.add(slug)
      }
      expect(taken.size).toBe(bases.length)
    }),
  )
  expect(freeSlug('cellar', new Set(['cellar', 'cellar-2', 'cellar-4']))).toBe('cellar-3')
  // The form for a new venue has this address.
  expect(freeSlug('new', new Set())).toBe('new-2')
})
