import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventDoc, EventEntrantDoc, EventGroupDoc, EventLogDoc, EventRoundDoc } from '#events/contract/documents.ts'
import { type EventFormat, roundRules } from '#events/formats/registry.ts'
import { formatServer } from '#events/formats/server/registry.ts'
import { nextRound } from '#events/rules/draw/pairing.ts'
import { gamesOfGroups } from '#events/rules/rounds.ts'
import { type ExportedEvent, recomputeStandings } from '#events/rules/verify-export.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { addGuests, createEvent, createEventTestApp, getRoundGroups, getStandings, type NewEvent } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import type { TestUser } from '../helpers/users.ts'

const FOURS: EventFormat = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 3, points: 'ifpa' }

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let anna: TestUser
let visitor: DdpTestClient

beforeAll(async () => {
  const app = await createEventTestApp(['anna'], 6)
  ;({ testApp, clock, machines, director, visitor } = app)
  anna = app.players[0]!
})
afterAll(() => testApp.close())

let eventId: string
const call = <T = object>(method: string, fields: object = {}): Promise<T> => director.client.call(method, { eventId, ...fields })
const refusal = (method: string, fields: object) => director.client.expectError(method, { eventId, ...fields })
const documents = <Document>(collection: string): (Document & { _id: string })[] =>
  [...visitor.documents(collection)]
    .map(([_id, each]) => ({ ...(each as unknown as Document), _id }))
    .filter(each => (each as unknown as { eventId: string }).eventId === eventId)
const entrants = () => documents<EventEntrantDoc>('eventEntrants')
const log = (action: string): string[] => documents<EventLogDoc>('eventLog').flatMap(each => (each.action === action ? [each.what] : []))
const groups = (round: number) => getRoundGroups(visitor, eventId, round)

/** Creates an event with guests, to which the visitor is subscribed. @returns the guests' ids */
async function begin(names: readonly string[], chosen: Partial<NewEvent> = {}): Promise<string[]> {
  eventId = await createEvent(director, clock.now(), { format: FOURS, machineIds: machines, ...chosen })
  for (const name of ['events.one', 'events.rounds', 'events.standings', 'events.log', 'events.entrants'])
    await visitor.subscribe(name, { eventId })
  return addGuests(director, eventId, names)
}

async function draw(round: number): Promise<(EventGroupDoc & { _id: string })[]> {
  await call('events.draw', { _id: uuidv7() })
  await visitor.waitUntil(() => groups(round).length > 0)
  return groups(round)
}

describe('seeds', () => {
  it('are set by the director, are seen by everybody, and decide who meets in the first round', async () => {
    const ids = await begin(['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal'], { seeding: 'manual' })
    await visitor.waitUntil(() => entrants().length === 8)
    await call('events.setSeeds', { seeds: ids.map((entrantId, i) => ({ entrantId, seed: 8 - i })) })
    await visitor.waitUntil(() => entrants().every(({ seed }) => seed !== undefined))
    const drawn = await draw(1)
    expect(drawn.map(({ entrantIds }) => entrantIds.map(id => 8 - ids.indexOf(id)).sort())).toEqual([
      [1, 4, 5, 8],
      [2, 3, 6, 7],
    ])
    await visitor.waitUntil(() => log('seeded').length === 1)
    expect(log('seeded')).toEqual(['8 players'])
    // The same again changes nothing, and is not in the log.
    await call('events.setSeeds', { seeds: [{ entrantId: ids[0], seed: 8 }] })
    await call('events.editEntrant', { entrantId: ids[0], seed: 3 })
    await visitor.waitUntil(() => log('seeded').length === 2)
    expect(log('seeded').sort()).toEqual(['8 players', 'Ann'])
    await visitor.waitUntil(() => entrants().find(({ _id }) => _id === ids[0])?.seed === 3)
    await call('events.editEntrant', { entrantId: ids[0], seed: null })
    await visitor.waitUntil(() => entrants().find(({ _id }) => _id === ids[0])?.seed === undefined)
  })

  it('of players with accounts can be set too, though their names cannot', async () => {
    await begin(['Ben'], { seeding: 'ifpa' })
    const { entrants: added } = await call<{ entrants: { entrantId: string }[] }>('events.addPlayers', {
      entries: [{ _id: uuidv7(), userId: anna.id }],
    })
    const { entrantId } = added[0]!
    await call('events.editEntrant', { entrantId, seed: 1234 })
    await visitor.waitUntil(() => entrants().find(({ _id }) => _id === entrantId)?.seed === 1234)
    expect(await refusal('events.editEntrant', { entrantId, seed: 5, displayName: 'Anne' })).toMatchObject({ error: 409 })
    expect(entrants().find(({ _id }) => _id === entrantId)?.seed).toBe(1234)
  })

  it('follow the standings of an earlier event, by account or by name', async () => {
    const [ben, cleo] = await begin(['Ben', 'Cleo'], {
      format: { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 1, points: 'ifpa' },
    })
    const earlier = eventId
    const [group] = await draw(1)
    expect(await refusal('events.setSeeds', { previous: earlier })).toMatchObject({ error: 409 })
    await call('events.result', { groupId: group!._id, order: [cleo, ben] })
    await call('events.close')
    const ids = await begin(['ben ', 'Zoe', 'CLEO'], { seeding: 'previous' })
    await call('events.setSeeds', { previous: earlier })
    const seeds = () => ids.map(id => entrants().find(({ _id }) => _id === id)?.seed)
    await visitor.waitUntil(() => seeds()[0] !== undefined)
    expect(seeds()).toEqual([2, undefined, 1])
  })

  it('are refused to others, for strangers, and where they are no places', async () => {
    const [ann] = await begin(['Ann'], { seeding: 'manual' })
    const seeds = [{ entrantId: ann, seed: 1 }]
    expect(await anna.client.expectError('events.setSeeds', { eventId, seeds })).toMatchObject({ error: 403 })
    expect(await refusal('events.setSeeds', { seeds: [...seeds, { entrantId: 'nobody', seed: 2 }] })).toMatchObject({ error: 404 })
    expect(await refusal('events.setSeeds', { previous: 'nothing' })).toMatchObject({ error: 404 })
    expect(await refusal('events.setSeeds', {})).toMatchObject({ error: 400, details: [{ path: 'seeds' }] })
    expect(await refusal('events.setSeeds', { seeds, previous: eventId })).toMatchObject({ error: 400 })
    expect(await refusal('events.setSeeds', { seeds: [{ entrantId: ann, seed: 0 }] })).toMatchObject({ error: 400 })
    // The event is no night of a season.
    expect(await refusal('events.setSeeds', { from: 'series' })).toMatchObject({ error: 409, details: { code: 'no-seeds' } })
    expect(await refusal('events.setSeeds', { seeds, from: 'series' })).toMatchObject({ error: 400 })
    await visitor.waitUntil(() => entrants().length === 1)
    expect(entrants()[0]).not.toHaveProperty('seed')
  })
})

it('a draw by lot can be checked by anybody, from what everybody sees', async () => {
  await begin(['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal', 'Ida'])
  const drawn = await draw(1)
  await visitor.waitUntil(() => entrants().length === 9)
  const [round] = documents<EventRoundDoc>('eventRounds')
  const players = entrants().map(({ _id }) => ({ id: _id }))
  const again = nextRound(roundRules(FOURS)!, formatServer(FOURS).drawGroups!(FOURS), players, [], machines, round!.seed)!
  expect(again.groups.map(({ machineId, entrantIds }) => ({ machineId, entrantIds }))).toEqual(
    drawn.map(({ machineId, entrantIds }) => ({ machineId, entrantIds })),
  )
  expect(round!.seed).toMatch(/^[0-9a-f]{10}$/)
})

describe('several games in a round', () => {
  it('are played on different machines, are confirmed one by one, and add up', async () => {
    const ids = await begin(['Ann', 'Ben', 'Cleo', 'Dan'], { gamesPerRound: 3 })
    await draw(1)
    const group = () => groups(1)[0]!
    expect(new Set(group().games!.map(({ machineId }) => machineId)).size).toBe(3)
    expect(group()).toMatchObject({ state: 'playing', machineId: group().games![0]!.machineId })
    const result = (game: number | undefined, order: readonly string[], places?: number[]) =>
      call('events.result', {
        groupId: group()._id,
        ...(game === undefined ? {} : { game }),
        order,
        ...(places === undefined ? {} : { places }),
      })
    await result(2, [...ids].reverse())
    await visitor.waitUntil(() => group().games![1]!.state === 'confirmed')
    // The first game is still the one to be played.
    expect(group()).toMatchObject({ state: 'playing', machineId: group().games![0]!.machineId })
    expect(group()).not.toHaveProperty('result')
    expect(await refusal('events.draw', { _id: uuidv7() })).toMatchObject({ error: 409, reason: 'Results of round 1 are missing.' })
    await result(undefined, ids)
    await result(3, ids, [1, 1, 3, 4])
    await visitor.waitUntil(() => group().state === 'confirmed')
    const rows = () => getStandings(visitor, eventId)
    const points = () => ids.map(id => rows().find(({ entrantId }) => entrantId === id)?.points)
    // 7 + 1 + 6, 5 + 3 + 6, 3 + 5 + 3, 1 + 7 + 1
    await visitor.waitUntil(() => points().join() === '14,14,11,9')
    expect(rows()[0]!.games!.map(({ round, game }) => [round, game])).toEqual([
      [1, undefined],
      [1, 2],
      [1, 3],
    ])
    expect(await refusal('events.result', { groupId: group()._id, game: 4, order: ids })).toMatchObject({ error: 404 })
    expect(await refusal('events.result', { groupId: group()._id, game: 8, order: ids })).toMatchObject({ error: 400 })

    const json = JSON.parse((await call<{ body: string }>('events.export', { as: 'json' })).body) as ExportedEvent
    expect(recomputeStandings(json)).toEqual(json.standings)
    expect(gamesOfGroups(json.rounds[0]!).map(games => games.length)).toEqual([3])
    // Three games of four players are two meaningful games each.
    expect(json.ifpa!.games).toBe(6)
    const { body } = await call<{ body: string }>('events.export', { as: 'csv' })
    expect(body).toContain('round,group,game,machine,position,name,points\r\n')
    expect(
      body
        .split('\r\n')
        .filter(line => line.startsWith('1,1,'))
        .map(line => line.split(',')[2]),
    ).toEqual([1, 2, 3].flatMap(game => Array(4).fill(String(game))))
  })

  it('can each be moved, voided, played again and restored', async () => {
    const ids = await begin(['Ann', 'Ben', 'Cleo'], { gamesPerRound: 2 })
    await draw(1)
    const group = () => groups(1)[0]!
    const groupId = group()._id
    const free = machines.find(id => !group().games!.some(({ machineId }) => machineId === id))!
    const before = group().games![0]!.machineId
    await call('events.move', { groupId, game: 2, machineId: free })
    await visitor.waitUntil(() => group().games![1]!.machineId === free)
    expect(group().games![0]!.machineId).toBe(before)
    for (const game of [1, 2]) await call('events.result', { groupId, game, order: ids })
    await visitor.waitUntil(() => group().state === 'confirmed')
    const voidId = uuidv7()
    await call('events.void', { _id: voidId, what: { groupId, game: 2 } })
    await visitor.waitUntil(() => group().games![1]!.state === 'playing')
    expect(group()).toMatchObject({ state: 'playing', machineId: free })
    const voided = () => documents<EventLogDoc>('eventLog').find(each => each.voidId === voidId)
    await visitor.waitUntil(() => voided() !== undefined)
    expect(voided()).toMatchObject({ groupId, game: 2 })
    expect(voided()!.what).toContain('game 2 of group 1')
    expect(await refusal('events.void', { _id: uuidv7(), what: { groupId, game: 2 } })).toMatchObject({ error: 409 })
    await call('events.undo', { voidId })
    await visitor.waitUntil(() => group().games![1]!.state === 'confirmed')
    expect(group().games![1]!.result).toEqual(ids)
  })

  it('are entered and confirmed by players one by one', async () => {
    const [ben] = await begin(['Ben'], { gamesPerRound: 2, agreement: 'one' })
    await call('events.addPlayers', { entries: [{ _id: uuidv7(), userId: anna.id }] })
    const [group] = await draw(1)
    const own = group!.entrantIds.find(id => id !== ben)!
    const enter = (game: number) => anna.client.call('events.result', { eventId, groupId: group!._id, game, order: [own, ben] })
    expect(await enter(1)).toEqual({ state: 'confirmed' })
    await visitor.waitUntil(() => groups(1)[0]!.games![0]!.state === 'confirmed')
    expect(groups(1)[0]!.games![1]!.state).toBe('playing')
    expect(await enter(2)).toEqual({ state: 'confirmed' })
  })

  it('give a bye for each, and may change between rounds', async () => {
    const ids = await begin(['Ann', 'Ben', 'Cleo'], { format: { ...FOURS, groupSize: 2 } as EventFormat, gamesPerRound: 2 })
    await draw(1)
    const [round] = documents<EventRoundDoc>('eventRounds')
    const points = (id: string) => getStandings(visitor, eventId).find(({ entrantId }) => entrantId === id)?.points
    await visitor.waitUntil(() => points(round!.byes[0]!) === 14)
    const order = ids.filter(id => !round!.byes.includes(id))
    for (const game of [1, 2]) await call('events.result', { groupId: groups(1)[0]!._id, game, order })
    await call('events.edit', { gamesPerRound: 1 })
    const [next] = await draw(2)
    expect(next).not.toHaveProperty('games')
    await visitor.waitUntil(() => (visitor.documents('events').get(eventId) as unknown as EventDoc).gamesPerRound === undefined)
    await visitor.waitUntil(() => log('edited').includes('Games in a round: 1'))
  })
})
