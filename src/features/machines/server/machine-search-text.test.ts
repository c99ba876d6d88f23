import { expect, it } from 'vitest'
import { searchText } from './normalize-text.ts'

it('gives a name of several words its initials, also where a word begins beyond U+FFFF', () => {
  expect(searchText({ name: 'Medieval Madness', manufacturer: 'Williams', year: 1997 })).toBe(' medieval madness williams 1997 mm')
  const deseret = '\u{10437}\u{10436}'
  expect(searchText({ name: `${deseret} Pinball`, manufacturer: '', year: null })).toBe(` ${deseret} pinball \u{10437}p`)
  expect(searchText({ name: deseret, manufacturer: '', year: null })).toBe(` ${deseret}`)
})
