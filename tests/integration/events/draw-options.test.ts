import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventDoc, EventGroupDoc, EventLogDoc, EventRoundDoc } from '#events/contract/documents.ts'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { documentsOfEvent } from '../helpers/event-documents.ts'
import { addAccounts, addGuests, createEvent, createEventTestApp, getRoundGroups, type NewEvent } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import { listMachines, type TestUser } from '../helpers/users.ts'

const PAIRS: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 4, points: 'ifpa' }

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let ann: TestUser
let bo: TestUser
let visitor: DdpTestClient
let eventId: string

beforeAll(async () => {
  const app = await createEventTestApp(['Ann', 'Bo'], 6)
  ;({ testApp, clock, machines, director, visitor } = app)
  ;[ann, bo] = app.players as [TestUser, TestUser]
})
afterAll(() => testApp.close())

async function begin(facts: Partial<NewEvent>, guests: number): Promise<string[]> {
  eventId = await createEvent(director, clock.now(), { format: PAIRS, machineIds: machines, ...facts })
  await visitor.subscribe('events.one', { eventId })
  await visitor.subscribe('events.rounds', { eventId })
  return guests === 0 ? [] : addGuests(director, eventId, guests)
}
const draw = (more: object = {}) => director.client.tryCall('events.draw', { _id: uuidv7(), eventId, ...more })
const groups = (round: number): (EventGroupDoc & { _id: string })[] => getRoundGroups(visitor, eventId, round)
const drawn = async (round: number): Promise<(EventGroupDoc & { _id: string })[]> => {
  await draw()
  await visitor.waitUntil(() => groups(round).length > 0)
  return groups(round)
}
/** Enters a result of each group: its players in the order of their ids, which has nothing to do with who began. */
const enterAll = async (round: number): Promise<void> => {
  for (const { _id, entrantIds } of groups(round))
    await director.client.call('events.result', { eventId, groupId: _id, order: [...entrantIds].sort() })
  await visitor.waitUntil(() => groups(round).every(({ state }) => state === 'confirmed'))
}
const rounds = (): (EventRoundDoc & { _id: string })[] => documentsOfEvent<EventRoundDoc>(visitor, 'eventRounds', eventId)

describe('the machine of a game', () => {
  it('is not drawn where it is chosen by hand: the director chooses it, and the group where its players enter results that count', async () => {
    await begin({ machineDraw: 'manual', agreement: 'one' }, 2)
    const [own] = (await addAccounts(director, eventId, [ann, bo])) as [string, string]
    await director.client.call('events.presence', { eventId, all: true, presence: 'here' })
    const all = await drawn(1)
    expect(all.map(({ machineId }) => machineId)).toEqual(['', ''])
    const group = all.find(({ entrantIds }) => entrantIds.includes(own))!
    const other = all.find(({ entrantIds }) => !entrantIds.includes(own))!
    const move = (by: TestUser, groupId: string, machineId: string) => by.client.tryCall('events.move', { eventId, groupId, machineId })
    expect((await move(ann, other._id, machines[0]!)).error).toMatchObject({ error: 403 })
    await director.client.call('events.setMachine', { eventId, machineId: machines[1]!, active: false })
    expect((await move(ann, group._id, machines[1]!)).error).toMatchObject({ error: 409, details: { code: 'machine-out-of-order' } })
    expect(await move(ann, group._id, machines[2]!)).toEqual({ result: {} })
    await visitor.waitUntil(() => groups(1).find(({ _id }) => _id === group._id)?.machineId === machines[2])
    // The director may also put a group where nobody else may.
    expect(await move(director, group._id, machines[1]!)).toEqual({ result: {} })
  })

  it('is open in a group that is added to a running round (found by the evenings of event-evenings.test.ts)', async () => {
    await begin({ machineDraw: 'manual' }, 5)
    await drawn(1)
    await visitor.waitUntil(() => rounds().some(({ byes }) => byes.length === 1))
    const [{ _id: roundId, byes }] = rounds() as [EventRoundDoc & { _id: string }]
    const [late] = await addGuests(director, eventId, ['Late'])
    const change = { groups: [{ entrantIds: [byes[0]!, late!], was: [] }], byes: { entrantIds: [], was: byes } }
    expect(await director.client.tryCall('events.arrange', { _id: uuidv7(), eventId, roundId, ...change })).toEqual({ result: {} })
    await visitor.waitUntil(() => groups(1).length === 3)
    expect(groups(1)[2]).toMatchObject({ machineId: '', state: 'playing' })
  })

  it('stays the director’s choice where only the director’s entries count, also to those who play', async () => {
    await begin({ machineDraw: 'manual' }, 0)
    await addAccounts(director, eventId, [ann, bo])
    await director.client.call('events.presence', { eventId, all: true, presence: 'here' })
    const [group] = await drawn(1)
    expect((await ann.client.tryCall('events.move', { eventId, groupId: group!._id, machineId: machines[0]! })).error).toMatchObject({
      error: 403,
    })
  })

  it('may be none: results are entered, and the standings count them', async () => {
    await begin({ machineDraw: 'none', byes: 'none' }, 4)
    await drawn(1)
    await enterAll(1)
    await visitor.subscribe('events.standings', { eventId })
    await visitor.waitUntil(
      () => [...visitor.documents('standings').values()].filter(row => row.eventId === eventId && row.points === 7).length === 2,
    )
    const games = [...visitor.documents('standings').values()]
      .filter(row => row.eventId === eventId)
      .flatMap(row => row.games as { machineId: string }[])
    expect(games.map(({ machineId }) => machineId)).toEqual(['', '', '', ''])
    // A game without a machine can be voided and comes back as it was.
    const voidId = uuidv7()
    await director.client.call('events.void', { _id: voidId, eventId, what: { groupId: groups(1)[0]!._id } })
    await visitor.waitUntil(() => groups(1)[0]!.state === 'playing')
    await director.client.call('events.undo', { eventId, voidId })
    await visitor.waitUntil(() => groups(1)[0]!.state === 'confirmed')
    expect(groups(1)[0]!.machineId).toBe('')
  })

  it('is of one bank for all games of a group', async () => {
    const banks = Object.fromEntries(machines.map((id, i) => [id, i < 3 ? 'A' : 'B']))
    await begin({ machineDraw: 'banks', banks, gamesPerRound: 2 }, 4)
    const all = await drawn(1)
    for (const { games } of all) expect(new Set(games!.map(({ machineId }) => banks[machineId])).size).toBe(1)
    expect(new Set(all.map(({ games }) => banks[games![0]!.machineId])).size).toBe(2)
  })

  it('may be of other banks during the event, which the event’s log says, with the machines of each', async () => {
    const banks = Object.fromEntries(machines.map((id, i) => [id, i < 3 ? 'A' : 'B']))
    await begin({ machineDraw: 'banks', banks }, 0)
    await visitor.subscribe('events.log', { eventId })
    const edits = () =>
      documentsOfEvent<EventLogDoc>(visitor, 'eventLog', eventId)
        .filter(({ action }) => action === 'edited')
        .sort((a, b) => (a._id < b._id ? -1 : 1))
    const names = new Map((await listMachines(testApp, machines.length)).map(({ id, name }) => [id, name]))
    const [first, second, third] = machines.map(id => names.get(id)!) as [string, string, string]
    const [x, y, z] = machines as [string, string, string]
    await director.client.call('events.edit', { eventId, banks: { [x]: 'Bar', [z]: 'Bar', [y]: 'Hall' } })
    await director.client.call('events.edit', { eventId, name: 'Another name', banks: { [y]: 'Hall', [z]: 'Bar', [x]: 'Bar' } })
    await director.client.call('events.edit', { eventId, machineDraw: 'random', banks: null })
    await visitor.waitUntil(() => edits().length === 3)
    expect(edits().map(({ what }) => what)).toEqual([
      `Bank Bar: ${first}, ${third}. Bank Hall: ${second}`,
      '',
      'Machines: random. Banks: none',
    ])
    expect(edits()[0]!.subject).toEqual({
      kind: 'options',
      banks: [
        { bank: 'Bar', machines: [first, third] },
        { bank: 'Hall', machines: [second] },
      ],
    })
  })

  it('needs a bank where it is drawn by banks, and nothing of this in an event of scores', async () => {
    const add = (facts: object) =>
      director.client.tryCall('events.add', {
        ...{ _id: uuidv7(), name: 'Night', startsAt: new Date(clock.now()), endsAt: new Date(clock.now() + 1000), machineIds: machines },
        ...facts,
      })
    const paths = async (facts: object) => ((await add(facts)).error?.details as { path: string }[] | undefined)?.map(({ path }) => path)
    expect(await paths({ format: PAIRS, machineDraw: 'banks' })).toEqual(['banks'])
    expect(await paths({ format: { kind: 'high-score' }, machineDraw: 'random' })).toEqual(['machineDraw'])
    expect(await paths({ format: { kind: 'high-score' }, playOrder: 'seed' })).toEqual(['playOrder'])
    expect(await paths({ format: { kind: 'amazing-race', out: 1 }, firstRound: 'cross' })).toEqual(['firstRound'])
  })

  it('is among those named for a player with a fixed seat, which only those who direct the event see', async () => {
    const guests = await begin({}, 6)
    const seat = { eventId, entrantId: guests[3]!, machineIds: [machines[4]!] }
    expect((await ann.client.tryCall('events.setSeat', seat)).error).toMatchObject({ error: 403 })
    expect((await director.client.tryCall('events.setSeat', { ...seat, machineIds: ['elsewhere'] })).error).toMatchObject({ error: 404 })
    await director.client.call('events.setSeat', seat)
    expect((await ann.client.subscribe('events.seats', { eventId })).error).toMatchObject({ error: 403 })
    await director.client.subscribe('events.seats', { eventId })
    expect(director.client.documents('eventSeats').get(guests[3]!)).toEqual({ eventId, machineIds: [machines[4]] })
    for (let round = 1; round <= 3; round++) {
      const all = await drawn(round)
      expect(all.find(({ entrantIds }) => entrantIds.includes(guests[3]!))!.machineId).toBe(machines[4])
      await enterAll(round)
    }
    await visitor.subscribe('events.log', { eventId })
    expect([...visitor.documents('eventLog').values()].filter(each => each.eventId === eventId).map(({ action }) => action)).not.toContain(
      'seated',
    )
    await director.client.call('events.setSeat', { ...seat, machineIds: [] })
    await director.client.waitUntil(() => director.client.documents('eventSeats').get(guests[3]!) === undefined)
  })
})

describe('the order of play', () => {
  it('is that of the group’s players, and does not follow the standings: the leader begins about as often as others', async () => {
    await begin({ format: { ...PAIRS, rounds: 8 } }, 16)
    const firsts = new Map<string, number>()
    for (let round = 1; round <= 8; round++) {
      for (const { entrantIds } of await drawn(round)) firsts.set(entrantIds[0]!, (firsts.get(entrantIds[0]!) ?? 0) + 1)
      await enterAll(round)
    }
    // The draws are different each time; 4 is equal. Before there was an order of play, the leader began in 7 of 8 rounds.
    expect(firsts.size).toBe(16)
    expect(Math.max(...firsts.values())).toBeLessThanOrEqual(6)
    expect(Math.min(...firsts.values())).toBeGreaterThanOrEqual(2)
  })

  it('can be changed by the director, whose change leaves a confirmed result as it is', async () => {
    await begin({}, 2)
    const [group] = await drawn(1)
    await enterAll(1)
    const [a, b] = group!.entrantIds as [string, string]
    const change = { groups: [{ groupId: group!._id, entrantIds: [b, a], was: [a, b] }] }
    expect(await director.client.tryCall('events.arrange', { _id: uuidv7(), eventId, roundId: rounds()[0]!._id, ...change })).toEqual({
      result: {},
    })
    await visitor.waitUntil(() => groups(1)[0]!.entrantIds[0] === b)
    expect(groups(1)[0]).toMatchObject({ state: 'confirmed', result: [a, b].sort() })
  })
})

describe('a round', () => {
  it('is drawn over open games only if the caller says so, and they stay open', async () => {
    await begin({}, 4)
    await drawn(1)
    expect((await draw()).error).toMatchObject({ error: 409, details: { code: 'results-missing' } })
    expect(await draw({ leavesOpen: true })).toEqual({ result: { round: 2 } })
    await visitor.waitUntil(() => rounds().some(({ open }) => open === 2))
    expect(groups(1).every(({ state }) => state === 'playing')).toBe(true)
    await enterAll(1)
  })

  it('that is held back is seen by those who direct the event alone, until they show it', async () => {
    await begin({}, 4)
    const startsAt = new Date(clock.now() + 600_000)
    await director.client.subscribe('events.heldRounds', { eventId })
    expect(await draw({ held: true, startsAt })).toEqual({ result: { round: 1 } })
    await director.client.waitUntil(() => getRoundGroups(director.client, eventId, 1).length === 2)
    const [roundId, held] = [...director.client.documents('eventRounds')].find(([, each]) => each.eventId === eventId)!
    expect(held).toMatchObject({ held: true, startsAt })
    expect((await ann.client.subscribe('events.heldRounds', { eventId })).error).toMatchObject({ error: 403 })
    // A change of the round is not seen either.
    const [group] = getRoundGroups(director.client, eventId, 1)
    await director.client.call('events.move', { eventId, groupId: group!._id, machineId: machines.find(id => id !== group!.machineId)! })
    await visitor.subscribe('events.log', { eventId })
    expect([rounds(), groups(1)]).toEqual([[], []])
    const order = group!.entrantIds
    expect((await director.client.tryCall('events.result', { eventId, groupId: group!._id, order })).error).toMatchObject({
      error: 409,
      details: { code: 'round-held' },
    })
    // Nor is it in the log who plays in it.
    const [a, b] = getRoundGroups(director.client, eventId, 1) as [EventGroupDoc & { _id: string }, EventGroupDoc & { _id: string }]
    const swapped = [
      { groupId: a._id, entrantIds: [a.entrantIds[0]!, b.entrantIds[1]!], was: a.entrantIds },
      { groupId: b._id, entrantIds: [b.entrantIds[0]!, a.entrantIds[1]!], was: b.entrantIds },
    ]
    await director.client.call('events.arrange', { _id: uuidv7(), eventId, roundId, groups: swapped })
    const logged = () => [...visitor.documents('eventLog').values()].filter(each => each.eventId === eventId)
    await visitor.waitUntil(() => logged().some(({ action }) => action === 'arranged'))
    for (const { action, subject } of logged())
      if (['drawn', 'moved', 'arranged'].includes(String(action))) expect(subject).toEqual({ kind: 'round', round: 1 })
    const { body } = await director.client.call<{ body: string }>('events.export', { eventId, as: 'json' })
    expect((JSON.parse(body) as { rounds: unknown[] }).rounds).toEqual([])
    expect((await ann.client.tryCall('events.show', { eventId, roundId })).error).toMatchObject({ error: 403 })
    await director.client.call('events.show', { eventId, roundId })
    await visitor.waitUntil(() => groups(1).length === 2)
    expect(rounds()[0]).toMatchObject({ startsAt })
    expect(rounds()[0]!.held).toBeUndefined()
  })

  it('cannot be left behind while nobody has seen it, nor be shown after the end', async () => {
    await begin({}, 4)
    await draw({ held: true })
    for (const how of [{}, { leavesOpen: true }])
      expect((await draw(how)).error).toMatchObject({ error: 409, details: { code: 'round-held' } })
    await director.client.subscribe('events.heldRounds', { eventId })
    const [roundId] = [...director.client.documents('eventRounds')].find(([, each]) => each.eventId === eventId)!
    await director.client.call('events.close', { eventId })
    expect((await director.client.tryCall('events.show', { eventId, roundId })).error).toMatchObject({
      error: 409,
      details: { code: 'event-over' },
    })
  })
})

it('an event’s document has only what its director chose', async () => {
  await begin({ playOrder: 'seed', firstRound: 'cross', seeding: 'manual', byeOpponent: 'self' }, 0)
  const event = visitor.documents('events').get(eventId) as unknown as EventDoc
  expect(event).toMatchObject({ playOrder: 'seed', firstRound: 'cross', byeOpponent: 'self' })
  expect(event).not.toHaveProperty('machineDraw')
  expect(event).not.toHaveProperty('banks')
})
