import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isFoundBy } from '#platform/text/fold.ts'
import { type ListedMachine, listKeys, machineListKeys } from './list-keys.ts'
import { machineSearchText } from './machine-search-text.ts'

const TYPES = ['em', 'ss', 'me'] as const
const MANUFACTURERS = ['Bally', 'O’Neill & Söhne', '', 'null']
const word = fc.oneof(
  fc.constantFrom('attack', 'from', 'Mars', 'Märs', 'a', 'x1', 'internationalization', 'انتقام'),
  fc.string({ maxLength: 16 }),
)
const words = fc.array(word, { maxLength: 3 }).map(found => found.join(' '))
const machines = fc
  .record({
    name: words,
    type: fc.constantFrom(...TYPES),
    manufacturer: fc.constantFrom(...MANUFACTURERS),
    year: fc.option(fc.integer({ min: 1900, max: 2100 })),
  })
  .map(({ name, ...machine }): ListedMachine => ({ ...machine, search: machineSearchText({ name, ...machine }) }))
const lists = fc.record({
  text: fc.oneof(
    words,
    words.map(text => text.slice(0, 5)),
  ),
  type: fc.option(fc.constantFrom(...TYPES)),
  manufacturer: fc.option(fc.constantFrom(...MANUFACTURERS)),
  decade: fc.option(fc.constantFrom(1930, 1990, 2020)),
})

const share = (one: readonly string[], other: readonly string[]): boolean => one.some(key => other.includes(key))

it('gives a list one of the keys of each machine that it shows', () => {
  fc.assert(
    fc.property(lists, machines, ({ text, type, manufacturer, decade }, machine) => {
      const isShown =
        isFoundBy(machine.search, text) &&
        (type === null || type === machine.type) &&
        (manufacturer === null || manufacturer === machine.manufacturer) &&
        (decade === null || (machine.year !== null && machine.year >= decade && machine.year <= decade + 9))
      for (const isSimilar of [false, true])
        if (isShown) expect(share(listKeys({ text, type, manufacturer, decade }, isSimilar), machineListKeys(machine))).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

const medieval = machineListKeys({
  type: 'ss',
  manufacturer: 'Williams',
  year: 1997,
  search: machineSearchText({ name: 'Medieval Madness', manufacturer: 'Williams', year: 1997 }),
})
const watched = (filter: Partial<Parameters<typeof listKeys>[0]>, isSimilar = false) =>
  listKeys({ text: '', type: null, manufacturer: null, decade: null, ...filter }, isSimilar)

it.each([
  ['another manufacturer', watched({ manufacturer: 'Bally' })],
  ['another decade', watched({ decade: 1980 })],
  ['another type', watched({ type: 'em', decade: 1990 })],
  ['a word that it has not', watched({ text: 'x17' })],
  ['a longer word', watched({ text: 'madnesses' })],
  ['a spelling that is not like any of its words', watched({ text: 'x1234' }, true)],
])('gives a list no key of a machine because of %s', (_, keys) => {
  expect(share(keys, medieval)).toBe(false)
})

it.each([
  ['the first letters of a word', watched({ text: 'w mad' })],
  ['its initials', watched({ text: 'mm' })],
  ['a similar spelling', watched({ text: 'madnes medival' }, true)],
  ['any text in letters that trigrams may not contain', watched({ text: 'انتقام' }, true)],
])('gives a list a key of a machine because of %s', (_, keys) => {
  expect(share(keys, medieval)).toBe(true)
})
