import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventLogDoc, StandingsDoc } from '#events/contract/documents.ts'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import type { Strikes } from '#events/formats/strikes/rules.ts'
import { type ExportedEvent, listDifferences } from '#events/rules/verify-export.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { addAccounts, addGuests, claimGuest, createEvent, createEventTestApp, getRoundGroups, getStandings } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import type { TestUser } from '../helpers/users.ts'

const PAIRS: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 4, points: 'ifpa' }
const KNOCKOUT: Strikes = { kind: 'strikes', groupSize: 2, strikesToLeave: 2, strikes: 'standard' }

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let ann: TestUser
let visitor: DdpTestClient
let eventId: string

beforeAll(async () => {
  const app = await createEventTestApp(['Ann'], 4)
  ;({ testApp, clock, machines, director, visitor } = app)
  ann = app.players[0]!
})
afterAll(() => testApp.close())

async function begin(format: EventFormat, count: number): Promise<string[]> {
  eventId = await createEvent(director, clock.now(), { format, machineIds: machines })
  for (const name of ['events.rounds', 'events.standings', 'events.log']) await visitor.subscribe(name, { eventId })
  return addGuests(director, eventId, count)
}
async function playRound(number: number): Promise<string[]> {
  await director.client.call('events.draw', { _id: uuidv7(), eventId })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, number).length > 0)
  const groups = getRoundGroups(visitor, eventId, number)
  for (const { _id, entrantIds } of groups) await director.client.call('events.result', { eventId, groupId: _id, order: entrantIds })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, number).every(({ state }) => state === 'confirmed'))
  return groups.map(({ entrantIds }) => entrantIds[0]!)
}
const adjust = (entrantId: string, amount: number, more: object = {}) =>
  director.client.tryCall('events.adjust', { _id: uuidv7(), eventId, entrantId, amount, reason: 'Two warnings.', ...more })
const rowOf = (id: string): StandingsDoc => getStandings(visitor, eventId).find(({ entrantId }) => entrantId === id)!

it('a director takes points with a reason that everybody reads, and one undo gives them back', async () => {
  await begin(PAIRS, 4)
  const [winner] = await playRound(1)
  await visitor.waitUntil(() => rowOf(winner!).points === 7)
  const _id = uuidv7()
  expect(await adjust(winner!, -1.5, { _id })).toEqual({ result: {} })
  // The same call again changes nothing.
  expect(await adjust(winner!, -1.5, { _id })).toEqual({ result: {} })
  expect((await adjust(winner!, -2, { _id })).error).toMatchObject({ error: 409, details: { code: 'id-used' } })
  await visitor.waitUntil(() => rowOf(winner!).points === 5.5)
  expect(rowOf(winner!)).toMatchObject({ rank: 2, adjustments: [{ amount: -1.5, afterRound: 1, reason: 'Two warnings.' }] })
  const entries = [...visitor.documents('eventLog').values()] as unknown as EventLogDoc[]
  expect(entries.find(each => each.eventId === eventId && each.action === 'adjusted')).toMatchObject({
    what: expect.stringMatching(/^Guest \d: -1\.5 points. Two warnings\./) as string,
    voidId: _id,
  })
  const { body } = await director.client.call<{ body: string }>('events.export', { eventId, as: 'json' })
  const exported = JSON.parse(body) as ExportedEvent
  expect(exported.adjustments).toHaveLength(1)
  expect(listDifferences(exported)).toEqual([])
  expect(listDifferences({ ...exported, adjustments: [] }).map(({ figure }) => figure)).toContain('points')
  await director.client.call('events.undo', { eventId, voidId: _id })
  await visitor.waitUntil(() => rowOf(winner!).points === 7)
  expect(rowOf(winner!).adjustments).toBeUndefined()
})

it('who enters a knockout late starts with strikes, and is out with as many as it takes', async () => {
  await begin(KNOCKOUT, 4)
  await playRound(1)
  const [late] = await addGuests(director, eventId, 1)
  await adjust(late!, 1)
  await visitor.waitUntil(() => rowOf(late!)?.strikes === 1)
  expect((await adjust(late!, 0.5)).error).toMatchObject({ error: 400 })
  await adjust(late!, 1)
  await visitor.waitUntil(() => rowOf(late!).outIn === 1)
  // Who is out is not drawn.
  await director.client.call('events.draw', { _id: uuidv7(), eventId })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 2).length > 0)
  expect(getRoundGroups(visitor, eventId, 2).flatMap(({ entrantIds }) => entrantIds)).not.toContain(late)
})

it('an adjustment goes over to the account that claims the guest', async () => {
  const [guest] = await begin(PAIRS, 2)
  await adjust(guest!, 3)
  await addAccounts(director, eventId, [ann])
  await claimGuest(director, eventId, guest!, ann)
  await visitor.waitUntil(() => getStandings(visitor, eventId).some(row => row.userId === ann.id && row.points === 3))
})

it('only who directs the event adjusts, only players of the event, and only where the format has points or strikes to add', async () => {
  const [guest] = await begin(PAIRS, 2)
  const input = { _id: uuidv7(), eventId, entrantId: guest!, amount: 1, reason: 'x' }
  expect((await ann.client.tryCall('events.adjust', input)).error).toMatchObject({ error: 403 })
  expect((await adjust('nobody', 1)).error).toMatchObject({ error: 404 })
  for (const wrong of [{ amount: 0 }, { amount: 10_001 }, { amount: 0.0001 }, { reason: '' }])
    expect((await adjust(guest!, 1, wrong)).error).toMatchObject({ error: 400 })
  const [other] = await begin({ kind: 'amazing-race', out: 1 }, 2)
  expect((await adjust(other!, 1)).error).toMatchObject({ error: 409, details: { code: 'nothing-to-adjust' } })
})
