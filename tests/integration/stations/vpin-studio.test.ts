import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import type { ReportedGameDoc } from '#stations/contract/reported-games.ts'
import { startReporter } from '../../../clients/vpin-studio/vpin-studio-reporter.mjs'
import { closeAtOnce, listenLocally } from '../fakes/local-server.ts'
import { FakeVpinStudio } from '../fakes/vpin-studio.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { listMachines, signUp, type TestUser } from '../helpers/users.ts'

const SECRET = 'only-this-cabinet-knows'

let folder: string
let studio: FakeVpinStudio
let testApp: TestApp
let ada: TestUser
let stationId: string
let key: string
let count = 0
const running: { close(): Promise<void> }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cabinet-'))
  studio = await new FakeVpinStudio().open()
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada')
  const { venueId } = await ada.client.call<{ venueId: string }>('venues.add', { _id: uuidv7(), name: 'Cellar' })
  const [machine] = await listMachines(testApp, 1)
  await ada.client.call('venues.setMachines', { venueId, machineIds: [machine!.id], was: [] })
  ;({ stationId } = await ada.client.call<{ stationId: string }>('stations.pair', { _id: uuidv7(), venueId, machineId: machine!.id }))
  ;({ secret: key } = await ada.client.call<{ secret: string }>('keys.add', {
    _id: uuidv7(),
    name: 'Cabinet',
    scopes: ['report'],
    venueId,
  }))
  expect((await ada.client.subscribe('stations.games', { venueId })).error).toBe(null)
})
afterEach(async () => {
  for (const each of running.splice(0)) await each.close()
})
afterAll(async () => {
  await testApp.close()
  await studio.close()
  await rm(folder, { recursive: true })
})

const stateFile = (): string => join(folder, `state-${count}.json`)

const readState = async (): Promise<{ known: Record<string, string[]>; asks: string[]; reports: unknown[] }> =>
  JSON.parse(await readFile(stateFile(), 'utf8'))

/** Starts the reporter of a cabinet that has one game. @returns the address of its webhook */
async function start(gameId: number, more: object = {}): Promise<string> {
  const settings = {
    site: testApp.http,
    key,
    secret: SECRET,
    cabinet: studio.url,
    file: stateFile(),
    port: 0,
    games: { [gameId]: { station: stationId } },
    ...more,
  }
  const reporter = await startReporter(settings, () => {})
  running.push(reporter)
  return reporter.url
}

/** Waits until the table of a game was seen, which counts for nothing. */
const seen = (gameId: number): Promise<void> => expect.poll(async () => (await readState()).known[gameId]?.length ?? 0).toBeGreaterThan(0)

const reported = (): string[] =>
  [...ada.client.documents('reportedGames').values()].flatMap(document =>
    (document as unknown as ReportedGameDoc).plays.map(({ initials, score }) => `${initials ?? '-'} ${score}`),
  )

it('a new high score is a reported game, and those that were there before are none', async () => {
  studio.tables.set(17, [
    { playerInitials: 'FAC', score: 9_000_000 },
    { playerInitials: 'TRY', score: 8_000_000 },
  ])
  const url = await start(17)
  await seen(17)
  studio.tables.set(17, [
    { playerInitials: 'FAC', score: 9_000_000 },
    { playerInitials: 'ZOE', score: 8_500_000 },
    { playerInitials: 'TRY', score: 8_000_000 },
    { playerInitials: 'FAR', score: 7_000_000, external: true },
    { playerInitials: '', score: 6_000_000 },
  ])
  expect(await studio.tell(url, 17)).toBe(200)
  await expect.poll(() => reported().sort()).toEqual(['- 6000000', 'ZOE 8500000'])
  // The same again, also by a cabinet that was set up anew with another file, changes nothing.
  expect(await studio.tell(url, 17, 'POST')).toBe(200)
  studio.tables.get(17)!.push({ playerInitials: 'YAN', score: 5_000_000 })
  expect(await studio.tell(url, 17)).toBe(200)
  await expect.poll(() => reported().sort()).toEqual(['- 6000000', 'YAN 5000000', 'ZOE 8500000'])
})

it('what the site has not got is kept over a restart, and sent once', async () => {
  count++
  const before = reported()
  studio.tables.set(18, [{ playerInitials: 'FAC', score: 900 }])
  const away = createServer((_, response) => response.writeHead(503).end())
  const site = await listenLocally(away)
  const url = await start(18, { site })
  await seen(18)
  studio.tables.set(18, [
    { playerInitials: 'UMA', score: 1500 },
    { playerInitials: 'FAC', score: 900 },
  ])
  await studio.tell(url, 18)
  await expect.poll(async () => (await readState()).reports.length).toBe(1)
  for (const each of running.splice(0)) await each.close()
  await closeAtOnce(away)
  await start(18)
  await expect.poll(reported).toHaveLength(before.length + 1)
  expect(reported()).toContain('UMA 1500')
  await expect.poll(async () => (await readState()).reports).toEqual([])
})

it('what goes to a station that the site does not know is kept, lets the others go on, and is sent when there is one', async () => {
  count++
  const before = reported()
  for (const id of [21, 22]) studio.tables.set(id, [{ playerInitials: 'FAC', score: 900 }])
  const unknown = uuidv7()
  const url = await start(21, { games: { 21: { station: unknown }, 22: { station: stationId } } })
  for (const id of [21, 22]) await seen(id)
  for (const [i, id] of [21, 22].entries()) {
    studio.tables.get(id)!.push({ playerInitials: 'WES', score: 2100 + i })
    expect(await studio.tell(url, id)).toBe(200)
  }
  await expect.poll(reported).toHaveLength(before.length + 1)
  expect(reported()).toContain('WES 2101')
  await expect.poll(async () => (await readState()).reports).toMatchObject([{ station: unknown, plays: [{ score: 2100 }] }])
  for (const each of running.splice(0)) await each.close()
  // A week later nobody could claim it any more.
  const { reports, ...state } = await readState()
  const old = { ...(reports[0] as object), id: 'old', endedAt: new Date(Date.now() - 8 * 86_400_000) }
  const paired = { ...(reports[0] as object), station: stationId }
  await writeFile(stateFile(), JSON.stringify({ ...state, reports: [old, paired] }))
  await start(22)
  await expect.poll(async () => (await readState()).reports).toEqual([])
  await expect.poll(reported).toContain('WES 2100')
})

it('a table that the cabinet does not answer is asked for again', async () => {
  count++
  studio.tables.set(19, [{ playerInitials: 'FAC', score: 900 }])
  const url = await start(19)
  await seen(19)
  studio.isDown = true
  const asked = studio.requests
  studio.tables.set(19, [{ playerInitials: 'VAL', score: 1700 }])
  await studio.tell(url, 19)
  await expect.poll(() => studio.requests).toBeGreaterThan(asked)
  studio.isDown = false
  await expect.poll(reported).toContain('VAL 1700')
})

it('a webhook that breaks off, and a disk that takes nothing, do not end the reporter', async () => {
  count++
  studio.tables.set(23, [{ playerInitials: 'FAC', score: 900 }])
  const url = await start(23)
  await seen(23)
  const breaking = httpRequest(url, { method: 'PUT', headers: { expect: '100-continue', 'content-length': 100 } })
  breaking.on('error', () => {})
  breaking.flushHeaders()
  await once(breaking, 'continue')
  breaking.destroy()
  studio.tables.get(23)!.push({ playerInitials: 'XIA', score: 2300 })
  await mkdir(`${stateFile()}.new`)
  expect(await studio.tell(url, 23)).toBe(500)
  await expect.poll(reported).toContain('XIA 2300')
  await rmdir(`${stateFile()}.new`)
  studio.tables.get(23)!.push({ playerInitials: 'YUL', score: 2400 })
  expect(await studio.tell(url, 23)).toBe(200)
  await expect.poll(reported).toContain('YUL 2400')
})

it('only the cabinet is listened to', async () => {
  count++
  studio.tables.set(20, [{ playerInitials: 'FAC', score: 900 }])
  const url = await start(20)
  await seen(20)
  const { requests } = studio
  expect(await studio.tell(url.replace(SECRET, 'something-else-entirely'), 20)).toBe(404)
  expect((await fetch(url)).status).toBe(404)
  expect((await fetch(url, { method: 'PUT', body: 'no JSON' })).status).toBe(400)
  expect((await fetch(url, { method: 'PUT', body: JSON.stringify({ id: '../../settings' }) })).status).toBe(400)
  // A game that the settings do not name.
  expect(await studio.tell(url, 99)).toBe(200)
  expect(studio.requests).toBe(requests)
  await expect(startReporter({ site: testApp.http, key, secret: 'short', games: {} }, () => {})).rejects.toThrow('16 characters')
})
