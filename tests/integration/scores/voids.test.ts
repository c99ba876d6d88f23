import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent, createEventTestApp, HOUR } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import type { TestUser } from '../helpers/users.ts'

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let [player, other]: TestUser[] = []
/** subscribed to what is void in the event, and whether the player's score is */
let looker: DdpTestClient
let eventId: string
let scoreId: string

beforeAll(async () => {
  const app = await createEventTestApp(['Player', 'Other'], 2)
  ;({ testApp, clock, machines, director } = app)
  ;[player, other] = app.players
  for (const each of [player!, other!, director]) await each.client.subscribe('user', 'v', {})
})
afterAll(() => testApp.close())

beforeEach(async () => {
  eventId = await createEvent(director, clock.now(), { format: { kind: 'high-score' }, machineIds: machines })
  scoreId = await submit(player!)
  looker = await DdpTestClient.open(testApp.endpoint)
  expect((await looker.subscribe('scores.voids', { eventId })).error).toBe(null)
  expect((await looker.subscribe('scores.voids', { scoreId })).error).toBe(null)
})

async function submit({ client }: TestUser, more: object = {}): Promise<string> {
  const _id = uuidv7()
  await client.call('scores.submit', { _id, eventId, machineId: machines[0], value: 77, ...more })
  return _id
}
const voidIt = (what: object, reason: string, voidId = uuidv7()): Promise<unknown> =>
  director.client.call('events.void', { _id: voidId, eventId, what, reason })
const voided = () => [...looker.documents('voidedScores')]
const history = () =>
  [...looker.documents('scoreHistory').values()]
    .sort((a, b) => (a.at as Date).getTime() - (b.at as Date).getTime())
    .map(({ scoreId: of, action, by, reason }) => ({ of, action, by: (by as { username: string }).username, reason }))
/** What the channel `user` has told about this event. */
const told = async ({ client }: TestUser) => {
  await client.call('machines.search', { text: '' })
  return client.messages
    .filter(message => message.__vent === '1')
    .map(({ e }) => e as { eventId?: string })
    .filter(e => e.eventId === eventId)
}

it('a score that is void in its event says so, by whom and why, in the event and in its history, until it is restored', async () => {
  expect([voided(), history()]).toEqual([[], []])
  const voidId = uuidv7()
  await voidIt({ attemptId: scoreId }, 'A stuck ball', voidId)
  await looker.waitUntil(() => voided().length === 1 && history().length === 1)
  expect(voided()).toEqual([
    [scoreId, { eventId, at: expect.any(Date), by: { userId: director.id, username: 'Director' }, reason: 'A stuck ball' }],
  ])
  expect(history()).toEqual([{ of: scoreId, action: 'voided', by: 'Director', reason: 'A stuck ball' }])
  await director.client.call('events.undo', { eventId, voidId })
  await looker.waitUntil(() => voided().length === 0 && history().length === 2)
  expect(history().at(-1)).toEqual({ of: scoreId, action: 'restored', by: 'Director', reason: undefined })
})

it('all scores of a voided time are void, those that arrive later too', async () => {
  const what = { machineId: machines[0], from: new Date(clock.now() - HOUR), to: new Date(clock.now() + HOUR) }
  const second = await submit(other!)
  await voidIt(what, 'Broken')
  await looker.waitUntil(() => voided().length === 2)
  const late = await submit(other!, { achievedAt: new Date(clock.now() - 1000) })
  await looker.waitUntil(() => voided().length === 3)
  expect(
    voided()
      .map(([id, { reason }]) => [id, reason])
      .sort(),
  ).toEqual([scoreId, second, late].map(id => [id, 'Broken']).sort())
})

it('its player is told at once, others are not, and nobody of what one has voided oneself', async () => {
  await submit(other!)
  const own = await submit(director)
  await voidIt({ attemptId: scoreId }, '')
  const { rows } = await testApp.app.database.pool.query<{ name: string }>('SELECT name FROM machines WHERE id = $1', [machines[0]])
  const message = { kind: 'voided', scoreId, eventId, machineId: machines[0], machineName: rows[0]!.name }
  await expect.poll(() => told(player!)).toEqual([message])
  await voidIt({ attemptId: own }, '')
  const what = { machineId: machines[0], from: new Date(clock.now() - HOUR), to: new Date(clock.now() + HOUR) }
  await voidIt(what, 'Broken')
  await expect.poll(() => told(player!)).toEqual([message, { ...message, reason: 'Broken' }])
  await expect.poll(() => told(other!)).toHaveLength(1)
  expect(await told(director)).toEqual([])
})

it('of a private group’s event only its members are told', async () => {
  const groupId = uuidv7()
  await director.client.call('groups.add', { _id: groupId, name: `Club ${groupId}`, visibility: 'private' })
  eventId = await createEvent(director, clock.now(), { format: { kind: 'high-score' }, machineIds: machines, groupId })
  scoreId = await submit(director)
  await voidIt({ attemptId: scoreId }, 'Secret')
  expect((await other!.client.subscribe('scores.voids', { eventId })).error).toMatchObject({ error: 404 })
  expect((await other!.client.subscribe('scores.voids', { scoreId })).error).toBe(null)
  expect([...other!.client.documents('voidedScores'), ...other!.client.documents('scoreHistory')]).toEqual([])
  expect((await director.client.subscribe('scores.voids', { scoreId })).error).toBe(null)
  expect(director.client.documents('voidedScores').get(scoreId)).toMatchObject({ reason: 'Secret' })
})

it('takes either an event or a score', async () => {
  for (const argument of [{}, { eventId, scoreId }])
    expect((await looker.subscribe('scores.voids', argument)).error).toMatchObject({ error: 400, details: [{ path: 'scoreId' }] })
})
