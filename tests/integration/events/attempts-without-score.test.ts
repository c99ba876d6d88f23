import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StandingsDoc } from '#events/contract/documents.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { addGuests, claimGuest, createEvent, createEventTestApp, getStandings } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import type { TestUser } from '../helpers/users.ts'

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let ann: TestUser
let visitor: DdpTestClient
let eventId: string
let guest: string

beforeAll(async () => {
  const app = await createEventTestApp(['Ann'], 2)
  ;({ testApp, clock, machines, director, visitor } = app)
  ann = app.players[0]!
})
afterAll(() => testApp.close())

async function begin(format: EventFormat): Promise<void> {
  eventId = await createEvent(director, clock.now(), { format, machineIds: machines })
  await visitor.subscribe('events.standings', { eventId })
  guest = (await addGuests(director, eventId, ['Toni']))[0]!
}
const enter = (facts: object) =>
  director.client.tryCall('events.enter', { _id: uuidv7(), eventId, entrantId: guest, machineId: machines[0]!, ...facts })
const row = (): StandingsDoc | undefined => getStandings(visitor, eventId).find(({ entrantId }) => entrantId === guest)
const golf = (missed: 'simple' | 'graded'): EventFormat => ({ kind: 'pin-golf', balls: 5, missed, targets: { [machines[0]!]: 1000 } })

it('a score of 0 is a score: it uses up the attempt and has a rank (case score-zero)', async () => {
  await begin({ kind: 'best-game', points: 'papa', attemptsPerMachine: 1 })
  expect(await enter({ value: 0 })).toEqual({ result: {} })
  await visitor.waitUntil(() => row()?.points === 100)
  expect(row()?.machines).toMatchObject([{ value: 0, rank: 1 }])
  expect((await enter({ value: 5 })).error).toMatchObject({ error: 409, details: { code: 'no-attempt-left' } })
  await begin(golf('graded'))
  await enter({ value: 0 })
  await visitor.waitUntil(() => row()?.machines.length === 1)
  expect(row()?.machines).toMatchObject([{ strokes: 10 }])
})

it('pin-golf takes strokes without a score (case score-zero)', async () => {
  await begin(golf('graded'))
  expect(await enter({ strokes: 4 })).toEqual({ result: {} })
  await visitor.waitUntil(() => row()?.strokes === 4)
  expect(row()?.machines[0]).not.toHaveProperty('value')
  await begin(golf('simple'))
  // A missed hole of five balls is six strokes.
  expect((await enter({ strokes: 7 })).error).toMatchObject({ error: 400 })
  expect(await enter({ strokes: 6 })).toEqual({ result: {} })
  await begin({ kind: 'high-score' })
  expect((await enter({ strokes: 4 })).error).toMatchObject({ error: 400 })
})

it('an attempt that was spent without a score is used up and counts for nothing', async () => {
  await begin({ kind: 'best-game', points: 'papa', attemptsPerMachine: 2 })
  expect(await enter({})).toEqual({ result: {} })
  await director.client.subscribe('events.attempts', { eventId })
  const spent = [...director.client.documents('eventAttempts')].find(([, each]) => each.eventId === eventId)!
  expect(spent[1]).toMatchObject({ state: 'counts', machineId: machines[0] })
  expect(spent[1]).not.toHaveProperty('value')
  await enter({ value: 50 })
  await visitor.waitUntil(() => row()?.points === 100)
  expect((await enter({ value: 60 })).error).toMatchObject({ error: 409, details: { code: 'no-attempt-left' } })
  // It is given back when it is voided.
  await director.client.call('events.void', { _id: uuidv7(), eventId, what: { attemptId: spent[0] } })
  expect(await enter({ value: 60 })).toEqual({ result: {} })
})

it('neither becomes a score on a board when an account claims the guest', async () => {
  await begin({ kind: 'high-score' })
  await enter({ value: 0 })
  await enter({})
  await enter({ value: 77_770 })
  await claimGuest(director, eventId, guest, ann)
  await visitor.subscribe('scores.recent', { userId: ann.id })
  expect([...visitor.documents('scores').values()].map(({ value }) => value)).toEqual([77_770])
})
