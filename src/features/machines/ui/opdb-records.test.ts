import { expect, it } from 'vitest'
import { toMatchPlayFile } from '../rules/match-play-fixture.ts'
import { readOpdbFile } from './opdb-records.ts'

const machine = (n: number, edition = '') => ({
  opdb_id: `G${n}-M1${edition}`,
  name: `Machine ${n}`,
  manufacturer: { name: 'Stern', full_name: 'Stern Pinball' },
  type: 'ss',
  images: ['large'],
})

it('keeps the fields that the server reads, and drops the others', () => {
  const [part] = readOpdbFile(JSON.stringify([{ ...machine(1), ipdb_id: null }]))!
  expect(part!.map(record => JSON.parse(record))).toEqual([
    { opdb_id: 'G1-M1', name: 'Machine 1', type: 'ss', manufacturer: { name: 'Stern' } },
  ])
})

it('divides a file into parts that the server takes, with the editions of a machine beside it', () => {
  const records = [...Array.from({ length: 700 }, (_, n) => machine(n)), ...Array.from({ length: 700 }, (_, n) => machine(n, '-A1'))]
  const parts = readOpdbFile(JSON.stringify(records))!
  expect(parts.flat()).toHaveLength(1400)
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(500)
    const ids = new Set(part.map(record => (JSON.parse(record) as { opdb_id: string }).opdb_id))
    for (const id of ids) if (id.endsWith('-A1')) expect(ids).toContain(id.slice(0, -3))
  }
})

it('makes no part larger than a message may be, also where its text is sent as text in another JSON', () => {
  const records = Array.from({ length: 1000 }, (_, n) => ({ ...machine(n), name: `"${'Ä'.repeat(100)}" ${n}` }))
  const parts = readOpdbFile(JSON.stringify(records))!
  expect(parts.flat()).toHaveLength(1000)
  for (const part of parts) {
    const message = JSON.stringify({ msg: 'method', method: 'machines.import', id: '1', params: [{ records: part }] })
    expect(Buffer.byteLength(JSON.stringify([message]))).toBeLessThanOrEqual(65_536)
  }
})

it('reads the file that Match Play publishes to the same parts', () => {
  const records = [
    { ...machine(1), is_machine: true },
    { ...machine(1, '-A1'), is_alias: true, player_count: 4 },
  ]
  expect(readOpdbFile(JSON.stringify(toMatchPlayFile(records)))).toEqual(readOpdbFile(JSON.stringify(records)))
})

it('sends what is no record as one without an id, for the server to count it', () => {
  expect(readOpdbFile(JSON.stringify([machine(1), null, 5]))!.flat()).toContain('{"manufacturer":{}}')
})

it('takes nothing but a catalogue', () => {
  for (const text of ['', 'x', '{}', '[]', '[1]', '[{"name":"x"}]', '{"machines":[]}']) expect(readOpdbFile(text)).toBeNull()
})
