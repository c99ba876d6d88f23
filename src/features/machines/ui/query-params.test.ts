import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MACHINE_SORTS } from '../contract/catalogue.ts'
import { MACHINE_TYPES } from '../contract/machine-types.ts'
import { browseHref, browseInput } from './query-params.ts'

test('the catalogue shows what was played last, unless its address says otherwise', () => {
  expect(browseInput({})).toEqual({ sort: 'recent' })
  expect(browseInput({ q: ' mars ', type: 'ss', maker: 'Bally', decade: '1990', played: '1', sort: 'most', page: '3' })).toEqual({
    text: 'mars',
    type: 'ss',
    manufacturer: 'Bally',
    decade: 1990,
    played: true,
    sort: 'most',
    page: 3,
  })
})

test('empty fields of the form, and values that do not exist, narrow nothing', () => {
  for (const query of [
    { q: '', type: '', maker: '', decade: '', sort: '' },
    { type: 'xx', decade: '1995', played: 'yes', sort: 'random', page: '0' },
    { decade: '1920', page: '-1' },
    { decade: '19900', maker: '  ' },
  ])
    expect(browseInput(query)).toEqual({ sort: 'recent' })
})

test('the address of a list shows that list again', () => {
  const input = fc.record(
    {
      text: fc.constantFrom('mars', 'a&b=c', 'Flügel 1/2'),
      type: fc.constantFrom(...MACHINE_TYPES),
      manufacturer: fc.constantFrom('Bally', 'Alvin G. & Co'),
      decade: fc.constantFrom(1930, 1990, 2020),
      played: fc.constant(true),
      sort: fc.constantFrom(...MACHINE_SORTS),
      page: fc.integer({ min: 2, max: 999 }),
    },
    { requiredKeys: ['sort'] },
  )
  fc.assert(
    fc.property(input, shown => {
      const query = Object.fromEntries(new URL(browseHref(shown), 'https://site.example').searchParams)
      expect(browseInput(query)).toEqual(shown)
    }),
  )
})
