import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import type { BoardDoc } from '#scores/contract/boards.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent } from '../helpers/events.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { listMachines, makeAdmin, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let machines: string[]
let director: TestUser
let ann: TestUser
let visitor: DdpTestClient

/** A Wednesday, on which Berlin is at 1:30 of the next day. */
const EVENING = Date.UTC(2028, 6, 12, 23, 30)

beforeAll(async () => {
  const clock = createSettableClock(EVENING)
  testApp = await createTestApp({ clock, config: { rateLimits: 'off', loginExpirationDays: null } })
  machines = (await listMachines(testApp, 2)).map(({ id }) => id)
  director = await signUp(testApp, 'Director')
  ann = await signUp(testApp, 'Ann')
  await makeAdmin(testApp, director.id)
  visitor = await DdpTestClient.open(testApp.endpoint)
})
afterAll(() => testApp.close())

const submit = (value: number, at: number, machineId = machines[0]!, more = {}) =>
  ann.client.call('scores.submit', { _id: uuidv7(), machineId, value, achievedAt: new Date(at), ...more })
const board = (client: DdpTestClient): (BoardDoc & { key: string }) | undefined => {
  const [found] = client.documents('boards')
  return found === undefined ? undefined : { key: found[0], ...(found[1] as unknown as BoardDoc) }
}
const setZone = (timeZone: string) => director.client.call('settings.update', { timeZone })
const HOUR = 3_600_000

it('the day of the site’s boards begins at midnight of its time zone, also on a board that somebody is watching when it changes', async () => {
  await submit(10, EVENING - 2 * HOUR)
  await visitor.subscribe('boards.top', { scope: { machineId: machines[0]! }, window: 'day' })
  expect(board(visitor)).toMatchObject({ period: '2028-07-12', players: 1, best: 10 })
  await visitor.subscribe('boards.places', { machineId: machines[0]!, userId: ann.id })
  const windows = () => [...visitor.documents('places').values()].map(({ window }) => window)
  expect(windows()).toContain('day')

  await setZone('Europe/Berlin')
  await visitor.waitUntil(() => board(visitor)?.period === '2028-07-13')
  expect(board(visitor)).toMatchObject({ players: 0, best: null })
  expect(board(visitor)!.key).toContain('2028-07-13@Europe:Berlin')
  await visitor.waitUntil(() => !windows().includes('day'))

  await submit(7, EVENING - HOUR / 2)
  await visitor.waitUntil(() => board(visitor)?.best === 7)
  expect(await ann.client.call('boards.place', { scope: { machineId: machines[0]! }, window: 'day', userId: ann.id })).toMatchObject({
    value: 7,
  })

  await setZone('UTC')
  await visitor.waitUntil(() => board(visitor)?.best === 10)
  expect(board(visitor)).toMatchObject({ period: '2028-07-12', players: 1 })
})

it('the day of an event’s boards begins at midnight of the event, also when its director moves it to another time zone', async () => {
  const machineId = machines[1]!
  const eventId = await createEvent(director, EVENING, {
    ...{ format: { kind: 'high-score' }, machineIds: [machineId], timeZone: 'Europe/Berlin' },
    startsAt: -4 * HOUR,
  })
  await submit(10, EVENING - 2 * HOUR, machineId, { eventId })
  await submit(7, EVENING - HOUR / 2, machineId, { eventId })
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.subscribe('boards.top', { scope: { eventId, machineId }, window: 'day' })
  expect(board(client)).toMatchObject({ period: '2028-07-13', best: 7 })
  await director.client.call('events.edit', { eventId, timeZone: 'America/New_York' })
  await client.waitUntil(() => board(client)?.period === '2028-07-12')
  expect(board(client)).toMatchObject({ best: 10 })
  // The machine's own board has the day of the site.
  expect(await ann.client.call('boards.place', { scope: { machineId }, window: 'day', userId: ann.id })).toMatchObject({ value: 10 })
  await client.close()
})

it('refuses what is no time zone', async () => {
  expect(await director.client.expectError('settings.update', { timeZone: 'Berlin' })).toMatchObject({
    error: 400,
    details: [{ path: 'timeZone' }],
  })
})
