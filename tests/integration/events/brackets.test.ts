import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventGroupDoc, EventLogDoc, EventRoundDoc, StandingsDoc } from '#events/contract/documents.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { type ExportedEvent, listDifferences } from '#events/rules/verify-export.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { documentsOfEvent } from '../helpers/event-documents.ts'
import {
  addAccounts,
  addGuests,
  createEvent,
  createEventTestApp,
  type EventTestApp,
  getStandings,
  type NewEvent,
} from '../helpers/events.ts'
import type { TestUser } from '../helpers/users.ts'

const DOUBLE: EventFormat = { kind: 'bracket', elimination: 'double', bestOf: 1, third: false, choice: 'drawn' }
const SINGLE: EventFormat = { ...DOUBLE, elimination: 'single' }

let app: EventTestApp
let eventId: string
/** in the order of their seeds */
let players: string[]

beforeAll(async () => {
  app = await createEventTestApp(['Ann', 'Bob'], 8)
})

afterAll(() => app.testApp.close())

type Group = EventGroupDoc & { _id: string }

/** Begins an event whose guests are seeded in their order, and draws its bracket. */
async function begin(format: EventFormat, count: number, more: Partial<NewEvent> = {}): Promise<void> {
  const { director, clock, machines, visitor } = app
  eventId = await createEvent(director, clock.now(), { format, machineIds: machines, seeding: 'manual', ...more })
  players = count === 0 ? [] : await addGuests(director, eventId, count)
  const seeds = players.map((entrantId, i) => ({ entrantId, seed: i + 1 }))
  if (count > 0) await director.client.call('events.setSeeds', { eventId, seeds })
  await visitor.subscribe('events.rounds', { eventId })
  await visitor.subscribe('events.standings', { eventId })
  await visitor.subscribe('events.log', { eventId })
  if (count > 0) await director.client.call('events.draw', { _id: uuidv7(), eventId })
}

const groups = (): Group[] => documentsOfEvent<EventGroupDoc>(app.visitor, 'eventGroups', eventId)
const rounds = (): (EventRoundDoc & { _id: string })[] =>
  documentsOfEvent<EventRoundDoc>(app.visitor, 'eventRounds', eventId).sort((a, b) => a.number - b.number)
const standings = (): StandingsDoc[] => getStandings(app.visitor, eventId)
const group = (bracketGame: string): Group => groups().find(each => each.bracketGame === bracketGame)!
const seedsOf = (each: Group | undefined): number[] | undefined => each?.entrantIds.map(id => players.indexOf(id) + 1)
const shown = (): string[] =>
  groups()
    .map(each => `${each.bracketGame} ${seedsOf(each)!.join('-')} ${each.state}${each.games === undefined ? '' : ` ${each.games.length}`}`)
    .sort()

/** Enters the result of a game: the players by their seeds, the winner first. */
const enter = (bracketGame: string, seeds: number[], more: object = {}) =>
  app.director.client.tryCall('events.result', {
    eventId,
    groupId: group(bracketGame)._id,
    order: seeds.map(seed => players[seed - 1]!),
    ...more,
  })
const whenShown = (expected: string[]) => app.visitor.waitUntil(() => JSON.stringify(shown()) === JSON.stringify(expected.toSorted()))

/** What the database has of an event's rounds, as it has it. */
async function stored(): Promise<unknown> {
  const read = async (sql: string) => (await app.testApp.app.database.pool.query(sql, [eventId])).rows
  return {
    rounds: await read('SELECT * FROM event_rounds WHERE event_id = $1 ORDER BY number'),
    groups: await read('SELECT g.* FROM event_groups g JOIN event_rounds r ON r.id = g.round_id WHERE r.event_id = $1 ORDER BY g.id'),
    games: await read(`
      SELECT p.* FROM event_games p JOIN event_groups g ON g.id = p.group_id JOIN event_rounds r ON r.id = g.round_id
      WHERE r.event_id = $1 ORDER BY p.group_id, p.game`),
  }
}

async function expectSameFromExport(): Promise<void> {
  const { body } = await app.director.client.call<{ body: string }>('events.export', { eventId, as: 'json' })
  expect(listDifferences(JSON.parse(body) as ExportedEvent)).toEqual([])
}

describe('a bracket', () => {
  it('is drawn once, and each next game is up as soon as its players are known', async () => {
    await begin(DOUBLE, 4)
    await whenShown(['w1-1 1-4 playing', 'w1-2 2-3 playing'])
    expect(await app.director.client.tryCall('events.draw', { _id: uuidv7(), eventId })).toMatchObject({ error: { error: 409 } })
    expect(await enter('w1-1', [1, 4])).toMatchObject({ result: { state: 'confirmed' } })
    await enter('w1-2', [3, 2])
    await whenShown(['w1-1 1-4 confirmed', 'w1-2 2-3 confirmed', 'w2-1 1-3 playing', 'l1-1 4-2 playing'])
    // Nobody plays two games at once on one machine.
    expect(new Set([group('w2-1').machineId, group('l1-1').machineId]).size).toBe(2)
    await enter('w2-1', [1, 3])
    await enter('l1-1', [2, 4])
    await app.visitor.waitUntil(() => group('l2-1') !== undefined)
    expect(seedsOf(group('l2-1'))).toEqual([3, 2])
    await enter('l2-1', [2, 3])
    await app.visitor.waitUntil(() => group('final') !== undefined)
    await enter('final', [2, 1])
    await app.visitor.waitUntil(() => group('final-2') !== undefined)
    await enter('final-2', [2, 1])
    await app.visitor.waitUntil(() => standings()[0]?.entrantId === players[1] && standings()[1]?.rank === 2)
    expect(standings().map(({ rank, entrantId }) => [rank, players.indexOf(entrantId) + 1])).toEqual([
      [1, 2],
      [2, 1],
      [3, 3],
      [4, 4],
    ])
    await expectSameFromExport()
  })

  it('asks before a correction takes later results away, says which, and one undo restores all of it', async () => {
    await begin(SINGLE, 8)
    await app.visitor.waitUntil(() => groups().length === 4)
    for (const [game, winner, loser] of [
      ['w1-1', 1, 8],
      ['w1-2', 4, 5],
      ['w1-3', 2, 7],
      ['w1-4', 3, 6],
    ] as const)
      await enter(game, [winner, loser])
    await app.visitor.waitUntil(() => group('w2-2') !== undefined)
    await enter('w2-1', [1, 4])
    await enter('w2-2', [2, 3])
    await app.visitor.waitUntil(() => group('w3-1') !== undefined)
    await enter('w3-1', [1, 2])
    await app.visitor.waitUntil(() => group('w3-1').state === 'confirmed')
    const before = await stored()
    await app.visitor.waitUntil(() => standings()[0]?.entrantId === players[0] && standings()[1]?.rank === 2)
    const beforeStandings = standings()
    const number = group('w2-1').number
    expect(await enter('w1-1', [8, 1])).toMatchObject({
      error: {
        error: 409,
        details: {
          code: 'results-would-open',
          games: [
            { round: 2, group: number },
            { round: 3, group: 1 },
          ],
        },
      },
    })
    expect(await stored()).toEqual(before)
    expect(await enter('w1-1', [8, 1], { reopens: true })).toMatchObject({ result: { state: 'confirmed' } })
    await app.visitor.waitUntil(() => seedsOf(group('w2-1'))?.join() === '8,4' && group('w3-1') === undefined)
    expect(group('w2-1').state).toBe('playing')
    const findVoid = (): string | undefined =>
      documentsOfEvent<EventLogDoc>(app.visitor, 'eventLog', eventId).find(({ voidId: id }) => id !== undefined)?.voidId
    await app.visitor.waitUntil(() => findVoid() !== undefined)
    const voidId = findVoid()
    expect(await app.director.client.tryCall('events.undo', { eventId, voidId })).toEqual({ result: {} })
    await app.visitor.waitUntil(() => group('w3-1')?.state === 'confirmed' && seedsOf(group('w2-1'))?.join() === '1,4')
    expect(await stored()).toEqual(before)
    await app.visitor.waitUntil(() => JSON.stringify(standings()) === JSON.stringify(beforeStandings))
    await expectSameFromExport()
  })

  it('gives a match the games that it needs, and no more', async () => {
    await begin({ ...SINGLE, bestOf: 3 }, 2)
    await whenShown(['w1-1 1-2 playing 2'])
    await enter('w1-1', [1, 2])
    await enter('w1-1', [2, 1], { game: 2 })
    await whenShown(['w1-1 1-2 playing 3'])
    // Corrected, the second game decides, and the third one need not be played.
    await enter('w1-1', [1, 2], { game: 2 })
    await whenShown(['w1-1 1-2 confirmed 2'])
    await enter('w1-1', [2, 1], { game: 2 })
    await whenShown(['w1-1 1-2 playing 3'])
    await enter('w1-1', [2, 1], { game: 3 })
    await whenShown(['w1-1 1-2 confirmed 3'])
    // With the second game won by the first player as well, the third one was not needed, but it was played.
    await enter('w1-1', [1, 2], { game: 2 })
    await app.visitor.waitUntil(() => standings()[0]?.entrantId === players[0])
    expect(shown()).toEqual(['w1-1 1-2 confirmed 3'])
    await expectSameFromExport()
  })

  it('lets a late player take a bye that is not yet used, until there is none', async () => {
    await begin(SINGLE, 6)
    await whenShown(['w1-2 4-5 playing', 'w1-4 3-6 playing'])
    expect(rounds()[0]!.byes.map(id => players.indexOf(id) + 1)).toEqual([1, 2])
    const [late] = await addGuests(app.director, eventId, ['Late'])
    players.push(late!)
    await whenShown(['w1-2 4-5 playing', 'w1-4 3-6 playing', 'w1-3 2-7 playing'])
    expect(rounds()[0]!.byes.map(id => players.indexOf(id) + 1)).toEqual([1])
    await enter('w1-2', [4, 5])
    await app.visitor.waitUntil(() => group('w2-1') !== undefined)
    // The first seed may be playing the next game already.
    await addGuests(app.director, eventId, ['Too late'])
    await app.visitor.waitUntil(() => standings().length === 8)
    expect(groups()).toHaveLength(4)
    await expectSameFromExport()
  })

  it('counts what who has left did not play as lost, until the player comes back or others have played on', async () => {
    await begin(DOUBLE, 4)
    await whenShown(['w1-1 1-4 playing', 'w1-2 2-3 playing'])
    const { client } = app.director
    const set = (seed: number, presence: string) => client.tryCall('events.presence', { eventId, entrantId: players[seed - 1]!, presence })
    await enter('w1-1', [1, 4])
    await set(3, 'gone')
    // Seed 3 loses to seed 2, and to seed 4 in the losers' bracket.
    await whenShown(['w1-1 1-4 confirmed', 'w2-1 1-2 playing'])
    expect(rounds()[0]!.gone).toEqual([players[2]])
    await set(3, 'here')
    await whenShown(['w1-1 1-4 confirmed', 'w1-2 2-3 playing'])
    expect(rounds()[0]!.gone).toBeUndefined()
    await set(3, 'gone')
    await app.visitor.waitUntil(() => group('w2-1') !== undefined)
    await enter('w2-1', [2, 1])
    await app.visitor.waitUntil(() => group('l2-1') !== undefined)
    expect(seedsOf(group('l2-1'))!.sort()).toEqual([1, 4])
    expect((await set(3, 'here')).error).toMatchObject({ error: 409, details: { code: 'results-would-open' } })
    await enter('l2-1', [1, 4])
    await app.visitor.waitUntil(() => group('final') !== undefined)
    await enter('final', [2, 1])
    await app.visitor.waitUntil(() => standings()[3]?.outIn !== undefined && standings()[1]?.rank === 2)
    expect(standings().map(({ rank, entrantId }) => [rank, players.indexOf(entrantId) + 1])).toEqual([
      [1, 2],
      [2, 1],
      [3, 4],
      [4, 3],
    ])
    await expectSameFromExport()
  })

  it('lets nobody but those who run the event say that a player has left, and a check-in does not take it back', async () => {
    await begin(SINGLE, 2)
    const [ann] = app.players
    const [entrantId] = await addAccounts(app.director, eventId, [ann!])
    const own = (presence: string) => ann!.client.tryCall('events.presence', { eventId, entrantId, presence })
    await app.director.client.call('events.presence', { eventId, entrantId, presence: 'here' })
    expect((await own('gone')).error).toMatchObject({ error: 403 })
    await app.director.client.call('events.presence', { eventId, entrantId, presence: 'gone' })
    expect((await own('here')).error).toMatchObject({ error: 403 })
    const { code } = await app.director.client.call<{ code: string }>('events.checkInCode', { eventId })
    await ann!.client.call('events.checkIn', { code })
    await ann!.client.subscribe('events.entrants', { eventId })
    expect(ann!.client.documents('eventEntrants').get(entrantId!)).toMatchObject({ presence: 'gone' })
  })

  it('takes a game back with what follows from it, and one undo restores it', async () => {
    await begin(SINGLE, 4)
    await app.visitor.waitUntil(() => groups().length === 2)
    await enter('w1-1', [1, 4])
    await enter('w1-2', [2, 3])
    await app.visitor.waitUntil(() => group('w2-1') !== undefined)
    await enter('w2-1', [1, 2])
    await app.visitor.waitUntil(() => group('w2-1').state === 'confirmed')
    const before = await stored()
    const what = { groupId: group('w1-2')._id }
    expect(await app.director.client.tryCall('events.void', { _id: uuidv7(), eventId, what })).toMatchObject({ error: { error: 409 } })
    const voidId = uuidv7()
    expect(await app.director.client.tryCall('events.void', { _id: voidId, eventId, what, reopens: true })).toEqual({ result: {} })
    await whenShown(['w1-1 1-4 confirmed', 'w1-2 2-3 playing'])
    expect(await app.director.client.tryCall('events.undo', { eventId, voidId })).toEqual({ result: {} })
    await app.visitor.waitUntil(() => groups().length === 3)
    expect(await stored()).toEqual(before)
  })

  it('goes on from a game that was voided before anything followed from it, once that is undone', async () => {
    await begin(SINGLE, 4)
    await app.visitor.waitUntil(() => groups().length === 2)
    await enter('w1-1', [1, 4])
    const voidId = uuidv7()
    await app.director.client.call('events.void', { _id: voidId, eventId, what: { groupId: group('w1-1')._id } })
    await enter('w1-2', [2, 3])
    await whenShown(['w1-1 1-4 playing', 'w1-2 2-3 confirmed'])
    expect(await app.director.client.tryCall('events.undo', { eventId, voidId })).toEqual({ result: {} })
    await whenShown(['w1-1 1-4 confirmed', 'w1-2 2-3 confirmed', 'w2-1 1-2 playing'])
  })

  it('lets the loser of a game choose the machine of the next one, and nobody else of the two', async () => {
    const [ann, bob] = app.players as [TestUser, TestUser]
    await begin({ ...SINGLE, bestOf: 3, choice: 'loser' }, 0, { agreement: 'one' })
    players = await addAccounts(app.director, eventId, [ann, bob])
    const seeds = players.map((entrantId, i) => ({ entrantId, seed: i + 1 }))
    await app.director.client.call('events.presence', { eventId, all: true, presence: 'here' })
    await app.director.client.call('events.setSeeds', { eventId, seeds })
    await app.director.client.call('events.draw', { _id: uuidv7(), eventId })
    await whenShown(['w1-1 1-2 playing 2'])
    const choose = (by: TestUser, game: number) =>
      by.client.tryCall('events.move', { eventId, groupId: group('w1-1')._id, game, machineId: app.machines[0] })
    expect(group('w1-1').machineId).toBe('')
    expect(await choose(bob, 1)).toMatchObject({ error: { error: 403 } })
    expect(await choose(ann, 1)).toEqual({ result: {} })
    await enter('w1-1', [1, 2])
    await app.visitor.waitUntil(() => group('w1-1').games?.[0]?.state === 'confirmed')
    expect(await choose(ann, 2)).toMatchObject({ error: { error: 403 } })
    expect(await choose(bob, 2)).toEqual({ result: {} })
  })

  it('cannot be rearranged, since the results decide who plays whom', async () => {
    await begin(SINGLE, 4)
    await app.visitor.waitUntil(() => groups().length === 2)
    const { _id: groupId, entrantIds } = group('w1-1')
    const change = { groups: [{ groupId, entrantIds: [...entrantIds].reverse(), was: entrantIds }] }
    const call = { _id: uuidv7(), eventId, roundId: rounds()[0]!._id, ...change }
    expect(await app.director.client.tryCall('events.arrange', call)).toMatchObject({
      error: { error: 409, details: { code: 'seats-follow-results' } },
    })
  })
})

describe('a group bracket', () => {
  it('adds up the games of a round, and plays off a tie at the line', async () => {
    await begin({ kind: 'group-bracket', games: 2, points: 'papa' }, 8)
    await whenShown(['g1-1 1-4-5-8 playing 2', 'g1-2 2-3-6-7 playing 2'])
    await enter('g1-2', [2, 3, 6, 7])
    await enter('g1-2', [2, 3, 6, 7], { game: 2 })
    await enter('g1-1', [1, 4, 5, 8])
    // 1 has 8 points; 4 and 5 have 3 each.
    await enter('g1-1', [1, 5, 4, 8], { game: 2 })
    await app.visitor.waitUntil(() => group('g1-1-tie') !== undefined)
    expect(seedsOf(group('g1-1-tie'))?.toSorted()).toEqual([4, 5])
    expect(group('g2-1')).toBeUndefined()
    await enter('g1-1-tie', [5, 4])
    await app.visitor.waitUntil(() => group('g2-1') !== undefined)
    expect(seedsOf(group('g2-1'))).toEqual([1, 2, 3, 5])
    await enter('g2-1', [5, 1, 2, 3])
    await enter('g2-1', [5, 1, 2, 3], { game: 2 })
    await app.visitor.waitUntil(() => standings()[0]?.entrantId === players[4])
    expect(
      standings()
        .map(({ rank, entrantId }) => `${rank}: ${players.indexOf(entrantId) + 1}`)
        .sort(),
    ).toEqual(['1: 5', '2: 1', '3: 2', '4: 3', '5: 4', '5: 6', '7: 7', '7: 8'].sort())
    await expectSameFromExport()
    const { body } = await app.director.client.call<{ body: string }>('events.export', { eventId, as: 'json' })
    // Four games of four players; the one that played off the tie is none for IFPA.
    expect((JSON.parse(body) as ExportedEvent).ifpa).toMatchObject({ games: 8, percent: 32 })
  })
})

describe('a ladder', () => {
  it('lets the next seed join those who did not come last, and has no grade of IFPA', async () => {
    await begin({ kind: 'ladder', groupSize: 3 }, 5)
    await whenShown(['s1 3-4-5 playing'])
    await enter('s1', [5, 3, 4])
    await app.visitor.waitUntil(() => group('s2') !== undefined)
    expect(seedsOf(group('s2'))).toEqual([2, 5, 3])
    await enter('s2', [2, 5, 3])
    await app.visitor.waitUntil(() => group('s3') !== undefined)
    await enter('s3', [5, 1, 2])
    await app.visitor.waitUntil(() => standings()[0]?.entrantId === players[4])
    expect(standings().map(({ rank, entrantId }) => [rank, players.indexOf(entrantId) + 1])).toEqual([
      [1, 5],
      [2, 1],
      [3, 2],
      [4, 3],
      [5, 4],
    ])
    await expectSameFromExport()
    const { body } = await app.director.client.call<{ body: string }>('events.export', { eventId, as: 'json' })
    expect((JSON.parse(body) as ExportedEvent).ifpa).toMatchObject({ percent: null, warnings: [{ kind: 'own-grading' }] })
  })
})

describe('a round robin', () => {
  it('begins a game as soon as both players are free, and a late player takes the free seat', async () => {
    await begin({ kind: 'round-robin', meetings: 1 }, 3)
    await whenShown(['r1-2 2-3 playing'])
    const [late] = await addGuests(app.director, eventId, ['Late'])
    players.push(late!)
    await whenShown(['r1-1 1-4 playing', 'r1-2 2-3 playing'])
    await enter('r1-1', [1, 4])
    await enter('r1-2', [2, 3])
    for (const game of ['r2', 'r3']) {
      await app.visitor.waitUntil(() => groups().filter(({ bracketGame }) => bracketGame!.startsWith(game)).length === 2)
      for (const { bracketGame, ...each } of groups().filter(other => other.bracketGame!.startsWith(game)))
        await enter(bracketGame!, seedsOf(each as Group)!.toSorted())
    }
    const table = (): string =>
      standings()
        .map(({ points, entrantId }) => `${players.indexOf(entrantId) + 1}: ${points}`)
        .join()
    await app.visitor.waitUntil(() => table() === '1: 3,2: 2,3: 1,4: 0')
    await expectSameFromExport()
  })
})
