import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import type { NvramRow } from '#stations/contract/nvram.ts'
import type { ReportedGameDoc } from '#stations/contract/reported-games.ts'
import { DdpTestClient, type MeteorError } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { listMachines, signUp, type TestUser } from '../helpers/users.ts'

/** Three rows of initials and four bytes of BCD, and a checksum over all of it. */
const ROW = 7
const map = {
  _fileformat: 0.8,
  _metadata: { version: 1, roms: ['example_l1'], platform: 'example' },
  high_scores: ['Grand Champion', 'First Place', 'Second Place'].map((label, row) => ({
    label,
    initials: { encoding: 'ch', start: 0x100 + row * ROW, length: 3 },
    score: { encoding: 'bcd', start: 0x103 + row * ROW, length: 4, scale: 10 },
  })),
  checksum8: [{ start: 0x100, end: 0x100 + 3 * ROW }],
}
const platform = { endian: 'big', memory_layout: [{ type: 'nvram', address: '0x100', size: '0x40' }] }

type Row = readonly [initials: string, score: number]

/** Writes a file as the machine of the map does. */
function fileOf(rows: readonly Row[]): Buffer {
  const file = Buffer.alloc(0x40)
  for (const [index, [initials, score]] of rows.entries()) {
    file.write(initials, index * ROW, 'latin1')
    file.write(String(score / 10).padStart(8, '0'), index * ROW + 3, 'hex')
  }
  file[3 * ROW] = 0xff - (file.subarray(0, 3 * ROW).reduce((sum, byte) => sum + byte, 0) & 0xff)
  return file
}

const FACTORY: Row[] = [
  ['AAA', 5_000_000],
  ['BBB', 4_000_000],
  ['CCC', 3_000_000],
]
const PLAYED: Row[] = [
  ['AAA', 5_000_000],
  ['ZOE', 4_700_120],
  ['BBB', 4_000_000],
]

let folder: string
let testApp: TestApp
let ada: TestUser
let ben: TestUser
let visitor: DdpTestClient
let venueId: string
let stationId: string
let key: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-'))
  for (const part of ['maps', 'platforms']) await mkdir(join(folder, part))
  await writeFile(join(folder, 'index.json'), JSON.stringify({ example_l1: 'maps/example.map.json', lost: 'maps/lost.map.json' }))
  await writeFile(join(folder, 'maps/example.map.json'), JSON.stringify(map))
  await writeFile(join(folder, 'platforms/example.json'), JSON.stringify(platform))
  testApp = await createTestApp({ config: { rateLimits: 'off', nvramMaps: folder } })
  ada = await signUp(testApp, 'Ada')
  ben = await signUp(testApp, 'Ben')
  visitor = await DdpTestClient.open(testApp.endpoint)
  ;({ venueId } = await ada.client.call<{ venueId: string }>('venues.add', { _id: uuidv7(), name: 'Cellar' }))
  const machineIds = (await listMachines(testApp, 2)).map(({ id }) => id)
  await ada.client.call('venues.setMachines', { venueId, machineIds, was: [] })
  ;({ secret: key } = await ada.client.call<{ secret: string }>('keys.add', {
    _id: uuidv7(),
    name: 'Cabinet',
    scopes: ['report'],
    venueId,
  }))
  expect((await ada.client.subscribe('stations.games', { venueId })).error).toBe(null)
})
afterAll(async () => {
  await testApp.close()
  await rm(folder, { recursive: true })
})

const addStation = async (): Promise<void> => {
  const [machine] = await listMachines(testApp, 1)
  ;({ stationId } = await ada.client.call<{ stationId: string }>('stations.pair', { _id: uuidv7(), venueId, machineId: machine!.id }))
}

interface Answer {
  rows: NvramRow[]
  first: boolean
}

const argument = (rows: readonly Row[] | Buffer, more: object = {}): object => ({
  venueId,
  stationId,
  rom: 'example_l1',
  file: (Buffer.isBuffer(rows) ? rows : fileOf(rows as readonly Row[])).toString('base64'),
  dryRun: false,
  ...more,
})

const read = (rows: readonly Row[] | Buffer, more: object = {}, client = ada.client): Promise<Answer> =>
  client.call<Answer>('stations.readNvram', argument(rows, more))

const refusal = (rows: readonly Row[] | Buffer, more: object = {}, client = ada.client): Promise<MeteorError> =>
  client.expectError('stations.readNvram', argument(rows, more))

const fates = ({ rows }: Answer): string[] => rows.map(({ initials, score, fate }) => `${initials} ${score} ${fate}`)

/** The plays of the station's reported games. */
const reported = (): string[] =>
  [...ada.client.documents('reportedGames').values()]
    .map(document => document as unknown as ReportedGameDoc)
    .filter(game => game.stationId === stationId)
    .map(({ plays, doubts }) => `${plays.map(({ initials, score }) => `${initials} ${score}`).join()} ${doubts.join()}`)

describe('a file of PinMAME', () => {
  it('is a base when it is the first of its station, and reports what is new from then on, once', async () => {
    await addStation()
    const look = await read(FACTORY, { dryRun: true })
    expect(look.first).toBe(true)
    expect(look.rows[0]).toEqual({ label: 'Grand Champion', initials: 'AAA', score: 5_000_000, fate: 'known' })
    expect((await read(FACTORY)).first).toBe(true)

    const changed = ['AAA 5000000 known', 'ZOE 4700120 new', 'BBB 4000000 known']
    const preview = await read(PLAYED, { dryRun: true })
    expect([preview.first, fates(preview)]).toEqual([false, changed])
    expect(reported()).toEqual([])
    expect(fates(await read(PLAYED))).toEqual(changed)
    await expect.poll(reported).toEqual(['ZOE 4700120 unseen'])

    expect(fates(await read(PLAYED))).toEqual(['AAA 5000000 known', 'ZOE 4700120 known', 'BBB 4000000 known'])
    // The machine was set back: what it had before is not new when it comes again.
    await read(FACTORY)
    expect(fates(await read(PLAYED))[1]).toBe('ZOE 4700120 known')
    await read([...PLAYED.slice(0, 2), ['YAN', 4_500_000]], {
      gzip: true,
      file: gzipSync(fileOf([...PLAYED.slice(0, 2), ['YAN', 4_500_000]])).toString('base64'),
    })
    await expect.poll(reported).toHaveLength(2)
  })

  it('is read for each station by itself', async () => {
    await addStation()
    expect((await read(PLAYED)).first).toBe(true)
    expect(reported()).toEqual([])
  })

  it('is no first one where the station was removed and its machine is paired again, whichever id is named', async () => {
    await addStation()
    const removed = stationId
    await read(FACTORY)
    await ada.client.call('stations.remove', { venueId, stationId })
    await addStation()
    expect(stationId).not.toBe(removed)
    const answer = await read(PLAYED, { stationId: removed })
    expect([answer.first, fates(answer)[1]]).toEqual([false, 'ZOE 4700120 new'])
    await expect.poll(reported).toEqual(['ZOE 4700120 unseen'])
    expect(fates(await read(PLAYED))[1]).toBe('ZOE 4700120 known')
  })

  it('is sent by a reporter of the venue too, and by nobody else', async () => {
    await addStation()
    await read(FACTORY, { key }, visitor)
    expect(fates(await read(PLAYED, { key }, visitor))[1]).toBe('ZOE 4700120 new')
    await expect.poll(reported).toHaveLength(1)
    const response = await fetch(`${testApp.http}/api/v1/stations/readNvram`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(argument(PLAYED, { key })),
    })
    expect(fates((await response.json()) as Answer)[1]).toBe('ZOE 4700120 known')
    expect(await refusal(PLAYED, {}, visitor)).toMatchObject({ error: 401 })
    expect(await refusal(PLAYED, {}, ben.client)).toMatchObject({ error: 403, details: { code: 'venue-managers-only' } })
    expect(await refusal(PLAYED, { key: 'wrong' }, visitor)).toMatchObject({ error: 401, details: { code: 'key-unknown' } })
    const { venueId: other } = await ben.client.call<{ venueId: string }>('venues.add', { _id: uuidv7(), name: 'Attic' })
    expect(await refusal(PLAYED, { key, venueId: other }, visitor)).toMatchObject({ error: 403, details: { code: 'not-a-reporter' } })
    expect(await refusal(PLAYED, { venueId: other }, ben.client)).toMatchObject({ error: 404, details: { code: 'no-station' } })
  })

  it('is refused with the reason if it cannot be read', async () => {
    const code = async (rows: readonly Row[] | Buffer, more: object = {}): Promise<unknown> => (await refusal(rows, more)).details
    const torn = fileOf(FACTORY)
    torn[4]! ^= 1
    expect(await code(torn)).toEqual({ code: 'nvram-being-written' })
    expect(await code(fileOf(FACTORY).subarray(0, 9))).toEqual({ code: 'nvram-file-too-short' })
    expect(await code(FACTORY, { rom: 'unheard_of' })).toEqual({ code: 'nvram-no-map' })
    expect(await code(FACTORY, { rom: 'lost' })).toEqual({ code: 'nvram-map-unreadable' })
    expect(await code(FACTORY, { gzip: true })).toEqual({ code: 'nvram-being-written' })
    expect(await code(FACTORY, { gzip: true, file: gzipSync(Buffer.alloc(1 << 20)).toString('base64') })).toEqual({
      code: 'nvram-being-written',
    })
    expect(await refusal(FACTORY, { rom: '../index' })).toMatchObject({ error: 400 })
    expect(await refusal(FACTORY, { file: 'no base64!' })).toMatchObject({ error: 400 })
  })
})

it('managers are told how many ROMs can be read, and 0 where no maps are set up', async () => {
  expect(await ada.client.call('stations.nvramMaps', { venueId })).toEqual({ roms: 2 })
  expect(await ben.client.expectError('stations.nvramMaps', { venueId })).toMatchObject({ error: 403 })
  const without = await createTestApp({ config: { rateLimits: 'off' } })
  const owner = await signUp(without, 'Ada')
  const venue = await owner.client.call<{ venueId: string }>('venues.add', { _id: uuidv7(), name: 'Cellar' })
  const [machine] = await listMachines(without, 1)
  await owner.client.call('venues.setMachines', { venueId: venue.venueId, machineIds: [machine!.id], was: [] })
  const station = await owner.client.call<object>('stations.pair', { _id: uuidv7(), venueId: venue.venueId, machineId: machine!.id })
  expect(await owner.client.call('stations.nvramMaps', { venueId: venue.venueId })).toEqual({ roms: 0 })
  expect(await refusal(FACTORY, { venueId: venue.venueId, ...station }, owner.client)).toMatchObject({
    details: { code: 'nvram-not-set-up' },
  })
  await without.close()
})
