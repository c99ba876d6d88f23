import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportedPerson, ImportedScore } from '#imports/contract.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { FakeIfpa } from '../fakes/ifpa.ts'
import { FakePinballMap } from '../fakes/pinball-map.ts'
import { meteorError } from '../helpers/ddp-test-client.ts'
import { addToGroup, createGroup } from '../helpers/groups.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

let pinballMap: FakePinballMap
let ifpa: FakeIfpa
let testApp: TestApp
let ada: TestUser
let machine: { id: string; name: string }
let other: { id: string; name: string }
let count = 0

beforeAll(async () => {
  pinballMap = await new FakePinballMap().open()
  ifpa = await new FakeIfpa().open()
  testApp = await createTestApp({
    config: { rateLimits: 'off', pinballMap: { url: pinballMap.url, token: null }, ifpa: { url: ifpa.url, key: 'key' } },
  })
  ;[machine, other] = (await listMachines(testApp, 2)) as [typeof machine, typeof machine]
})
beforeEach(async () => {
  pinballMap.failure = null
  ada = await signUp(testApp, `Ada${++count}`)
})
afterAll(async () => {
  await testApp.close()
  await pinballMap.close()
  await ifpa.close()
})

const importScores = (input: object, by = ada): Promise<{ rows: ImportedScore[]; added: number }> =>
  by.client.call('imports.scores', { _id: uuidv7(), dryRun: false, ...input })

/** The user's scores, as the database has them. */
const scoresOf = async ({ id }: TestUser): Promise<{ value: number; at: string }[]> => {
  const { rows } = await testApp.app.database.pool.query<{ value: string; at: Date }>(
    'SELECT value, achieved_at AS at FROM scores WHERE user_id = $1 AND removed_at IS NULL ORDER BY value',
    [id],
  )
  return rows.map(({ value, at }) => ({ value: Number(value), at: at.toISOString() }))
}

const fates = (rows: readonly { line: number; fate: string; problem?: string }[]): string[] =>
  rows.map(({ line, fate, problem }) => [line, fate, problem ?? ''].join(' ').trim())

describe('a table of scores', () => {
  const table = (): string =>
    [
      'Machine;Score;Date',
      `${machine.name};1.234.560;2025-11-02`,
      `${machine.name};1.234.560;2025-11-02`,
      `${other.name};500;`,
      'Homebrew Example;99;2025-11-02',
      `${machine.name};many;2025-11-02`,
      `${machine.name};70;11/2/2025`,
      `${machine.name};80;2999-01-01`,
    ].join('\n')
  const expected = ['2 new', '3 known', '4 new', '5 failed no-machine', '6 failed no-score', '7 failed bad-date', '8 failed later']

  it('names the fate of each row before anything is changed, and imports those that are new', async () => {
    const look = await importScores({ csv: table(), dryRun: true })
    expect(fates(look.rows)).toEqual(expected)
    expect(look.added).toBe(0)
    expect(await scoresOf(ada)).toEqual([])
    expect(await importScores({ csv: table() })).toMatchObject({ added: 2 })
    expect(await scoresOf(ada)).toMatchObject([{ value: 500 }, { value: 1_234_560, at: '2025-11-02T12:00:00.000Z' }])
  })

  it('is imported once: the same call answers the same, and another one finds that the scores are there', async () => {
    const _id = uuidv7()
    await importScores({ _id, csv: table() })
    expect(await importScores({ _id, csv: table() })).toMatchObject({ added: 2 })
    expect(fates((await importScores({ csv: table() })).rows).slice(0, 3)).toEqual(['2 known', '3 known', '4 known'])
    expect(await scoresOf(ada)).toHaveLength(2)
    expect(await ada.client.expectError('imports.scores', { _id, csv: 'machine,score\nx,1', dryRun: false })).toEqual(
      meteorError(409, 'This id was used for another import.'),
    )
  })

  it('is undone in one step, also where a score was imported in the past', async () => {
    const importId = uuidv7()
    await importScores({ _id: importId, csv: table() })
    await ada.client.call('imports.undo', { importId })
    await ada.client.call('imports.undo', { importId })
    expect(await scoresOf(ada)).toEqual([])
    expect(await ada.client.call('imports.mine', { kind: 'scores' })).toMatchObject([
      { importId, kind: 'scores', title: 'CSV', added: 2, undoneAt: expect.any(Date) as Date },
    ])
  })

  it('takes what the user says a name is', async () => {
    const csv = 'machine,score\nHomebrew Example,99'
    expect(await importScores({ csv, chosen: [{ name: 'Homebrew Example', machineId: machine.id }] })).toMatchObject({
      added: 1,
      rows: [{ fate: 'new', machineName: machine.name }],
    })
  })

  it('without the columns, or longer than an import may be, is refused', async () => {
    const refused = (csv: string): Promise<unknown> => ada.client.expectError('imports.scores', { _id: uuidv7(), csv, dryRun: true })
    expect(await refused('just a text')).toMatchObject({ error: 400, details: [{ path: 'csv', code: 'csv-scores' }] })
    expect(await refused(`machine,score\n${'x,1\n'.repeat(1001)}`)).toMatchObject({
      error: 400,
      details: [{ path: 'csv', code: 'csv-rows' }],
    })
  })
})

it('scores of Pinball Map are imported as unverified scores of when they were put up there', async () => {
  const editor = await signUp(testApp, `Editor${count}`)
  await grantRoles(testApp, editor.id, ['machine-editor'])
  const machineId = uuidv7()
  await editor.client.call('machines.add', {
    _id: machineId,
    name: `Xenon ${count}`,
    manufacturer: 'Bally',
    type: 'ss',
    opdbId: `GX${count}-M1`,
  })
  pinballMap.highest.set(77_002, [
    {
      id: 5,
      score: 8_123_456_780,
      created_at: '2026-02-01T00:00:00.000Z',
      machine: { id: 1, name: 'Called otherwise', opdb_id: `GX${count}-M1` },
    },
    { id: 6, score: 12, created_at: '2026-02-01T00:00:00.000Z', machine: { id: 2, name: 'Homebrew Example', opdb_id: null } },
    { id: 7, score: 12, created_at: '2026-02-01T00:00:00.000Z', machine: null },
  ])
  const result = await importScores({ pinballMapUser: 'https://www.pinballmap.com/users/77002/profile' })
  expect(fates(result.rows)).toEqual(['5 new', '6 failed no-machine'])
  expect(await scoresOf(ada)).toEqual([{ value: 8_123_456_780, at: '2026-02-01T00:00:00.000Z' }])
  pinballMap.failure = 'silent'
  expect(await ada.client.expectError('imports.scores', { _id: uuidv7(), pinballMapUser: '77002', dryRun: true })).toMatchObject({
    details: { code: 'pinball-map-down' },
  })
})

it('scores that were put up at Pinball Map before the import is sent again are imported too, and undone with the others', async () => {
  const listed = [machine, other].map(({ name }, id) => ({
    ...{ id, score: 1000 + id, created_at: '2026-02-01T00:00:00.000Z' },
    machine: { id, name, opdb_id: null },
  }))
  const input = { _id: uuidv7(), pinballMapUser: '77003' }
  pinballMap.highest.set(77_003, listed.slice(0, 1))
  expect(await importScores(input)).toMatchObject({ added: 1 })
  pinballMap.highest.set(77_003, listed)
  expect(await importScores(input)).toMatchObject({ added: 2 })
  await ada.client.call('imports.undo', { importId: input._id })
  expect(await scoresOf(ada)).toEqual([])
})

describe('a table of people', () => {
  const csv = 'Name,IFPA\nCleo,123\nDan,\nCleo,123\nCleo,456\n,9\nEve,abc'
  const importPeople = (input: object, by = ada): Promise<{ rows: ImportedPerson[]; added: number }> =>
    by.client.call('imports.people', { _id: uuidv7(), csv, dryRun: false, ...input })
  const listOf = async (groupId: string): Promise<string[]> => {
    const { rows } = await testApp.app.database.pool.query<{ name: string }>(
      'SELECT name FROM group_people WHERE group_id = $1 AND removed_at IS NULL ORDER BY name, ifpa_number',
      [groupId],
    )
    return rows.map(({ name }) => name)
  }

  it('names the fate of each row, puts the new ones on the list, and takes them off again', async () => {
    const groupId = await createGroup(ada, 'public')
    const look = await importPeople({ groupId, dryRun: true })
    expect(fates(look.rows)).toEqual(['2 new', '3 new', '4 known', '5 new', '6 failed no-name', '7 failed bad-number'])
    expect(await listOf(groupId)).toEqual([])
    const importId = uuidv7()
    expect(await importPeople({ _id: importId, groupId })).toMatchObject({ added: 3 })
    expect(await importPeople({ _id: importId, groupId })).toMatchObject({ added: 3 })
    expect(await listOf(groupId)).toEqual(['Cleo', 'Cleo', 'Dan'])
    expect((await importPeople({ groupId })).added).toBe(0)
    await ada.client.call('imports.undo', { importId })
    expect(await listOf(groupId)).toEqual([])
  })

  it('is for those who run the group', async () => {
    const groupId = await createGroup(ada, 'private')
    const member = await signUp(testApp, `Member${count}`)
    await addToGroup(ada, groupId, member)
    const stranger = await signUp(testApp, `Stranger${count}`)
    const refused = ({ client }: TestUser): Promise<unknown> =>
      client.expectError('imports.people', { _id: uuidv7(), groupId, csv, dryRun: true })
    expect(await refused(member)).toMatchObject({ error: 403 })
    expect(await refused(stranger)).toMatchObject({ error: 404 })
  })
})

it('numbers of the IFPA are checked with the key of the operator, which nobody learns', async () => {
  ifpa.names.set('123', ['Cleo', 'Muster'])
  expect(await ada.client.call('imports.ifpa', { ifpaNumbers: ['123', '456', '123'] })).toEqual([
    { ifpaNumber: '123', name: 'Cleo Muster' },
    { ifpaNumber: '456', name: null },
  ])
  expect(ifpa.requests.at(-1)).toBe('/player?players=123,456&api_key=key')
  const frames = ada.client.frames.join('\n')
  expect(frames).not.toContain('api_key')
})
