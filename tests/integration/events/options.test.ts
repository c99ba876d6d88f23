import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventDoc, EventLogDoc, StandingsDoc } from '#events/contract/documents.ts'
import type { AddedEntrant } from '#events/contract/entrants.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { type ExportedEvent, recomputeStandings } from '#events/rules/verify-export.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent, createEventTestApp, getRoundGroups, getStandings, type NewEvent } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import type { TestUser } from '../helpers/users.ts'

const PAIRS: EventFormat = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 3, points: 'ifpa' }
const STRIKES: EventFormat = { kind: 'strikes', groupSize: 2, strikesToLeave: 2, strikes: 'standard' }

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let visitor: DdpTestClient

beforeAll(async () => {
  ;({ testApp, clock, machines, director, visitor } = await createEventTestApp([], 3))
})
afterAll(() => testApp.close())

let eventId: string
const call = <T = object>(method: string, fields: object = {}): Promise<T> => director.client.call(method, { eventId, ...fields })
const refusal = (method: string, fields: object) => director.client.expectError(method, { eventId, ...fields })
const event = (): EventDoc => visitor.documents('events').get(eventId) as unknown as EventDoc
const row = (entrantId: string): StandingsDoc => getStandings(visitor, eventId).find(each => each.entrantId === entrantId)!
const exported = async (as: 'csv' | 'json'): Promise<string> => (await call<{ body: string }>('events.export', { as })).body

/** Creates an event with guests, to which the visitor is subscribed. @returns the guests' ids */
async function begin(format: EventFormat, names: readonly string[], chosen: Partial<NewEvent> = {}): Promise<string[]> {
  eventId = await createEvent(director, clock.now(), { format, machineIds: machines, ...chosen })
  for (const name of ['events.one', 'events.rounds', 'events.standings', 'events.log']) await visitor.subscribe(name, { eventId })
  const entries = names.map(displayName => ({ _id: uuidv7(), displayName }))
  const { entrants } = await call<{ entrants: AddedEntrant[] }>('events.addPlayers', { entries })
  return entrants.map(each => ('entrantId' in each ? each.entrantId : ''))
}

async function draw(round: number) {
  await call('events.draw', { _id: uuidv7() })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, round).length > 0)
  return getRoundGroups(visitor, eventId, round)
}

/** Enters a game between two, the winner first. */
async function result(groups: ReturnType<typeof getRoundGroups>, winner: string): Promise<string> {
  const group = groups.find(({ entrantIds }) => entrantIds.includes(winner))!
  const loser = group.entrantIds.find(id => id !== winner)!
  await call('events.result', { groupId: group._id, order: [winner, loser] })
  return loser
}

it('breaks ties by what the director chooses, also while the event is live, and says so in rows, log and exports', async () => {
  await begin(PAIRS, ['Ann', 'Ben', 'Cleo', 'Dan'])
  // Without a choice nothing says that there is one.
  expect(event()).not.toHaveProperty('tieBreaks')
  expect(event()).not.toHaveProperty('byes')

  const first = await draw(1)
  const [best, second] = first.map(({ entrantIds }) => entrantIds[0]!) as [string, string]
  const last = await result(first, best)
  const third = await result(first, second)
  const next = await draw(2)
  await result(next, best)
  await result(next, third)
  // best 14, second and third 8 each, last 2. Second beat third.
  await visitor.waitUntil(() => row(third)?.points === 8)
  expect([best, second, third, last].map(id => row(id).rank)).toEqual([1, 2, 2, 4])
  expect(JSON.parse(await exported('json')).event).not.toHaveProperty('tieBreaks')
  expect(await exported('csv')).toContain('position,name,ifpa_number,points\r\n')

  await call('events.edit', { tieBreaks: ['head-to-head', 'wins'] })
  await visitor.waitUntil(() => row(third).rank === 3 && event().tieBreaks !== undefined)
  expect(event().tieBreaks).toEqual(['head-to-head', 'wins'])
  expect(row(second)).toMatchObject({ rank: 2, decidedBy: { by: 'head-to-head', own: 1, other: 0 } })
  expect(row(third).decidedBy).toEqual({ by: 'head-to-head', own: 0, other: 1 })
  expect(row(best)).not.toHaveProperty('decidedBy')
  const edits = () =>
    [...visitor.documents('eventLog').values()]
      .map(each => each as unknown as EventLogDoc)
      .filter(each => each.eventId === eventId && each.action === 'edited')
  await visitor.waitUntil(() => edits().length === 1)
  expect(edits()[0]!.what).toBe('Tie-breaks: head-to-head, wins')

  await call('events.edit', { tieBreaks: ['buchholz'] })
  // second met third (8) and best (14), third met second (8) and last (2)
  await visitor.waitUntil(() => row(third).decidedBy?.by === 'buchholz')
  expect(row(third).decidedBy).toEqual({ by: 'buchholz', own: 10, other: 22 })

  const json = JSON.parse(await exported('json')) as ExportedEvent
  expect(json.event.tieBreaks).toEqual(['buchholz'])
  expect(json.standings.map(({ decidedBy }) => decidedBy?.own)).toEqual([undefined, 22, 10, undefined])
  expect(recomputeStandings(json)).toEqual(json.standings)
  const lines = (await exported('csv')).split('\r\n')
  const header = lines.indexOf('position,name,ifpa_number,points,tie_break')
  expect(lines.slice(header + 1, header + 5).map(line => line.split(',').at(-1))).toEqual(['', 'buchholz 22:10', 'buchholz 10:22', ''])
  expect(await refusal('events.playoff', { _id: uuidv7(), order: [second, third] })).toMatchObject({ error: 409 })

  await call('events.close')
  await visitor.waitUntil(() => event().state === 'finished')
  expect(await refusal('events.edit', { tieBreaks: [] })).toMatchObject({ error: 409 })
})

it('counts byes as the director chooses', async () => {
  await begin(PAIRS, ['Ann', 'Ben', 'Cleo'], { byes: 'half' })
  expect(event().byes).toBe('half')
  await draw(1)
  const bye = () => getStandings(visitor, eventId).find(({ games = [] }) => games.some(({ machineId }) => machineId === null))
  await visitor.waitUntil(() => bye()?.points === 3.5)
  await call('events.edit', { byes: 'none' })
  await visitor.waitUntil(() => bye()?.points === 0)
  const json = JSON.parse(await exported('json')) as ExportedEvent
  expect(json.event.byes).toBe('none')
  expect(recomputeStandings(json)).toEqual(json.standings)
  await call('events.edit', { byes: 'full' })
  await visitor.waitUntil(() => bye()?.points === 7 && !('byes' in event()))
})

it('gives the points of a table of the director’s own', async () => {
  const points = { custom: { 4: [10, 6, 3, 0], 3: [10, 5, 0], 2: [8.25, 0.5] } }
  await begin({ ...PAIRS, points }, ['Ann', 'Ben'])
  const [group] = await draw(1)
  await call('events.result', { groupId: group!._id, order: group!.entrantIds })
  await visitor.waitUntil(() => row(group!.entrantIds[0]!)?.points === 8.25)
  expect(row(group!.entrantIds[1]!).points).toBe(0.5)
  expect(event().format).toEqual({ ...PAIRS, points })
  // As every option of a format, it stays once there is a round.
  expect(await refusal('events.edit', { format: PAIRS })).toMatchObject({ error: 409 })
})

it('refuses what the format does not have', async () => {
  await begin(STRIKES, ['Ann'])
  const wrong: [fields: object, path: string][] = [
    [{ tieBreaks: ['wins', 'wins'] }, 'tieBreaks'],
    [{ tieBreaks: ['alphabet'] }, 'tieBreaks.0'],
    [{ tieBreaks: ['wins', 'buchholz'] }, 'tieBreaks'],
    [{ byes: 'double' }, 'byes'],
    [{ byes: 'half' }, 'byes'],
    [{ format: { kind: 'high-score' }, tieBreaks: [] }, 'tieBreaks'],
  ]
  for (const [fields, path] of wrong) expect(await refusal('events.edit', fields)).toMatchObject({ error: 400, details: [{ path }] })
  await call('events.edit', { tieBreaks: ['wins', 'head-to-head'] })
  // Another format has to come with what it has.
  expect(await refusal('events.edit', { format: { kind: 'high-score' } })).toMatchObject({ error: 400, details: [{ path: 'tieBreaks' }] })
  await call('events.edit', { format: { kind: 'high-score' }, tieBreaks: ['places'] })
  await visitor.waitUntil(() => event().format.kind === 'high-score')
  expect(event()).not.toHaveProperty('tieBreaks')
})
