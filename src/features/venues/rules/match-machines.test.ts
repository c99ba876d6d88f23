import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type MatchableMachine, matchMachines } from './match-machines.ts'
import type { PinballMapEntry } from './pinball-map.ts'

const machine = (machineId: string, more: Partial<MatchableMachine> = {}): MatchableMachine => ({
  machineId,
  name: `Machine ${machineId}`,
  manufacturer: 'Williams',
  year: 1990,
  opdbIds: [],
  ipdbId: null,
  ...more,
})
const listed = (more: Partial<PinballMapEntry>): PinballMapEntry => ({
  pinballMapId: 1,
  name: 'Listed',
  manufacturer: null,
  year: null,
  opdbId: null,
  ipdbId: null,
  ...more,
})
const match = (catalogue: MatchableMachine[], more: Partial<PinballMapEntry>) => matchMachines(catalogue, [listed(more)])[0]

it('goes by the whole OPDB id first, then by its machine, then by IPDB, then by name, maker and year', () => {
  const catalogue = [
    machine('edition', { opdbIds: ['G1-M1-A1'], ipdbId: 7 }),
    machine('base', { opdbIds: ['G1-M1'] }),
    machine('ipdb', { ipdbId: 9 }),
    machine('named', { name: 'Black Knight 2000', year: 1989 }),
  ]
  const named = { name: 'BLACK KNIGHT 2000', manufacturer: 'williams', year: 1989 }
  expect(match(catalogue, { ...named, opdbId: 'G1-M1-A1', ipdbId: 9 })).toEqual({ machineId: 'edition', by: 'opdb' })
  expect(match(catalogue, { ...named, opdbId: 'G1-M1-A2', ipdbId: 9 })).toEqual({ machineId: 'base', by: 'opdb-machine' })
  expect(match(catalogue, { ...named, opdbId: 'G2-M1', ipdbId: 9 })).toEqual({ machineId: 'ipdb', by: 'ipdb' })
  expect(match(catalogue, { ...named, opdbId: 'G2-M1' })).toEqual({ machineId: 'named', by: 'name' })
  expect(match(catalogue, { ...named, year: 1988 })).toBe(null)
  expect(match(catalogue, { name: 'Black Knight 2000' })).toBe(null)
})

it('leaves to a person what may be several machines', () => {
  const editions = [machine('a', { opdbIds: ['G1-M1-A1'], ipdbId: 3 }), machine('b', { opdbIds: ['G1-M1-A2'], ipdbId: 3 })]
  expect(match(editions, { opdbId: 'G1-M1-A3', ipdbId: 3 })).toBe(null)
  expect(match([editions[0]!], { opdbId: 'G1-M1-A3' })).toEqual({ machineId: 'a', by: 'opdb-machine' })
})

it('finds a machine by an id of one that was merged into it', () => {
  expect(match([machine('kept', { opdbIds: ['G1-M1', 'G5-M5'] })], { opdbId: 'G5-M5' })).toEqual({ machineId: 'kept', by: 'opdb' })
})

/** The rules in the fewest words: for each rule in order, all machines of the catalogue that it names; the first that names one decides. */
function model(catalogue: MatchableMachine[], { name, manufacturer, year, opdbId, ipdbId }: PinballMapEntry): unknown {
  const part = (id: string): string => id.replace(/-A.*/, '')
  const exact = catalogue.filter(({ opdbIds }) => opdbId !== null && opdbIds.includes(part(opdbId)))
  const rules: [string, MatchableMachine[]][] = [
    ['opdb', catalogue.filter(({ opdbIds }) => opdbId !== null && opdbIds.includes(opdbId))],
    [
      'opdb-machine',
      exact.length === 1 ? exact : catalogue.filter(({ opdbIds }) => opdbId !== null && opdbIds.map(part).includes(part(opdbId))),
    ],
    ['ipdb', catalogue.filter(each => ipdbId !== null && each.ipdbId === ipdbId)],
    [
      'name',
      catalogue.filter(
        each =>
          year !== null &&
          each.year === year &&
          manufacturer !== null &&
          each.manufacturer.toLowerCase() === manufacturer.toLowerCase() &&
          each.name.toLowerCase() === name.toLowerCase(),
      ),
    ],
  ]
  for (const [by, [first, ...others]] of rules) if (first !== undefined && others.length === 0) return { machineId: first.machineId, by }
  return null
}

it('agrees with the rules in the fewest words', () => {
  const opdbId = fc.constantFrom('G1-M1', 'G1-M1-A1', 'G1-M1-A2', 'G1-M2', 'G2-M1-A1')
  const facts = {
    name: fc.constantFrom('Xenon', 'XENON', 'Centaur'),
    year: fc.option(fc.constantFrom(1980, 1981)),
    ipdbId: fc.option(fc.constantFrom(1, 2)),
  }
  const machines = fc.array(
    fc.record({ ...facts, manufacturer: fc.constantFrom('Bally', 'Stern'), opdbIds: fc.uniqueArray(opdbId, { maxLength: 2 }) }),
    { maxLength: 6 },
  )
  const lists = fc.array(fc.record({ ...facts, manufacturer: fc.option(fc.constantFrom('Bally', 'stern')), opdbId: fc.option(opdbId) }), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(machines, lists, (given, list) => {
      const catalogue = given.map((each, i) => ({ ...each, machineId: `m${i}` }))
      const each = list.map((facts, i) => ({ pinballMapId: i + 1, ...facts }))
      expect(matchMachines(catalogue, each)).toEqual(each.map(one => model(catalogue, one)))
    }),
    { numRuns: 500 },
  )
})
