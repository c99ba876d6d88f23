import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventDoc, EventLogDoc } from '#events/contract/documents.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { PlayerEventDoc, PlayerSummaryDoc } from '#players/contract/summary.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { addGuests, createEvent, createEventTestApp, getRoundGroups, getStandings } from '../helpers/events.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import { grantRoles, type TestUser } from '../helpers/users.ts'

const PAIRS: EventFormat = { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 9, points: 'ifpa' }
/** The statement that reads the rounds of an event. */
const READS_ROUNDS = /FROM event_rounds r/
const WORDS = 'The director shows the standings later.'

let testApp: TestApp
let clock: SettableClock
let log: RecordedLog
let machines: string[]
let director: TestUser
let ann: TestUser
let helper: TestUser
let visitor: DdpTestClient
let eventId: string

beforeAll(async () => {
  log = new RecordedLog('debug')
  let players: TestUser[]
  ;({ testApp, clock, machines, director, players, visitor } = await createEventTestApp(['Ann', 'Helper'], 2, log.log))
  ;[ann, helper] = players as [TestUser, TestUser]
})
afterAll(() => testApp.close())

const hold = (held: boolean, by = director) => by.client.call('events.holdStandings', { eventId, held })
const rows = (client: DdpTestClient): number => getStandings(client, eventId).length
const eventOf = (client: DdpTestClient): EventDoc => client.documents('events').get(eventId) as unknown as EventDoc
const isHeld = (client: DdpTestClient): boolean => eventOf(client).standingsHeld === true
const resultsFile = () => fetch(`${testApp.http}/events/${eventId}/results.csv`)
const pageText = async () => (await fetch(`${testApp.http}/events/${eventId}?show=standings`)).text()
const card = async () => (await fetch(`${testApp.http}/events/${eventId}/card.png`)).headers.get('etag')
const heldRefused = { error: 409, reason: WORDS, details: { code: 'standings-held' } }

async function playRound(number: number): Promise<void> {
  await director.client.call('events.draw', { _id: uuidv7(), eventId })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, number).length > 0)
  for (const { _id, entrantIds } of getRoundGroups(visitor, eventId, number))
    await director.client.call('events.result', { eventId, groupId: _id, order: entrantIds })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, number).every(({ state }) => state === 'confirmed'))
}

/** An evening after its first round: Ann plays against a guest, and so do two guests. @returns the ids of the entries, Ann's first */
async function begin(): Promise<string[]> {
  eventId = await createEvent(director, clock.now(), { format: PAIRS, machineIds: machines })
  for (const name of ['events.one', 'events.rounds', 'events.standings', 'events.log']) await visitor.subscribe(name, { eventId })
  const entries = [{ _id: uuidv7(), userId: ann.id }]
  const { entrants } = await director.client.call<{ entrants: { entrantId: string }[] }>('events.addPlayers', { eventId, entries })
  const guests = await addGuests(director, eventId, 3)
  await director.client.call('events.presence', { eventId, all: true, presence: 'here' })
  await playRound(1)
  return [entrants[0]!.entrantId, ...guests]
}

/** Links a device that keeps scores. @returns its key */
async function linkDevice(): Promise<string> {
  const { url } = await director.client.call<{ url: string }>('events.deviceLink', { _id: uuidv7(), eventId })
  const key = randomBytes(32).toString('base64url')
  await visitor.call('events.openDevice', { token: new URL(url).hash.slice(1), key })
  return key
}

describe('standings that are held back', () => {
  it('leave every open subscription at once, stay with those who direct the event, and come back when they are shown', async () => {
    await begin()
    await director.client.call('events.setStaff', { eventId, userId: helper.id, role: 'scorekeeper' })
    const device = await DdpTestClient.open(testApp.endpoint)
    const watchers = [visitor, ann.client, helper.client, device]
    await ann.client.subscribe('events.standings', { eventId, limit: 1000, withoutRanks: true })
    await helper.client.subscribe('events.standings', { eventId })
    await device.subscribe('events.standings', { eventId, device: await linkDevice(), withoutRanks: true })
    await director.client.subscribe('events.one', { eventId })
    await director.client.subscribe('events.heldStandings', { eventId })
    for (const client of [...watchers, director.client]) await client.waitUntil(() => rows(client) === 4)
    const from = visitor.messages.length
    await hold(true)
    for (const client of watchers) await client.waitUntil(() => rows(client) === 0)
    await visitor.waitUntil(() => isHeld(visitor))
    await director.client.waitUntil(() => isHeld(director.client))
    expect(rows(director.client)).toBe(4)
    // What is played now is seen by those who direct the event alone; the results of games by everybody.
    await playRound(2)
    await director.client.waitUntil(() => getStandings(director.client, eventId).every(({ games }) => games?.length === 2))
    await testApp.settled()
    const late = await DdpTestClient.open(testApp.endpoint)
    await late.subscribe('events.standings', { eventId })
    for (const client of [...watchers, late]) expect(rows(client)).toBe(0)
    const rowsSent = visitor.messages.slice(from).filter(({ msg, collection }) => msg !== 'removed' && collection === 'standings')
    expect(rowsSent).toEqual([])
    for (const client of [visitor, ann.client, helper.client])
      expect((await client.subscribe('events.heldStandings', { eventId })).error).toMatchObject({ error: client === visitor ? 401 : 403 })
    await hold(false)
    for (const client of [...watchers, late]) await client.waitUntil(() => rows(client) === 4)
    await visitor.waitUntil(() => !isHeld(visitor))
    expect(getStandings(visitor, eventId)).toEqual(getStandings(director.client, eventId))
  })

  it('are read and added up once, however many watch', async () => {
    await begin()
    const clients = await Promise.all(Array.from({ length: 5 }, () => DdpTestClient.open(testApp.endpoint)))
    for (const [i, client] of clients.entries()) await client.subscribe('events.standings', { eventId, limit: 10 + i })
    await director.client.subscribe('events.heldStandings', { eventId })
    for (const held of [true, false]) {
      const from = log.all.length
      await hold(held)
      for (const client of clients) await client.waitUntil(() => rows(client) === (held ? 0 : 4))
      await testApp.settled()
      const reads = log.all.slice(from).filter(line => line.msg === 'statement' && READS_ROUNDS.test(String(line.sql)))
      expect(reads).toHaveLength(1)
    }
  })

  it('are in no file, card or page for others, and in all of them when they are shown', async () => {
    await begin()
    const before = { card: await card(), file: (await resultsFile()).status, text: await pageText() }
    expect(before.file).toBe(200)
    expect(before.text).not.toContain(WORDS)
    expect(before.text).toMatch(/Guest \d/)
    await hold(true)
    for (const as of ['csv', 'json', 'ifpa']) {
      for (const client of [visitor, ann.client])
        expect(await client.expectError('events.export', { eventId, as })).toMatchObject(heldRefused)
      expect(await director.client.call('events.export', { eventId, as })).toMatchObject({ body: expect.stringContaining('Ann') as string })
    }
    const file = await resultsFile()
    expect([file.status, file.headers.get('cache-control'), await file.text()]).toEqual([403, 'no-store', `${WORDS}\n`])
    const held = await card()
    expect(held).not.toBe(before.card)
    await visitor.waitUntil(() => isHeld(visitor))
    const text = await pageText()
    expect(text).toContain(WORDS)
    expect(text).not.toMatch(/Guest \d/)
    await playRound(2)
    // The card says nothing of the result.
    expect(await card()).toBe(held)
    await hold(false)
    expect((await resultsFile()).status).toBe(200)
    expect(await card()).not.toBe(held)
  })

  it('stay so after the end, so that no player’s page knows a place before they are shown', async () => {
    await begin()
    await hold(true)
    const page = await DdpTestClient.open(testApp.endpoint)
    await page.subscribe('players.summary', { username: ann.username })
    const ownEvent = () => page.documents('playerEvents').get(`${ann.id}/${eventId}`) as unknown as PlayerEventDoc
    const won = () => (page.documents('playerSummaries').get(ann.id) as unknown as PlayerSummaryDoc).eventsWon
    const before = won()
    await director.client.call('events.close', { eventId })
    await page.waitUntil(() => ownEvent().state === 'finished')
    await testApp.settled()
    expect([ownEvent().rank, won()]).toEqual([undefined, before])
    await visitor.waitUntil(() => eventOf(visitor).state === 'finished')
    expect([isHeld(visitor), rows(visitor)]).toEqual([true, 0])
    expect((await resultsFile()).status).toBe(403)
    await hold(false)
    await visitor.waitUntil(() => rows(visitor) === 4)
    const { rank } = getStandings(visitor, eventId).find(({ userId }) => userId === ann.id)!
    await page.waitUntil(() => ownEvent().rank === rank)
    expect(won()).toBe(before + (rank === 1 ? 1 : 0))
    // A finished event can be held back too: the page loses what it had.
    await hold(true)
    await page.waitUntil(() => ownEvent().rank === undefined)
    expect(won()).toBe(before)
  })

  it('are in the log with who did it, once each, and a playoff among them without its players', async () => {
    await begin()
    const logged = (): EventLogDoc[] =>
      ([...visitor.documents('eventLog').values()] as unknown as EventLogDoc[]).filter(each => each.eventId === eventId)
    for (let i = 0; i < 2; i++) expect(await hold(true)).toEqual({})
    await visitor.waitUntil(() => logged().some(({ action }) => action === 'standings-held'))
    await director.client.subscribe('events.heldStandings', { eventId })
    const tied = getStandings(director.client, eventId).filter(({ rank }) => rank === 1)
    expect(tied).toHaveLength(2)
    await director.client.call('events.playoff', { _id: uuidv7(), eventId, order: tied.map(({ entrantId }) => entrantId) })
    await visitor.waitUntil(() => logged().some(({ action }) => action === 'playoff'))
    const playoff = () => logged().find(({ action }) => action === 'playoff')!
    expect([playoff().what, playoff().subject]).toEqual(['', undefined])
    for (let i = 0; i < 2; i++) await hold(false)
    await visitor.waitUntil(() => playoff().what !== '')
    expect(playoff().subject).toEqual({ kind: 'players', players: tied.map(({ displayName }) => displayName) })
    const own = logged().filter(({ action }) => action.startsWith('standings-'))
    expect(own.map(({ action, by }) => [action, by?.username]).sort()).toEqual([
      ['standings-held', director.username],
      ['standings-shown', director.username],
    ])
  })

  it('tell a player nothing of what would gain a rank, but how many attempts are left', async () => {
    eventId = await createEvent(director, clock.now(), {
      format: { kind: 'best-game', points: 'papa', attemptsPerMachine: 3 },
      machineIds: [machines[0]!],
    })
    for (const [player, value] of [
      [ann, 10],
      [helper, 20],
    ] as const)
      await player.client.call('scores.submit', { _id: uuidv7(), eventId, machineId: machines[0], value })
    const needs = () => ann.client.call('events.needs', { eventId })
    expect(await needs()).toEqual([{ machineId: machines[0], least: 20, attemptsLeft: 2 }])
    await hold(true)
    expect(await needs()).toEqual([{ machineId: machines[0], attemptsLeft: 2 }])
    await hold(false)
    expect(await needs()).toEqual([{ machineId: machines[0], least: 20, attemptsLeft: 2 }])
  })

  it('are not on the event’s boards of its machines either, which end for whoever has them open', async () => {
    eventId = await createEvent(director, clock.now(), { format: { kind: 'high-score' }, machineIds: [machines[0]!] })
    for (const [player, value] of [
      [ann, 10],
      [helper, 20],
    ] as const)
      await player.client.call('scores.submit', { _id: uuidv7(), eventId, machineId: machines[0], value })
    const scope = { eventId, machineId: machines[0]! }
    const open = (client: DdpTestClient) => client.subscribe('boards.top', { scope, window: 'all' })
    const onBoard = (client: DdpTestClient): number => client.documents('boardRows').size
    const visitors = await DdpTestClient.open(testApp.endpoint)
    for (const client of [visitors, director.client]) {
      expect((await open(client)).error).toBeNull()
      expect(onBoard(client)).toBe(2)
    }
    await hold(true)
    await visitors.waitUntil(() => onBoard(visitors) === 0)
    expect(visitors.messages.find(({ msg, error }) => msg === 'nosub' && error !== undefined)).toMatchObject({ error: heldRefused })
    expect((await open(visitors)).error).toMatchObject(heldRefused)
    for (const method of ['boards.place', 'boards.around']) {
      expect(await visitors.expectError(method, { scope, window: 'all', userId: ann.id })).toMatchObject(heldRefused)
      expect(await director.client.call(method, { scope, window: 'all', userId: ann.id })).toBeTruthy()
    }
    // The machine's own board is nobody's standings, and whoever directs the event keeps what is open.
    expect((await visitors.subscribe('boards.top', { scope: { machineId: machines[0]! }, window: 'all' })).error).toBeNull()
    expect(onBoard(director.client)).toBe(2)
    await hold(false)
    expect((await open(visitors)).error).toBeNull()
  })

  it('seed no event of somebody else', async () => {
    await begin()
    await director.client.call('events.close', { eventId })
    await hold(true)
    await grantRoles(testApp, helper.id, ['event-director'])
    const next = await createEvent(helper, clock.now(), { format: PAIRS, machineIds: machines, seeding: 'previous' })
    await helper.client.call('events.addPlayers', { eventId: next, entries: [{ _id: uuidv7(), userId: ann.id }] })
    const seed = () => helper.client.tryCall('events.setSeeds', { eventId: next, previous: eventId })
    expect((await seed()).error).toMatchObject(heldRefused)
    await hold(false)
    expect(await seed()).toEqual({ result: {} })
  })

  it('are held back by those who direct the event, and by nobody else', async () => {
    await begin()
    expect(await visitor.expectError('events.holdStandings', { eventId, held: true })).toMatchObject({ error: 401 })
    await director.client.call('events.setStaff', { eventId, userId: helper.id, role: 'scorekeeper' })
    for (const { client } of [ann, helper])
      expect(await client.expectError('events.holdStandings', { eventId, held: true })).toMatchObject({ error: 403 })
    await director.client.call('events.setStaff', { eventId, userId: helper.id, role: 'co-director' })
    await hold(true, helper)
    await visitor.waitUntil(() => isHeld(visitor))
    // Whoever directs the event no longer loses them, too.
    expect((await helper.client.subscribe('events.heldStandings', { eventId })).error).toBeNull()
    await helper.client.waitUntil(() => rows(helper.client) === 4)
    await director.client.call('events.setStaff', { eventId, userId: helper.id, role: null })
    await helper.client.waitUntil(() => rows(helper.client) === 0)
  })
})
