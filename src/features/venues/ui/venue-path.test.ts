import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseShortPath, shortPath, venuePath } from './venue-path.ts'

it('a short address is read as it was made, whatever script the venue has', () => {
  const slug = fc.constantFrom('silverball-cellar', 'bühne-2', 'قاعة-الكرة', 'ピンボール')
  const code = fc.stringMatching(/^[2-9a-hj-kmnp-z]{4}$/)
  fc.assert(
    fc.property(slug, code, (slug, code) => {
      expect(parseShortPath(shortPath(slug, code))).toEqual({ slug, code })
    }),
  )
  expect(parseShortPath('/v/cellar/K7PZ')).toEqual({ slug: 'cellar', code: 'K7PZ' })
})

it('nothing else is one', () => {
  for (const path of ['', '/v/cellar', '/v/cellar/k7', '/v/cellar/k7pz/more', '/v/%E0%A4%A/k7pz', '/venues/cellar', 'v/cellar/k7pz'])
    expect([path, parseShortPath(path)]).toEqual([path, null])
})

it('the path of a venue is one segment', () => {
  expect(venuePath('bühne')).toBe('/venues/b%C3%BChne')
})
