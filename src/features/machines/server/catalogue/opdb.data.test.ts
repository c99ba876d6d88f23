import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toMatchPlayFile } from '#machines/rules/match-play-fixture.ts'
import { listOpdbRecords } from '#machines/rules/opdb-file.ts'
import type { CatalogueMachine } from './machine.ts'
import { type OpdbReading, readOpdbExport } from './opdb.ts'

/** The real export is stored next to the repository and never copied into it. These tests fail without it. */
const realText = readFileSync(new URL('../../../../../../shared/data/opdb-export.json', import.meta.url), 'utf8')
const real: Record<string, unknown>[] = JSON.parse(realText)

const count = (values: unknown[]) => {
  const counts: Record<string, number> = {}
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1
  return counts
}

const machine = { opdb_id: 'G1-M1', is_machine: true, name: 'Comet', manufacturer: { name: 'Williams' }, type: 'ss', physical_machine: 1 }
const alias = { opdb_id: 'G1-M1-A1', is_alias: true, name: 'Comet (Gold)', manufacturer: { name: 'Williams' } }
const one = (changes: object) => readOpdbExport([{ ...machine, ...changes }])
const reasons = (reading: OpdbReading) => reading.refused.map(each => each.reason)

/** Asserts that every index is in exactly one list, both lists keep the order of the file, and no id is imported twice. */
function expectAccounted(json: readonly unknown[], reading: OpdbReading) {
  const refused = new Set(reading.refused.map(each => each.index))
  expect(refused.size).toBe(reading.refused.length)
  expect([...refused].every(index => Number.isInteger(index) && index >= 0 && index < json.length)).toBe(true)
  const kept = Array.from(json).filter((_, index) => !refused.has(index)) as { opdb_id: string }[]
  expect(reading.machines.map(each => each.opdbId)).toEqual(kept.map(each => each.opdb_id.trim()))
  expect(new Set(reading.machines.map(each => each.opdbId)).size).toBe(reading.machines.length)
  expect(reading.refused.every(each => /^[A-Z].*\.$/s.test(each.reason))).toBe(true)
}

describe('the real export', () => {
  const reading = readOpdbExport(real)

  it('imports every record and refuses none', () => {
    expect(real.length).toBe(2358)
    expectAccounted(real, reading)
    expect(reading.refused).toEqual([])
  })

  it('has a type, display and player count for every record, inherited for aliases', () => {
    expect(count(reading.machines.map(each => each.type))).toEqual({ em: 1183, ss: 1173, me: 2 })
    expect(count(reading.machines.map(each => each.playerCount))).toEqual({ 1: 787, 2: 269, 4: 1274, 6: 28 })
    const byDisplay = { reels: 869, lights: 327, alphanumeric: 628, dmd: 243, lcd: 281, cga: 10 }
    expect(count(reading.machines.map(each => each.display))).toEqual(byDisplay)
  })

  it('has no year only where the export has a placeholder date', () => {
    expect(reading.machines.filter(each => each.year === null).map(each => each.name)).toEqual(['The World Series'])
  })

  it('keeps pairs of machines with the same name, manufacturer and year', () => {
    const pairs = count(reading.machines.map(each => `${each.name}, ${each.manufacturer} ${each.year}`))
    expect(Object.values(pairs).filter(times => times === 2).length).toBe(5)
  })

  it('takes an IPDB number from the machine if that is the same entry, and never otherwise', () => {
    const byId = new Map(reading.machines.map(each => [each.opdbId, each]))
    const filled = real.filter(each => each.ipdb_id === null && byId.get(String(each.opdb_id))?.ipdbId !== null)
    expect(filled.length).toBe(8)
    expect(filled.every(each => each.is_alias === true)).toBe(true)
  })

  it('returns the same result twice, and does not change its input', () => {
    expect(readOpdbExport(real)).toEqual(reading)
    expect(JSON.stringify(real)).toBe(JSON.stringify(JSON.parse(realText)))
  })

  it('returns the same machines in any order of the records', () => {
    const backwards = readOpdbExport([...real].reverse())
    expect(backwards.machines.reverse()).toEqual(reading.machines)
  })
})

describe('the real catalogue as Match Play publishes it', () => {
  it('gives the same machines as the list of OPDB', () => {
    const { machines, refused } = readOpdbExport(listOpdbRecords(toMatchPlayFile(real))!)
    const byId = (list: CatalogueMachine[]) => list.toSorted((a, b) => (a.opdbId < b.opdbId ? -1 : 1))
    expect(refused).toEqual([])
    expect(byId(machines)).toEqual(byId(readOpdbExport(listOpdbRecords(real)!).machines))
    expect(machines.length).toBe(real.length)
  })
})

describe('one record', () => {
  it('is normalized: trimmed, in NFC, with the names people search by', () => {
    const { machines } = one({
      opdb_id: ' G1-M1 ',
      name: ' Poke\u0301mon ',
      manufacturer: { name: 'Stern ' },
      shortname: ' POK ',
      common_name: 'POKÉMON',
      manufacture_date: '2026-02-13',
      display: 'lcd',
      player_count: 4,
      ipdb_id: 7,
    })
    expect(machines).toEqual([
      {
        name: 'Pokémon',
        manufacturer: 'Stern',
        year: 2026,
        type: 'ss',
        display: 'lcd',
        playerCount: 4,
        opdbId: 'G1-M1',
        ipdbId: 7,
        aliases: ['POK'],
      },
    ])
  })

  it.each([
    ['no name', { name: undefined }, 'It has no name of 1 to 200 printable characters.'],
    ['a blank name', { name: '\u00a0 ' }, 'It has no name of 1 to 200 printable characters.'],
    ['a name of the wrong type', { name: { toString: null } }, 'It has no name of 1 to 200 printable characters.'],
    ['a name with NUL', { name: 'Co\u0000met' }, 'It has no name of 1 to 200 printable characters.'],
    ['a name with half a surrogate pair', { name: 'Comet \ud800' }, 'It has no name of 1 to 200 printable characters.'],
    ['a name that turns the text around', { name: 'Comet \u202e' }, 'It has no name of 1 to 200 printable characters.'],
    ['an endless name', { name: 'x'.repeat(5_000_000) }, 'It has no name of 1 to 200 printable characters.'],
    ['no manufacturer', { manufacturer: null }, 'It has no manufacturer with a name of 1 to 100 printable characters.'],
    [
      'a manufacturer in place of its record',
      { manufacturer: 'Bally' },
      'It has no manufacturer with a name of 1 to 100 printable characters.',
    ],
    ['a type nobody knows', { type: 'constructor' }, 'Its type is not one of em, ss, me.'],
    ['no id', { opdb_id: null }, 'Its opdb_id is missing or not of the form G…-M… or G…-M…-A….'],
    ['an id of another shape', { opdb_id: 'G1-M1-A1-B1' }, 'Its opdb_id is missing or not of the form G…-M… or G…-M…-A….'],
    ['the id of a group', { opdb_id: 'G1' }, 'It is a group of machines, not a machine.'],
    ['an id against its flag', { is_alias: true }, 'Its opdb_id and its is_machine or is_alias flag contradict each other.'],
    ['an alias of nothing', { opdb_id: 'G1-M1-A1', is_machine: false }, 'Its machine G1-M1 is not in the file or was refused.'],
  ])('with %s is refused', (_, changes, reason) => {
    const reading = one(changes)
    expect(reasons(reading)).toEqual([reason])
    expectAccounted([{}], reading)
  })

  it.each([
    ['manufacture_date', 'year', ['1900-01-01', '0000-00-00', '2026-13-01', '9999-01-01', 'yesterday', '', 1985, null, {}]],
    ['player_count', 'playerCount', [0, 3, 8, -1, 4.5, '4', null, Number.NaN, []]],
    ['display', 'display', ['crt', 'LCD', '', null, 5, {}]],
    ['ipdb_id', 'ipdbId', [0, -5, 1.5, 2 ** 31, '20', null, Number.POSITIVE_INFINITY, {}]],
  ] as const)('with an unusable %s is imported without it', (field, kept, values) => {
    for (const value of values) expect(one({ [field]: value }).machines).toMatchObject([{ name: 'Comet', [kept]: null }])
  })

  it('does not read properties of its prototype', () => {
    const json = JSON.parse(
      '[{"__proto__": {"opdb_id": "G1-M1", "name": "Comet", "type": "ss"}}, {"opdb_id": "G1-M1", "name": "constructor"}]',
    )
    expect(readOpdbExport(json).machines).toEqual([])
    expect(readOpdbExport([Object.create(machine)]).machines).toEqual([])
    expect(one({ name: '__proto__', shortname: 'constructor' }).machines).toMatchObject([{ name: '__proto__', aliases: ['constructor'] }])
  })

  it('is refused when an earlier one has its id, and imported when the earlier one was refused', () => {
    const twice = readOpdbExport([machine, { ...machine, name: 'Other' }])
    expect(twice.machines).toMatchObject([{ name: 'Comet' }])
    expect(twice.refused).toEqual([{ index: 1, opdbId: 'G1-M1', name: 'Other', reason: 'An earlier record has the same opdb_id.' }])
    expect(readOpdbExport([{ ...machine, type: null }, machine]).machines).toMatchObject([{ name: 'Comet' }])
  })

  it('is distinct from one whose id differs only in case', () => {
    expect(readOpdbExport([machine, { ...machine, opdb_id: 'G1-Mx' }, { ...machine, opdb_id: 'G1-MX' }]).machines.length).toBe(3)
  })
})

describe('an alias', () => {
  const full = { ...machine, display: 'dmd', player_count: 4, ipdb_id: 548, shortname: 'CMT', manufacture_date: '1985-06-01' }

  it('inherits missing fields except the year, wherever its machine is in the file', () => {
    const inherited = { type: 'ss', display: 'dmd', playerCount: 4, ipdbId: 548, aliases: ['CMT'], year: null }
    expect(readOpdbExport([full, alias]).machines[1]).toMatchObject(inherited)
    expect(readOpdbExport([alias, full]).machines[0]).toMatchObject(inherited)
  })

  it('keeps its own fields', () => {
    const ownFields = {
      ...alias,
      type: 'em',
      display: 'reels',
      player_count: 1,
      ipdb_id: 9,
      shortname: 'GLD',
      manufacture_date: '1986-01-01',
    }
    const kept = { type: 'em', display: 'reels', playerCount: 1, ipdbId: 9, aliases: ['GLD'], year: 1986 }
    expect(readOpdbExport([full, ownFields]).machines[1]).toMatchObject(kept)
  })

  it('takes no IPDB number from a machine of another manufacturer, nor from a collective record', () => {
    expect(readOpdbExport([full, { ...alias, manufacturer: { name: 'Taito' } }]).machines[1]).toMatchObject({ ipdbId: null })
    const collective = readOpdbExport([{ ...full, physical_machine: 0 }, alias])
    expect(collective.machines).toMatchObject([{ ipdbId: 548 }, { ipdbId: null, display: 'dmd' }])
  })

  it('is refused with its machine', () => {
    const reading = readOpdbExport([{ ...machine, type: 'xx' }, alias])
    expect(reasons(reading)).toEqual(['Its type is not one of em, ss, me.', 'Its machine G1-M1 is not in the file or was refused.'])
  })
})

describe('anything else', () => {
  it('counts the missing entries of a sparse list', () => {
    const sparse: unknown[] = []
    sparse[2] = machine
    expectAccounted(sparse, readOpdbExport(sparse))
  })

  const field = fc.constantFrom(...new Set(real.flatMap(each => Object.keys(each))), '__proto__', 'constructor', 'toString')
  const value = fc.oneof(
    fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true }),
    fc.string({ unit: 'binary' }),
  )
  const records = fc.array(
    fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...real) },
      {
        weight: 4,
        arbitrary: fc
          .tuple(fc.constantFrom(...real), fc.dictionary(field, value, { maxKeys: 3 }))
          .map(([record, broken]) => ({ ...record, ...broken })),
      },
      { weight: 1, arbitrary: fc.dictionary(field, value) },
      { weight: 1, arbitrary: value },
    ),
    { maxLength: 40 },
  )

  it('never throws, reports every index once, and returns the same result twice', () => {
    fc.assert(
      fc.property(records, json => {
        const reading = readOpdbExport(json)
        expectAccounted(json, reading)
        expect(readOpdbExport(json)).toEqual(reading)
      }),
      { numRuns: 500 },
    )
    fc.assert(fc.property(fc.array(fc.anything()), json => void readOpdbExport(json)))
  })
})
