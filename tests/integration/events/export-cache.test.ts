import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { EventExports } from '#events/server/export/event-exports.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent, HOUR } from '../helpers/events.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

/** The statement that reads what was played in an event, which only an export that is worked out runs. */
const READS_ATTEMPTS = /FROM event_attempts a WHERE a\.event_id/

let testApp: TestApp
let clock: SettableClock
let log: RecordedLog
let director: TestUser
let player: TestUser
let visitor: DdpTestClient
let machineIds: string[]
let eventId: string

beforeAll(async () => {
  log = new RecordedLog('debug')
  clock = createSettableClock()
  testApp = await createTestApp({ clock, config: { rateLimits: 'off' }, log: log.log })
  director = await signUp(testApp, 'Director')
  await grantRoles(testApp, director.id, ['event-director'])
  player = await signUp(testApp, 'Player')
  visitor = await DdpTestClient.open(testApp.endpoint)
  machineIds = (await listMachines(testApp, 2)).map(({ id }) => id)
})
afterAll(() => testApp.close())

beforeEach(async () => {
  eventId = await createEvent(director, clock.now(), { format: { kind: 'high-score' }, machineIds })
})

const exported = async (as: string, client = visitor): Promise<string> =>
  (await client.call<{ body: string }>('events.export', { eventId, as })).body
const resultsFile = async (): Promise<string> => (await fetch(`${testApp.http}/events/${eventId}/results.csv`)).text()
const submit = (value: number) => player.client.call('scores.submit', { _id: uuidv7(), eventId, machineId: machineIds[0], value })

/** Runs something. @returns the statements that it led to; what the server does by itself meanwhile belongs to no request */
async function statementsOf(run: () => Promise<unknown>): Promise<string[]> {
  const from = log.all.length
  await run()
  return log.all
    .slice(from)
    .flatMap(line => (line.msg === 'statement' && (line.requestId ?? line.requestIds) !== undefined ? [String(line.sql)] : []))
}
const countReads = async (run: () => Promise<unknown>): Promise<number> =>
  (await statementsOf(run)).filter(statement => READS_ATTEMPTS.test(statement)).length

it('is worked out once however often it is asked for, by method and as a file', async () => {
  expect(await countReads(() => exported('csv'))).toBe(1)
  expect(await countReads(() => Promise.all([exported('csv'), exported('csv', player.client), resultsFile()]))).toBe(0)
  // Who may see the event is read each time, and nothing else.
  expect(await statementsOf(() => exported('csv'))).toHaveLength(1)
})

it('is worked out once for all who ask for it at the same moment', async () => {
  const clients = await Promise.all(Array.from({ length: 10 }, () => DdpTestClient.open(testApp.endpoint)))
  expect(await countReads(() => Promise.all(clients.map(client => exported('json', client))))).toBe(1)
  for (const client of clients) await client.close()
})

it('is that of the event as it is now, after each change of it, of a name and of its state', async () => {
  expect(await exported('csv')).not.toContain('1,Player,')
  await submit(500)
  expect(await exported('csv')).toContain('1,Player,')
  await player.client.call('players.edit', { displayName: 'Renamed' })
  expect(await exported('csv')).toContain('1,Renamed,')
  expect(await resultsFile()).toContain('1,Renamed,')
  await player.client.call('players.edit', { displayName: 'Player' })
  expect(JSON.parse(await exported('json'))).toMatchObject({ event: { state: 'live' } })
  clock.set(clock.now() + 2 * HOUR)
  expect(JSON.parse(await exported('json'))).toMatchObject({ event: { state: 'finished' } })
})

it('of a private group’s event is given to nobody else, although it is kept', async () => {
  const groupId = uuidv7()
  await director.client.call('groups.add', { _id: groupId, name: `Club ${groupId}`, visibility: 'private' })
  eventId = await createEvent(director, clock.now(), { format: { kind: 'high-score' }, machineIds, groupId })
  expect(await exported('csv', director.client)).toContain('Selfie league')
  for (const { client } of [{ client: visitor }, player])
    expect(await client.expectError('events.export', { eventId, as: 'csv' })).toMatchObject({ error: 404 })
  expect((await fetch(`${testApp.http}/events/${eventId}/results.csv`)).status).toBe(404)
})

it('keeps no more bytes than it may', async () => {
  const maxBytes = 4000
  const exports = new EventExports(testApp.app.database, clock, maxBytes)
  for (let i = 0; i < 5; i++) {
    const id = await createEvent(director, clock.now(), { format: { kind: 'high-score' }, machineIds })
    expect((await exports.get(id, 'json')).body.length).toBeGreaterThan(maxBytes / 5)
    expect(exports.stats.bytes).toBeLessThanOrEqual(maxBytes)
  }
  expect(exports.stats.entries).toBeGreaterThan(0)
})
