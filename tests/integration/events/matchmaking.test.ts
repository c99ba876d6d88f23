import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventGroupDoc, EventLogDoc, EventRoundDoc, StandingsDoc } from '#events/contract/documents.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { type ExportedEvent, listDifferences } from '#events/rules/verify-export.ts'
import { uuidv7 } from '#platform/uuid.ts'
import budgets from '../../../bench/budgets.json' with { type: 'json' }
import { live as pageSubscriptions } from '../../../src/pages/event/route.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { documentsOfEvent } from '../helpers/event-documents.ts'
import { addGuests, createEvent, createEventTestApp, type EventTestApp, getStandings, type NewEvent } from '../helpers/events.ts'

const FRENZY: EventFormat = { kind: 'flip-frenzy', groupSize: 2, minutes: 60, order: 'percentage', leastGames: 0 }
const MAX: EventFormat = { kind: 'max-match-play', games: 3, groupSize: 2, points: 'winner' }
const KNOCKOUT: EventFormat = { kind: 'frenzy-knockout', groupSize: 2, strikesToLeave: 2, strikes: 'standard' }

let app: EventTestApp
let eventId: string

beforeAll(async () => {
  app = await createEventTestApp(['Ann'], 4)
})

afterAll(() => app.testApp.close())

type Group = EventGroupDoc & { _id: string }

async function begin(format: EventFormat, count: number, machines = 2, more: Partial<NewEvent> = {}): Promise<void> {
  const { director, clock, visitor } = app
  eventId = await createEvent(director, clock.now(), { format, machineIds: app.machines.slice(0, machines), ...more })
  await addGuests(director, eventId, count)
  await visitor.subscribe('events.rounds', { eventId, round: 'latest' })
  await visitor.subscribe('events.standings', { eventId })
  await visitor.subscribe('events.entrants', { eventId })
  await director.client.call('events.draw', { _id: uuidv7(), eventId })
  await visitor.waitUntil(() => open().length > 0)
}

const groups = (): Group[] => documentsOfEvent<EventGroupDoc>(app.visitor, 'eventGroups', eventId).sort((a, b) => a.number - b.number)
const open = (): Group[] => groups().filter(({ state }) => state !== 'confirmed')
const rounds = (): (EventRoundDoc & { _id: string })[] =>
  documentsOfEvent<EventRoundDoc>(app.visitor, 'eventRounds', eventId).sort((a, b) => a.number - b.number)
const waiting = (): string[] => rounds()[0]?.waiting?.entrantIds ?? []
const standings = (): StandingsDoc[] => getStandings(app.visitor, eventId)
const numbers = (): number[] => open().map(({ number }) => number)

const call = (name: string, input: object) => app.director.client.tryCall(name, { eventId, ...input })
const enter = ({ _id: groupId }: Group, order: string[], more: object = {}) => call('events.result', { groupId, order, ...more })

/** Enters the result of the game that began first, won by its first player, and waits until the server has said what follows. */
async function playFirst(): Promise<void> {
  const [game] = open()
  expect(await enter(game!, game!.entrantIds)).toEqual({ result: { state: 'confirmed' } })
  await app.visitor.waitUntil(() => open().every(({ _id }) => _id !== game!._id))
}

async function exported(): Promise<ExportedEvent> {
  const { body } = await app.director.client.call<{ body: string }>('events.export', { eventId, as: 'json' })
  return JSON.parse(body) as ExportedEvent
}

async function expectSameFromExport(): Promise<void> {
  expect(listDifferences(await exported())).toEqual([])
}

describe('a flip frenzy', () => {
  it('begins a game on each machine, and the next ones as soon as games end, without the director', async () => {
    await begin(FRENZY, 7)
    expect(open().map(({ entrantIds }) => entrantIds.length)).toEqual([2, 2])
    expect(new Set(open().map(({ machineId }) => machineId)).size).toBe(2)
    await app.visitor.waitUntil(() => waiting().length === 3)
    const [third, fourth, fifth] = waiting()
    const [game] = open()
    await playFirst()
    await app.visitor.waitUntil(() => numbers().join() === '2,3')
    expect(open()[1]!.entrantIds.sort()).toEqual([third!, fourth!].sort())
    // Who has played comes after those who have not.
    expect(waiting()).toEqual([fifth, ...game!.entrantIds.toSorted((a, b) => waiting().indexOf(a) - waiting().indexOf(b))])
    await playFirst()
    await app.visitor.waitUntil(() => numbers().join() === '3,4')
    expect(open()[1]!.entrantIds).toContain(fifth)
    await expectSameFromExport()
  })

  it('ranks by the share of wins, and shows wins and losses', async () => {
    await begin({ ...FRENZY, leastGames: 2 }, 4, 1)
    for (let n = 1; n <= 4; n++) {
      await app.visitor.waitUntil(() => numbers().join() === String(n))
      await playFirst()
    }
    await app.visitor.waitUntil(() => standings().reduce((sum, { games = [] }) => sum + games.length, 0) === 8)
    const rows = standings().map(({ points, games = [] }) => ({ points, games: games.length }))
    expect(rows.map(({ games }) => games)).toEqual([2, 2, 2, 2])
    expect(rows.map(({ points }) => points)).toEqual(rows.map(({ points }) => points).sort((a, b) => b - a))
    await expectSameFromExport()
  })

  it('lets players take a break, come late and leave, and machines fail, at any time', async () => {
    await begin(FRENZY, 4)
    await app.visitor.waitUntil(() => waiting().length === 0)
    const [first, second] = open()
    // A machine that is out of order gets no further game.
    await call('events.setMachine', { machineId: first!.machineId, active: false })
    const [late] = await addGuests(app.director, eventId, 1)
    await app.visitor.waitUntil(() => waiting().join() === late)
    await enter(first!, first!.entrantIds)
    await app.visitor.waitUntil(() => waiting().length === 3)
    expect(numbers()).toEqual([2])
    // It is repaired, and a game begins on it.
    await call('events.setMachine', { machineId: first!.machineId, active: true })
    await app.visitor.waitUntil(() => numbers().join() === '2,3')
    expect(open()[1]!.entrantIds).toContain(late)
    expect(open()[1]!.machineId).toBe(first!.machineId)
    const [left] = waiting()
    await call('events.presence', { entrantId: left, presence: 'paused' })
    await app.visitor.waitUntil(() => waiting().length === 0)
    // Two are ready, but one of them has a break.
    await enter(second!, second!.entrantIds)
    await app.visitor.waitUntil(() => numbers().join() === '3,4')
    expect(open()[1]!.entrantIds).not.toContain(left)
    await call('events.presence', { entrantId: left, presence: 'here' })
    await app.visitor.waitUntil(() => waiting().join() === left)
  })

  it('lets a player who plays on one machine alone wait for it', async () => {
    await begin(FRENZY, 6)
    const [first, second] = open()
    const [next] = waiting()
    await call('events.setSeat', { entrantId: next, machineIds: [first!.machineId] })
    await enter(second!, second!.entrantIds)
    await app.visitor.waitUntil(() => numbers().join() === '1,3')
    expect(open()[1]!.entrantIds).not.toContain(next)
    await enter(first!, first!.entrantIds)
    await app.visitor.waitUntil(() => open().some(({ entrantIds }) => entrantIds.includes(next!)))
    expect(open().find(({ entrantIds }) => entrantIds.includes(next!))!.machineId).toBe(first!.machineId)
    await app.visitor.subscribe('events.log', { eventId })
    const results = documentsOfEvent<EventLogDoc>(app.visitor, 'eventLog', eventId).flatMap(({ subject, what }) =>
      subject?.kind === 'result' ? [{ round: subject.round, group: subject.group, what }] : [],
    )
    expect(results).toContainEqual({ round: undefined, group: 1, what: expect.stringMatching(/^Game 1, /) })
  })

  it('begins no game once the time is over, and lets those that run end', async () => {
    await begin(FRENZY, 4, 1)
    const until = rounds()[0]!.waiting!.until!
    const left = until.getTime() - app.clock.now()
    expect(left).toBeGreaterThan(59 * 60_000)
    expect(left).toBeLessThanOrEqual(60 * 60_000)
    app.clock.set(app.clock.now() + 60 * 60_000)
    await playFirst()
    await app.visitor.waitUntil(() => waiting().length === 0)
    expect(open()).toEqual([])
    await expectSameFromExport()
  })

  it('goes on when its director gives it more time or another machine, and not once it has ended', async () => {
    await begin(FRENZY, 4, 1)
    app.clock.set(app.clock.now() + 60 * 60_000)
    await playFirst()
    await app.visitor.waitUntil(() => waiting().length === 0)
    const before = rounds()[0]!.waiting!.until!
    await call('events.edit', { format: { ...FRENZY, minutes: 90 } })
    await app.visitor.waitUntil(() => numbers().join() === '2')
    expect(rounds()[0]!.waiting!.until!.getTime() - before.getTime()).toBe(30 * 60_000)
    await call('events.edit', { machineIds: app.machines.slice(0, 2) })
    await app.visitor.waitUntil(() => numbers().join() === '2,3')
    await call('events.close', {})
    // A result that is corrected then begins no other game.
    await enter(open()[0]!, open()[0]!.entrantIds)
    await app.visitor.waitUntil(() => numbers().join() === '3')
    expect(waiting()).toEqual([])
    await call('events.reopen', {})
    await app.visitor.waitUntil(() => waiting().length === 0 && numbers().join() !== '3')
    expect(numbers()).toEqual([3, 4])
  })

  it('has a result undone and entered anew, whatever its players do meanwhile', async () => {
    await begin(FRENZY, 4, 1)
    const [game] = open()
    await playFirst()
    await app.visitor.waitUntil(() => numbers().join() === '2')
    const voidId = uuidv7()
    await call('events.void', { _id: voidId, what: { groupId: game!._id } })
    await app.visitor.waitUntil(() => numbers().join() === '1,2')
    // Both play, and nobody has two games.
    expect(waiting()).toEqual([])
    await call('events.undo', { voidId })
    await app.visitor.waitUntil(() => waiting().length === 2)
    expect(numbers()).toEqual([2])
  })

  it('is started once, and its seats follow the results', async () => {
    await begin(FRENZY, 4)
    expect(await app.director.client.tryCall('events.draw', { _id: uuidv7(), eventId, leavesOpen: true })).toMatchObject({
      error: { details: { code: 'all-rounds-drawn' } },
    })
    const [one, other] = open().map(({ _id, entrantIds }) => ({ groupId: _id, entrantIds, was: entrantIds }))
    const groups = [
      { ...one, entrantIds: other!.entrantIds },
      { ...other, entrantIds: one!.entrantIds },
    ]
    expect(await call('events.arrange', { _id: uuidv7(), roundId: rounds()[0]!._id, groups })).toMatchObject({
      error: { details: { code: 'seats-follow-results' } },
    })
    const few = await createEvent(app.director, app.clock.now(), { format: FRENZY, machineIds: app.machines })
    expect(await app.director.client.tryCall('events.draw', { _id: uuidv7(), eventId: few })).toMatchObject({
      error: { details: { code: 'few-players' } },
    })
  })
})

describe('other formats without rounds', () => {
  it('max match play: everybody has as many games, against others each time', async () => {
    await begin(MAX, 4)
    for (let played = 0; played < 6; played++) {
      await app.visitor.waitUntil(() => open().length > 0)
      await playFirst()
    }
    await app.visitor.waitUntil(() => standings().every(({ games = [] }) => games.length === 3))
    expect(open()).toEqual([])
    const pairs = (await exported()).rounds.flatMap(round => round.groups.map(({ entrantIds }) => entrantIds.toSorted().join(' ')))
    expect(new Set(pairs).size).toBe(6)
    await expectSameFromExport()
  })

  it('knockout: it goes on until one is left, and nobody who is out plays again', async () => {
    await begin(KNOCKOUT, 5)
    for (let played = 0; played < 20 && standings().filter(({ outIn }) => outIn !== undefined).length < 4; played++) {
      await playFirst()
      const total = standings().length
      await app.visitor.waitUntil(() => open().length > 0 || standings().filter(({ outIn }) => outIn !== undefined).length === total - 1)
    }
    expect(standings().map(({ strikes }) => strikes)).toEqual([expect.any(Number), 2, 2, 2, 2])
    expect(standings()[0]!.outIn).toBeUndefined()
    expect(open()).toEqual([])
    await expectSameFromExport()
  })

  it('knockout: strikes that the director gives and takes back decide who plays on', async () => {
    await begin(KNOCKOUT, 3, 1)
    const [next] = waiting()
    const adjustmentId = uuidv7()
    await call('events.adjust', { _id: adjustmentId, entrantId: next, amount: 2, reason: 'Left' })
    await app.visitor.waitUntil(() => waiting().length === 0)
    await call('events.undo', { voidId: adjustmentId })
    await app.visitor.waitUntil(() => waiting().join() === next)
  })

  it('two results at the same moment leave nobody with two games', async () => {
    await begin(FRENZY, 8, 4)
    await app.visitor.waitUntil(() => open().length === 4)
    for (let turn = 0; turn < 4; turn++) {
      const games = open()
      await Promise.all(games.map(game => enter(game, game.entrantIds)))
      await app.visitor.waitUntil(() => open().length === 4 && open().every(({ _id }) => games.every(game => game._id !== _id)))
      expect(new Set(open().flatMap(({ entrantIds }) => entrantIds)).size).toBe(8)
      expect(new Set(open().map(({ machineId }) => machineId)).size).toBe(4)
    }
    await expectSameFromExport()
  })
})

describe('costs each watcher of the page no more than its budget allows', () => {
  /** Plays on for 20 results. @returns frames and bytes that somebody who has the page open is sent for each */
  async function measureResults(): Promise<{ frames: number; bytes: number }> {
    const watcher = await DdpTestClient.open(app.testApp.endpoint)
    for (const { name, params } of pageSubscriptions({ params: { eventId }, query: {} } as never)) await watcher.subscribe(name, ...params)
    await app.testApp.settled()
    const from = watcher.frames.length
    for (let results = 0; results < 20; results++) {
      await playFirst()
      await app.testApp.settled()
    }
    const frames = watcher.frames.slice(from)
    await watcher.close()
    return { frames: frames.length / 20, bytes: frames.join('').length / 20 }
  }

  it('a result of a frenzy of 40 players, and the game that begins after it', async () => {
    await begin(FRENZY, 40, 4)
    await app.visitor.waitUntil(() => open().length === 4)
    for (let results = 0; results < 40; results++) await playFirst()
    const measured = await measureResults()
    console.info(`a result of a frenzy: ${JSON.stringify(measured)}`)
    expect(measured.frames).toBeLessThanOrEqual(budgets.nextGame.most.frenzy.frames)
    expect(measured.bytes).toBeLessThanOrEqual(budgets.nextGame.most.frenzy.bytes)
  })

  it('a result of a double elimination of 32 players', async () => {
    await begin({ kind: 'bracket', elimination: 'double', bestOf: 1, third: false, choice: 'drawn' }, 32, 4)
    const measured = await measureResults()
    console.info(`a result of a bracket: ${JSON.stringify(measured)}`)
    expect(measured.frames).toBeLessThanOrEqual(budgets.nextGame.most.bracket.frames)
    expect(measured.bytes).toBeLessThanOrEqual(budgets.nextGame.most.bracket.bytes)
  })
})
