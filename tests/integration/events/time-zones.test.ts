import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventDoc } from '#events/contract/documents.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { PlayerEventDoc } from '#players/contract/summary.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let machineId: string
let director: TestUser
let ann: TestUser

// Five in the morning by UTC is still the evening before in the Americas.
const clock = createSettableClock(Date.parse('2026-11-21T05:00:00Z'))

beforeAll(async () => {
  testApp = await createTestApp({ clock, config: { rateLimits: 'off' } })
  machineId = (await listMachines(testApp, 1))[0]!.id
  director = await signUp(testApp, 'Director')
  await grantRoles(testApp, director.id, ['event-director'])
  ann = await signUp(testApp, 'Ann')
})
afterAll(() => testApp.close())

async function addEvent(timeZone: string, [startsAt, endsAt]: readonly [string, string], name = 'Past Friday'): Promise<string> {
  const _id = uuidv7()
  const times = { startsAt: new Date(startsAt), endsAt: new Date(endsAt), timeZone }
  await director.client.call('events.add', { _id, name, ...times, format: { kind: 'high-score' }, machineIds: [machineId] })
  return _id
}

const FRIDAY = ['2026-11-21T04:00:00Z', '2026-11-21T07:00:00Z'] as const

interface File {
  filename: string
  body: string
}
const exported = (eventId: string, as: 'csv' | 'json' | 'ifpa') => director.client.call<File>('events.export', { eventId, as })
const get = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${new URL(testApp.endpoint).port}${path}`)
const bytesOf = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await (await get(path)).bytes())
    .digest('hex')

it('the results of an evening in the Americas carry the day on which it was there, in names of files and in files', async () => {
  const eventId = await addEvent('America/Los_Angeles', FRIDAY)
  const csv = await exported(eventId, 'csv')
  expect(csv.filename).toBe('past-friday-2026-11-20.csv')
  expect(csv.body.split('\r\n').slice(1, 3)).toEqual(['Date,2026-11-20 20:00,2026-11-20 23:00', 'Time zone,America/Los_Angeles'])
  expect((await exported(eventId, 'ifpa')).filename).toBe('past-friday-2026-11-20-ifpa.csv')
  const json = await exported(eventId, 'json')
  expect(json.filename).toBe('past-friday-2026-11-20.json')
  expect(JSON.parse(json.body)).toMatchObject({
    event: {
      startsAt: '2026-11-20T20:00:00.000-08:00',
      endsAt: '2026-11-20T23:00:00.000-08:00',
      timeZone: 'America/Los_Angeles',
      startsOffset: -480,
      endsOffset: -480,
    },
  })
  expect((await get(`/events/${eventId}/results.csv`)).headers.get('content-disposition')).toBe(
    'attachment; filename="past-friday-2026-11-20.csv"',
  )
})

it.each([
  ['America/Vancouver', '2026-12-11 20:00', '2026-12-11 23:00', -420],
  ['America/Winnipeg', '2026-12-11 22:00', '2026-12-12 01:00', -300],
  ['Africa/Casablanca', '2026-12-12 03:00', '2026-12-12 06:00', 0],
])('a night in December 2026 in %s is at the time that its clocks show then', async (timeZone, start, end, offset) => {
  const eventId = await addEvent(timeZone, ['2026-12-12T03:00:00Z', '2026-12-12T06:00:00Z'])
  const { body } = await exported(eventId, 'csv')
  expect(body).toContain(`Date,${start},${end}\r\n`)
  const reader = await DdpTestClient.open(testApp.endpoint)
  await reader.subscribe('events.one', { eventId })
  const { startsOffset, endsOffset } = reader.documents('events').get(eventId) as unknown as EventDoc
  expect([startsOffset, endsOffset]).toEqual([offset, offset])
  reader.socket.close()
})

it('says in documents how far the clocks are ahead at both ends, also where they change meanwhile', async () => {
  const eventId = await addEvent('Europe/Berlin', ['2027-03-28T00:00:00Z', '2027-03-28T05:00:00Z'])
  const reader = await DdpTestClient.open(testApp.endpoint)
  await reader.subscribe('events.one', { eventId })
  expect(reader.documents('events').get(eventId)).toMatchObject({ startsOffset: 60, endsOffset: 120 })
  await director.client.call('events.edit', { eventId, timeZone: 'America/Los_Angeles' })
  await reader.waitUntil(() => reader.documents('events').get(eventId)!.startsOffset === -420)
  reader.socket.close()
})

it('a player’s list says how far ahead each event’s clocks were, and the card of a score has the day on which it was there', async () => {
  const [there, here] = [await addEvent('America/Los_Angeles', FRIDAY), await addEvent('UTC', FRIDAY)]
  const cardAt = async (eventId: string, hour: number): Promise<string> => {
    const _id = uuidv7()
    await ann.client.call('scores.submit', { _id, eventId, machineId, value: 5000 })
    clock.set(Date.parse(FRIDAY[0]) + hour * 3_600_000)
    return bytesOf(`/scores/${_id}/card.png`)
  }
  const cards = [await cardAt(there, 1.5), await cardAt(here, 1.6)]
  expect(cards[0]).not.toBe(cards[1])
  const reader = await DdpTestClient.open(testApp.endpoint)
  await reader.subscribe('players.summary', { username: 'Ann' })
  const shown = [...reader.documents('playerEvents').values()] as unknown as PlayerEventDoc[]
  expect(shown.map(({ startsOffset }) => startsOffset).sort()).toEqual([-480, 0])
  reader.socket.close()
})
