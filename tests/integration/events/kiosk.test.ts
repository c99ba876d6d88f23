import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { EventFormat } from '#events/formats/registry.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent, createEventTestApp, getRoundGroups } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import type { TestUser } from '../helpers/users.ts'

const MATCH: EventFormat = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 2, points: 'ifpa' }
const CODE = 'multiball'
const ended = { error: { error: 403, reason: 'This device may not keep scores any more. Ask the director for another link.' } }
const wrong = { error: { error: 403, reason: 'This is not the code of this kiosk.' } }

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let visitor: DdpTestClient
let eventId: string
let guests: string[]
let device: string
let deviceId: string

beforeAll(async () => {
  ;({ testApp, clock, machines, director, visitor } = await createEventTestApp([], 3))
})
afterAll(() => testApp.close())

/** Makes a live event with two guests, and a kiosk of it. */
async function begin(format: EventFormat): Promise<void> {
  eventId = await createEvent(director, clock.now(), { format, machineIds: machines })
  guests = [uuidv7(), uuidv7()]
  const entries = guests.map((_id, i) => ({ _id, displayName: `Guest ${i + 1}` }))
  await director.client.call('events.addPlayers', { eventId, entries })
  device = randomBytes(32).toString('base64url')
  deviceId = uuidv7()
  const { url } = await director.client.call<{ url: string }>('events.deviceLink', { _id: deviceId, eventId, kioskCode: CODE })
  expect(new URL(url).pathname).toBe(`/events/${eventId}/kiosk`)
  await visitor.call('events.openDevice', { token: new URL(url).hash.slice(1), key: device })
}

async function draw() {
  await director.client.call('events.draw', { _id: uuidv7(), eventId })
  await visitor.subscribe('events.rounds', { eventId, device })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length > 0)
  return getRoundGroups(visitor, eventId, 1)[0]!
}

beforeEach(() => begin(MATCH))

it('a kiosk enters the result of a game that has none, and changes none that counts, not even its own', async () => {
  const { _id: groupId, entrantIds } = await draw()
  const result = { eventId, device, groupId, order: entrantIds }
  for (let i = 0; i < 2; i++) expect(await visitor.call('events.result', result)).toEqual({ state: 'confirmed' })
  const other = { ...result, order: entrantIds.toReversed() }
  const refused = { error: { error: 409, details: { code: 'entered-before', earlier: { order: entrantIds } } } }
  expect(await visitor.tryCall('events.result', other)).toMatchObject(refused)
  expect(await visitor.tryCall('events.result', { ...other, replaces: { order: entrantIds } })).toMatchObject(refused)
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1)[0]!.state === 'confirmed')
  expect(getRoundGroups(visitor, eventId, 1)[0]!.result).toEqual(entrantIds)
})

it('a kiosk enters scores of an event of scores', async () => {
  await begin({ kind: 'high-score' })
  const score = { _id: uuidv7(), eventId, device, entrantId: guests[0], machineId: machines[0], value: 1_234_560 }
  for (let i = 0; i < 2; i++) expect(await visitor.call('events.enter', score)).toEqual({})
  await visitor.subscribe('events.standings', { eventId })
  await visitor.waitUntil(() => [...visitor.documents('standings').values()].some(row => row.entrantId === guests[0]))
})

it('a kiosk checks nobody in or out, and signs nobody in', async () => {
  expect(await visitor.tryCall('events.presence', { eventId, device, all: true, presence: 'paused' })).toMatchObject({
    error: { error: 403, reason: 'A kiosk only enters scores and results.' },
  })
  expect(visitor.messages.some(({ msg, collection }) => msg === 'added' && collection === 'users')).toBe(false)
})

it('a kiosk is left by its code alone, after which it enters nothing', async () => {
  const { _id: groupId, entrantIds } = await draw()
  const leave = (code: string, key = device) => visitor.tryCall('events.leaveKiosk', { key, code })
  expect(await leave('multibal')).toMatchObject(wrong)
  expect(await leave(CODE.toUpperCase())).toMatchObject(wrong)
  expect(await leave(CODE, 'x'.repeat(43))).toMatchObject(ended)
  expect(await visitor.tryCall('events.leaveKiosk', { key: device, code: '123' })).toMatchObject({ error: { error: 400 } })
  for (let i = 0; i < 2; i++) expect(await leave(CODE)).toEqual({ result: {} })
  expect(await visitor.tryCall('events.result', { eventId, device, groupId, order: entrantIds })).toMatchObject(ended)
})

it('a kiosk that its director has ended, or whose event is over, is still left by its code alone', async () => {
  await director.client.call('events.endDevice', { eventId, deviceId })
  expect(await visitor.tryCall('events.leaveKiosk', { key: device, code: 'wrong' })).toMatchObject(wrong)
  await director.client.call('events.close', { eventId })
  expect(await visitor.tryCall('events.leaveKiosk', { key: device, code: CODE })).toEqual({ result: {} })
})

it('a device that keeps scores at the desk is no kiosk, and has no code', async () => {
  const { url } = await director.client.call<{ url: string }>('events.deviceLink', { _id: uuidv7(), eventId })
  const desk = randomBytes(32).toString('base64url')
  await visitor.call('events.openDevice', { token: new URL(url).hash.slice(1), key: desk })
  expect(await visitor.tryCall('events.leaveKiosk', { key: desk, code: CODE })).toMatchObject(ended)
  expect(await visitor.tryCall('events.presence', { eventId, device: desk, all: true, presence: 'here' })).toEqual({ result: {} })
})

it('the list of devices says which is a kiosk, and nothing stored or sent has the code', async () => {
  expect((await director.client.subscribe('events.devices', { eventId })).error).toBe(null)
  await director.client.waitUntil(() => director.client.documents('eventDevices').has(deviceId))
  expect(director.client.documents('eventDevices').get(deviceId)).toMatchObject({ kiosk: true })
  const { rows } = await testApp.app.database.pool.query<{ all: string }>(
    `SELECT to_jsonb(d)::text AS all FROM event_devices d UNION ALL SELECT to_jsonb(f)::text FROM feed f`,
  )
  for (const { all } of rows) expect(all).not.toContain(CODE)
  expect(JSON.stringify(director.client.messages)).not.toContain(CODE)
})
