import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toMatchPlayFile } from './match-play-fixture.ts'
import { listOpdbRecords } from './opdb-file.ts'

const machine = { opdb_id: 'G1abc-M1xyz', is_machine: true, name: 'Test Title', manufacture_date: '2020-01-01', physical_machine: 1 }
const edition = { opdb_id: 'G1abc-M1xyz-A1qrs', is_alias: true, name: 'Test Title (LE)', player_count: 4, ipdb_id: null }

describe('the records of a catalogue file', () => {
  it('are those of the list that OPDB exports', () => {
    expect(listOpdbRecords([machine, edition])).toEqual([machine, edition])
  })

  it('are the machines and editions of the file that Match Play publishes, with the names that OPDB uses', () => {
    expect(listOpdbRecords(toMatchPlayFile([edition, machine]))).toEqual([machine, edition])
  })

  it('are found where one of the lists is missing, and where a list of records has the names of Match Play', () => {
    const { machines } = toMatchPlayFile([machine])
    for (const json of [{ machines }, { machines, aliases: null }, { machines: [], aliases: machines }, machines])
      expect(listOpdbRecords(json)).toEqual([machine])
  })

  it('contain what is no record, which is refused on its own', () => {
    expect(listOpdbRecords([machine, null, 5, [machine]])).toEqual([machine, null, 5, [machine]])
  })

  it.each([null, undefined, 'x', 5, {}, [], [null], [{ name: 'Comet' }], { machineGroups: [{ opdbId: 'G1abc' }] }, { machines: 'all' }])(
    'are none where nothing has an id of OPDB: %j',
    json => {
      expect(listOpdbRecords(json)).toBeNull()
    },
  )

  it('are listed without an exception, whatever the file is, and without properties of a prototype', () => {
    fc.assert(fc.property(fc.anything(), json => void listOpdbRecords(json)))
    expect(listOpdbRecords(JSON.parse('{"__proto__": {"machines": [{"opdbId": "G1-M1"}]}}'))).toBeNull()
  })
})
