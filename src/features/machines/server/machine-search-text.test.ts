import { expect, it } from 'vitest'
import { machineSearchText } from './machine-search-text.ts'

it('has each name in one word first, then the words, the maker and the year, and the initials of a name of several words', () => {
  expect(machineSearchText({ name: 'Medieval Madness', manufacturer: 'Williams', year: 1997 })).toBe(
    ' medievalmadness/ medieval madness williams 1997 mm',
  )
  expect(machineSearchText({ name: 'PIN·BOT', manufacturer: 'Williams', year: null, aliases: ['The Pinbot'] })).toBe(
    ' pinbot/ thepinbot/ pin bot the pinbot williams pb',
  )
  const deseret = '\u{10437}\u{10436}'
  expect(machineSearchText({ name: `${deseret} Pinball`, manufacturer: '', year: null })).toBe(
    ` ${deseret}pinball/ ${deseret} pinball \u{10437}p`,
  )
  expect(machineSearchText({ name: deseret, manufacturer: '', year: null })).toBe(` ${deseret}/ ${deseret}`)
})
