import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventLogDoc, StandingsDoc } from '#events/contract/documents.ts'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import type { PinGolf } from '#events/formats/pin-golf/strokes.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import type { Strikes } from '#events/formats/strikes/rules.ts'
import { type ExportedEvent, listDifferences } from '#events/rules/verify-export.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { addAccounts, addGuests, claimGuest, createEvent, createEventTestApp, getRoundGroups, getStandings } from '../helpers/events.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import type { TestUser } from '../helpers/users.ts'

const PAIRS: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 4, points: 'ifpa' }
const KNOCKOUT: Strikes = { kind: 'strikes', groupSize: 2, strikesToLeave: 2, strikes: 'standard' }

/** The statement that reads the rounds of an event. */
const READS_ROUNDS = /FROM event_rounds r/

let testApp: TestApp
let log: RecordedLog
let clock: SettableClock
let machines: string[]
let director: TestUser
let ann: TestUser
let visitor: DdpTestClient
let eventId: string

beforeAll(async () => {
  log = new RecordedLog('debug')
  const app = await createEventTestApp(['Ann'], 4, log.log)
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
const adjustedEntry = (): EventLogDoc | undefined =>
  ([...visitor.documents('eventLog').values()] as unknown as EventLogDoc[]).find(
    each => each.eventId === eventId && each.action === 'adjusted',
  )
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
  await visitor.waitUntil(() => adjustedEntry() !== undefined)
  expect(adjustedEntry()).toMatchObject({
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

/** The lines of the results file that say what was added to totals. */
async function adjustmentLines(): Promise<string[]> {
  const { body } = await director.client.call<{ body: string }>('events.export', { eventId, as: 'csv' })
  return body
    .split('\r\n')
    .slice(body.split('\r\n').indexOf('name,adjustment,reason') + 1)
    .filter(line => line !== '')
}
const enter = (entrantId: string, machineId: string, fields: object) =>
  director.client.call('events.enter', { _id: uuidv7(), eventId, entrantId, machineId, ...fields })

it('points are added where scores earn points, in the row, the files and the log, and what gains a rank counts them', async () => {
  const [bob, cat] = await begin({ kind: 'best-game', points: 'papa' }, 2)
  for (const [entrantId, value] of [
    [bob!, 30],
    [cat!, 20],
  ] as const)
    await enter(entrantId, machines[0]!, { value })
  await ann.client.call('scores.submit', { _id: uuidv7(), eventId, machineId: machines[0], value: 10 })
  await visitor.waitUntil(
    () =>
      getStandings(visitor, eventId)
        .map(({ points }) => points)
        .join() === '100,90,85',
  )
  const _id = uuidv7()
  expect(await adjust(bob!, -12.5, { _id })).toEqual({ result: {} })
  await visitor.waitUntil(() => rowOf(bob!).points === 87.5)
  expect(rowOf(bob!)).toMatchObject({ rank: 2, adjustments: [{ amount: -12.5, afterRound: 0, reason: 'Two warnings.' }] })
  expect(rowOf(bob!).machines).toMatchObject([{ points: 100, rank: 1 }])
  // Ann has 85 and gains a rank with 90 points, for the second place: Bob has 87.5.
  const needs = await ann.client.call<{ machineId: string; least: number }[]>('events.needs', { eventId })
  expect(needs.find(each => each.machineId === machines[0])).toMatchObject({ least: 20 })
  const { body } = await director.client.call<{ body: string }>('events.export', { eventId, as: 'json' })
  const exported = JSON.parse(body) as ExportedEvent
  expect(listDifferences(exported)).toEqual([])
  expect(listDifferences({ ...exported, adjustments: [] }).map(({ figure }) => figure)).toContain('points')
  expect(await adjustmentLines()).toEqual(['Guest 0,-12.5,Two warnings.'])
  await director.client.call('events.undo', { eventId, voidId: _id })
  await visitor.waitUntil(() => rowOf(bob!).points === 100)
  expect(rowOf(bob!).adjustments).toBeUndefined()
})

it('strokes are added in pin golf, whole ones, and fewer are better', async () => {
  const format: PinGolf = { kind: 'pin-golf', balls: 3, missed: 'simple', targets: { [machines[0]!]: 100 } }
  const [bob, cat] = await begin(format, 2)
  for (const [entrantId, strokes] of [
    [bob!, 1],
    [cat!, 2],
  ] as const)
    await enter(entrantId, machines[0]!, { value: 100, strokes })
  await visitor.waitUntil(() => rowOf(cat!)?.strokes === 2)
  expect((await adjust(bob!, 0.5)).error).toMatchObject({ error: 400 })
  await adjust(bob!, 2)
  await visitor.waitUntil(() => rowOf(bob!).strokes === 3)
  expect(rowOf(bob!)).toMatchObject({ rank: 2, points: 0, adjustments: [{ amount: 2 }] })
  await visitor.waitUntil(() => adjustedEntry() !== undefined)
  expect(adjustedEntry()).toMatchObject({
    what: 'Guest 0: +2 strokes: Two warnings.',
    subject: { kind: 'adjusted', amount: 2, figure: 'stroke' },
  })
})

it('an adjustment and its undo read no rounds and send none', async () => {
  const [winner] = await begin(PAIRS, 4)
  await playRound(1)
  const open = [visitor, director.client]
  for (const client of open) await client.subscribe('events.rounds', { eventId, round: 'latest' })
  await director.client.subscribe('events.heldRounds', { eventId })
  await testApp.settled()
  const [lines, messages] = [log.all.length, visitor.messages.length]
  const _id = uuidv7()
  await adjust(winner!, 2, { _id })
  await visitor.waitUntil(() => rowOf(winner!).adjustments?.length === 1)
  await director.client.call('events.undo', { eventId, voidId: _id })
  await visitor.waitUntil(() => rowOf(winner!).adjustments === undefined)
  await testApp.settled()
  const statements = log.all.slice(lines).flatMap(line => (line.msg === 'statement' ? [String(line.sql)] : []))
  expect(statements.filter(statement => READS_ROUNDS.test(statement))).toEqual([])
  const sent = visitor.messages.slice(messages).filter(({ collection }) => collection === 'eventRounds' || collection === 'eventGroups')
  expect(sent).toEqual([])
})

it('an event whose totals were adjusted keeps its format, in which the amount means what it does', async () => {
  const [guest] = await begin(PAIRS, 2)
  const edit = () => director.client.tryCall('events.edit', { eventId, format: KNOCKOUT })
  const _id = uuidv7()
  await adjust(guest!, 2, { _id })
  expect((await edit()).error).toMatchObject({ error: 409, details: { code: 'format-fixed' } })
  await director.client.call('events.undo', { eventId, voidId: _id })
  expect(await edit()).toEqual({ result: {} })
})

it('an adjustment goes over to the account that claims the guest', async () => {
  const [guest] = await begin(PAIRS, 2)
  await adjust(guest!, 3)
  await addAccounts(director, eventId, [ann])
  await claimGuest(director, eventId, guest!, ann)
  await visitor.waitUntil(() => getStandings(visitor, eventId).some(row => row.userId === ann.id && row.points === 3))
})

it('only who directs the event adjusts, only players of the event, and only where the format has a total to change', async () => {
  const [guest] = await begin(PAIRS, 2)
  const input = { _id: uuidv7(), eventId, entrantId: guest!, amount: 1, reason: 'x' }
  expect((await ann.client.tryCall('events.adjust', input)).error).toMatchObject({ error: 403 })
  expect((await adjust('nobody', 1)).error).toMatchObject({ error: 404 })
  for (const wrong of [{ amount: 0 }, { amount: 10_001 }, { amount: 0.0001 }, { reason: '' }])
    expect((await adjust(guest!, 1, wrong)).error).toMatchObject({ error: 400 })
  for (const format of [{ kind: 'amazing-race', out: 1 }, { kind: 'high-score' }] as const) {
    const [other] = await begin(format, 2)
    expect((await adjust(other!, 1)).error).toMatchObject({ error: 409, details: { code: 'nothing-to-adjust' } })
  }
})
