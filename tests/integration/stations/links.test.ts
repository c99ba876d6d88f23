import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventGroupDoc, EventRoundDoc } from '#events/contract/documents.ts'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import type { Agreement } from '#events/rules/result-agreement.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { ReportedGameDoc } from '#stations/contract/reported-games.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { documentsOfEvent } from '../helpers/event-documents.ts'
import { createEvent, createEventTestApp, getRoundGroups } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import { addReportingVenue, gamesOf, pair, type ReportingVenue } from '../helpers/stations.ts'
import type { TestApp } from '../helpers/test-app.ts'
import type { TestUser } from '../helpers/users.ts'

const FORMAT: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 3, points: 'ifpa' }
const SECOND = 1000
const OF_GROUP = { error: { error: 403, details: { code: 'game-of-group' } } }
const USED = { error: { error: 409, details: { code: 'game-used' } } }
const ENTERED = { result: { state: 'confirmed' } }
const FREE = { doubts: ['taken-back'] }

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let [ada, bob, stranger, friend]: TestUser[] = []
let visitor: DdpTestClient
let venue: ReportingVenue
let machineId: string
/** what is printed at the machine */
let code: string
let eventId: string
let groupId: string
/** the entries and their players, in the order of play */
let entrantIds: string[]
let players: TestUser[]
let count = 0

beforeAll(async () => {
  const app = await createEventTestApp(['Ada', 'Bob', 'Stranger', 'Friend'], 30)
  ;({ testApp, clock, machines, director, visitor } = app)
  ;[ada, bob, stranger, friend] = app.players
  venue = await addReportingVenue(director, machines)
})
afterAll(() => testApp.close())
beforeEach(() => begin())

const shown = (check: () => boolean): Promise<void> => expect.poll(check).toBe(true)
const groupDoc = (): (EventGroupDoc & { _id: string }) | undefined => getRoundGroups(visitor, eventId, 1)[0]
const roundId = (): string => documentsOfEvent<EventRoundDoc>(visitor, 'eventRounds', eventId)[0]!._id
const gameOf = (id: string): (ReportedGameDoc & { _id: string }) | undefined => gamesOf(visitor).find(({ _id }) => _id === id)
const isFree = (id: string): Promise<void> => shown(() => gameOf(id)?.doubts.includes('taken-back') === true && !gameOf(id)?.used)

/** Begins an event with one game of Ada and Bob, on a machine that reports itself. */
async function begin(agreement: Agreement = 'one'): Promise<void> {
  machineId = machines.shift()!
  const stationId = await pair(director, venue.venueId, `board ${machineId}`, machineId)
  const { rows } = await testApp.app.database.pool.query<{ code: string }>('SELECT code FROM stations WHERE id = $1', [stationId])
  code = rows[0]!.code
  const facts = { format: FORMAT, machineIds: [machineId], agreement, venueId: venue.venueId }
  eventId = await createEvent(director, clock.now(), facts)
  for (const name of ['events.rounds', 'events.entrants', 'stations.ofEvent']) await visitor.subscribe(name, { eventId })
  const entries = [ada!, bob!].map(({ id }) => ({ _id: uuidv7(), userId: id }))
  await director.client.call('events.addPlayers', { eventId, entries })
  await draw()
}

async function draw(): Promise<void> {
  await director.client.call('events.draw', { _id: uuidv7(), eventId })
  await shown(() => groupDoc() !== undefined)
  ;({ _id: groupId, entrantIds } = groupDoc()!)
  const userOf = (id: string) => visitor.documents('eventEntrants').get(id)?.userId
  players = entrantIds.map(id => [ada!, bob!].find(({ id: userId }) => userId === userOf(id))!)
  clock.set(clock.now() + 2 * SECOND)
}

/** Reports a game that has begun after the draw. @param more of the report @returns its id */
async function report(scores: number[], more: object = {}): Promise<string> {
  const plays = scores.map((score, i) => ({ score, player: i + 1 }))
  const startedAt = new Date(clock.now() - SECOND)
  const sent = { key: venue.key, id: `game ${++count}`, board: { id: `board ${machineId}` }, plays, startedAt, ...more }
  const { reportedGameId } = await director.client.call<{ reportedGameId: string }>('stations.report', sent)
  await shown(() => gameOf(reportedGameId) !== undefined)
  return reportedGameId
}
const confirm = ({ client }: Pick<TestUser, 'client'>, reportedGameId: string, more: object = {}) =>
  client.tryCall('stations.confirm', { eventId, groupId, reportedGameId, ...more })
const unlink = ({ client }: Pick<TestUser, 'client'>, reportedGameId: string, more: object = {}) =>
  client.tryCall('stations.unlink', { eventId, groupId, reportedGameId, ...more })
/** @param play 1 for the first */
const claim = ({ client }: TestUser, reportedGameId: string, play = 1) =>
  client.tryCall('stations.claim', { _id: uuidv7(), reportedGameId, play, code })
const enterByHand = ({ client }: TestUser, order: readonly string[], more: object = {}) =>
  client.call('events.result', { eventId, groupId, order, ...more })
const countAtOnce = async (): Promise<void> => {
  await director.client.call('stations.setEvent', { eventId, countAtOnce: true })
}
/** Voids the result of the group. @returns the void's id */
async function voidResult(): Promise<string> {
  const _id = uuidv7()
  await director.client.call('events.void', { _id, eventId, what: { groupId } })
  return _id
}
/** All scores on the machine, the highest first. */
async function scoresHere(): Promise<unknown[]> {
  const { rows } = await testApp.app.database.pool.query(
    'SELECT user_id AS "userId", value, status, source, event_id AS "eventId" FROM scores WHERE machine_id = $1 AND removed_at IS NULL ORDER BY value DESC',
    [machineId],
  )
  return rows
}
const ofResult = (player: number, value: number): object => ({
  ...{ userId: players[player]!.id, value, status: 'verified', source: 'machine', eventId },
})

describe('scores that players have claimed before the result of their game is entered', () => {
  it('become those of the result, each of the player whose it is', async () => {
    const id = await report([2000, 3000])
    // The first of the group takes the other's score for the own.
    expect(await claim(players[0]!, id, 2)).toHaveProperty('result')
    expect(await claim(players[1]!, id, 1)).toHaveProperty('result')
    expect(await confirm(players[0]!, id)).toEqual(ENTERED)
    expect(await scoresHere()).toEqual([ofResult(1, 3000), ofResult(0, 2000)])
    await shown(() => gameOf(id)?.used === true)
    expect(gameOf(id)?.plays.map(({ by }) => by?.userId)).toEqual(players.map(each => each.id))
  })

  it('become those of a result that is entered by hand with the same scores', async () => {
    const id = await report([2000, 3000])
    await claim(players[0]!, id)
    await enterByHand(players[1]!, entrantIds.toReversed(), { scores: [3000, 2000] })
    expect(await scoresHere()).toEqual([ofResult(1, 3000), ofResult(0, 2000)])
    await shown(() => gameOf(id)?.used === true)
  })
})

describe('a game that others have played on the machine of a group', () => {
  it('is not offered to the group when its doubts are settled after one of them has claimed a score', async () => {
    const told = { id: 'doubted', doubts: ['unseen'] }
    const id = await report([2000, 3000], told)
    expect(await claim(stranger!, id, 1)).toHaveProperty('result')
    const plays = [2000, 3000].map((score, i) => ({ score, player: i + 1 }))
    const again = { key: venue.key, id: told.id, board: { id: `board ${machineId}` }, plays }
    expect(await director.client.call('stations.report', again)).toMatchObject({ reportedGameId: id })
    const stored = 'SELECT doubts, event_id AS "eventId" FROM reported_games WHERE id = $1'
    expect((await testApp.app.database.pool.query(stored, [id])).rows).toEqual([{ doubts: [], eventId: null }])
    expect(await confirm(players[0]!, id)).toHaveProperty('error')
    expect(await scoresHere()).toEqual([{ userId: stranger!.id, value: 2000, status: 'verified', source: 'machine', eventId: null }])
  })

  it('does not keep a later one from the group, which then frees it for who has scanned the code', async () => {
    const [casual, own] = [await report([10, 20]), await report([30, 40])]
    await shown(() => [casual, own].every(id => gameOf(id)?.groupId === groupId))
    expect(await claim(stranger!, casual)).toMatchObject(OF_GROUP)
    expect(await confirm(players[0]!, own)).toEqual(ENTERED)
    await isFree(casual)
    expect(gameOf(casual)).not.toHaveProperty('groupId')
    expect(await claim(stranger!, casual)).toHaveProperty('result')
  })

  it('does not keep a later one from counting at once', async () => {
    await countAtOnce()
    await stranger!.client.call('stations.setInitials', { venueId: venue.venueId, initials: 'STR' })
    const plays = [
      { score: 10, player: 1, initials: 'STR' },
      { score: 20, player: 2 },
    ]
    const casual = await report([], { plays })
    const own = await report([30, 40])
    await shown(() => gameOf(own)?.used === true)
    await isFree(casual)
  })

  it('is taken from all of the group by one of its players or who runs the event, and no repeated report gives it back', async () => {
    await players[1]!.client.subscribe('stations.mine', {})
    await friend!.client.call('stations.setInitials', { venueId: venue.venueId, initials: 'FRI' })
    const offers = () => players[1]!.client.documents('gameOffers')
    const casual = await report([], { id: 'casual', plays: [10, 20].map((score, i) => ({ score, player: i + 1 })) })
    await shown(() => offers().has(casual))
    expect(await unlink(stranger!, casual)).toMatchObject({ error: { error: 403 } })
    for (let i = 0; i < 2; i++) expect(await unlink(players[0]!, casual)).toEqual({ result: {} })
    await isFree(casual)
    await shown(() => !offers().has(casual))
    await friend!.client.subscribe('stations.mine', {})
    const again = [
      { score: 10, player: 1, initials: 'FRI' },
      { score: 20, player: 2 },
    ]
    expect(await report([], { id: 'casual', plays: again })).toBe(casual)
    await shown(() => gameOf(casual)?.plays[0]?.initials === 'FRI')
    expect(gameOf(casual)).toMatchObject(FREE)
    expect(gameOf(casual)).not.toHaveProperty('groupId')
    // Who has registered the initials is offered it instead.
    await shown(() => friend!.client.documents('gameOffers').get(casual)?.play === 1)
    expect(await claim(stranger!, casual, 2)).toHaveProperty('result')
    const second = await report([50, 60])
    expect(await unlink(director, second)).toEqual({ result: {} })
    await isFree(second)
    // Whoever runs the event may find that it was the group's after all.
    expect(await confirm(director, second, { entrantIds })).toEqual(ENTERED)
    await shown(() => gameOf(second)?.used === true)
    expect(gameOf(second)?.doubts).toEqual([])
    expect(await unlink(director, second)).toMatchObject(USED)
  })

  it('is not taken away at a kiosk, which is left to guests', async () => {
    const [deviceId, key] = [uuidv7(), randomBytes(32).toString('base64url')]
    const { url } = await director.client.call<{ url: string }>('events.deviceLink', { _id: deviceId, eventId, kioskCode: 'multiball' })
    const client = await DdpTestClient.open(testApp.endpoint)
    await client.call('events.openDevice', { token: new URL(url).hash.slice(1), key })
    const id = await report([10, 20])
    const refused = { error: { error: 403, details: { code: 'kiosk-enters-only' } } }
    expect(await unlink({ client }, id, { device: key })).toMatchObject(refused)
    expect(gameOf(id)).toMatchObject({ groupId })
    await client.close()
  })

  it('can be claimed as soon as the group has a result that was entered by hand', async () => {
    const casual = await report([10, 20])
    await enterByHand(players[0]!, entrantIds)
    await isFree(casual)
    expect(await claim(stranger!, casual)).toHaveProperty('result')
  })

  it('is not for the groups of the round when that is drawn again', async () => {
    const casual = await report([10, 20])
    await director.client.call('events.drop', { eventId, roundId: roundId() })
    await isFree(casual)
    await shown(() => groupDoc() === undefined)
    await draw()
    const own = await report([30, 40])
    await shown(() => gameOf(own)?.groupId === groupId)
  })

  it('is not for the group when that plays in another order', async () => {
    const casual = await report([10, 20])
    const groups = [{ groupId, was: entrantIds, entrantIds: entrantIds.toReversed() }]
    await director.client.call('events.arrange', { _id: uuidv7(), eventId, roundId: roundId(), groups })
    await isFree(casual)
  })

  it('can be claimed when the event is cancelled', async () => {
    const casual = await report([10, 20])
    await director.client.call('events.cancel', { eventId })
    expect(await claim(stranger!, casual)).toHaveProperty('result')
  })
})

it('a game that is offered to a group is shown however many others were played on its machine since', async () => {
  const id = await report([2000, 3000])
  const plays = [1, 2, 3].map(player => ({ score: 1000 * player, player }))
  for (let i = 0; i < 50; i++) {
    const sent = { key: venue.key, id: `other ${++count}`, board: { id: `board ${machineId}` }, plays }
    await director.client.call('stations.report', sent)
  }
  const late = await DdpTestClient.open(testApp.endpoint)
  await late.subscribe('stations.ofEvent', { eventId })
  expect(gamesOf(late).map(({ _id }) => _id)).toContain(id)
  await late.terminate()
})

describe('a reported game where results count at once', () => {
  it('only waits where a player has entered a result that does not count yet', async () => {
    await begin('two')
    await countAtOnce()
    await enterByHand(players[0]!, entrantIds)
    const id = await report([30, 40])
    await shown(() => gameOf(id)?.groupId === groupId && groupDoc()?.state === 'entered')
    expect(groupDoc()?.enteredBy).toEqual([entrantIds[0]])
    // The other player may agree with either.
    expect(await confirm(players[1]!, id)).toEqual({ result: { state: 'entered' } })
  })

  it('never replaces what the director enters by hand while it is stored', async () => {
    await countAtOnce()
    const { pool } = testApp.app.database
    const desk = await pool.connect()
    await desk.query('BEGIN')
    await desk.query('SELECT id FROM events WHERE id = $1 FOR NO KEY UPDATE', [eventId])
    const reported = report([30, 40])
    const waiting = async () => (await pool.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rows.length
    await expect.poll(waiting).toBeGreaterThan(0)
    await desk.query('UPDATE event_games SET result = $2, confirmed = true, entered_by = $3 WHERE group_id = $1', [
      groupId,
      entrantIds,
      JSON.stringify({ userId: director.id }),
    ])
    await desk.query('COMMIT')
    desk.release()
    const id = await reported
    const { rows } = await pool.query('SELECT result, scores FROM event_games WHERE group_id = $1', [groupId])
    expect(rows).toEqual([{ result: entrantIds, scores: null }])
    expect(gameOf(id)).not.toHaveProperty('used')
  })
})

describe('a reported game that was used for a result', () => {
  it('is free when the result is voided, and the next one is for the group', async () => {
    const wrong = await report([10, 20])
    await confirm(players[0]!, wrong)
    await shown(() => gameOf(wrong)?.used === true)
    await voidResult()
    await isFree(wrong)
    expect(gameOf(wrong)?.plays.map(({ by }) => by)).toEqual([undefined, undefined])
    expect(await claim(stranger!, wrong)).toHaveProperty('result')
    expect(await scoresHere()).toMatchObject([{ userId: stranger!.id, value: 10 }])
    const own = await report([30, 40])
    expect(await confirm(players[0]!, own)).toEqual(ENTERED)
  })

  it('does not enter itself again when its report is repeated after a void', async () => {
    await countAtOnce()
    const id = await report([10, 20], { id: 'voided' })
    await shown(() => gameOf(id)?.used === true)
    await voidResult()
    await isFree(id)
    const plays = [10, 20].map((score, i) => ({ score, player: i + 1, initials: 'XYZ' }))
    await report([], { id: 'voided', plays })
    await shown(() => gameOf(id)?.plays[0]?.initials === 'XYZ')
    await shown(() => groupDoc()?.state === 'playing')
    expect(gameOf(id)).toMatchObject(FREE)
  })

  it('is used again when the void is undone, with the scores of the machine', async () => {
    const id = await report([10, 20])
    await confirm(players[0]!, id)
    const voidId = await voidResult()
    await isFree(id)
    // Meanwhile a player of the group has claimed the own score.
    expect(await claim(players[1]!, id, 2)).toHaveProperty('result')
    await director.client.call('events.undo', { eventId, voidId })
    await shown(() => gameOf(id)?.used === true)
    expect(gameOf(id)).toMatchObject({ groupId, doubts: [] })
    expect(gameOf(id)?.plays.map(({ by }) => by?.userId)).toEqual(players.map(each => each.id))
    expect(await scoresHere()).toEqual([ofResult(1, 20), ofResult(0, 10)])
  })

  it('stays another player’s who has claimed a score of it before the void is undone', async () => {
    const id = await report([10, 20])
    await confirm(players[0]!, id)
    const voidId = await voidResult()
    await isFree(id)
    expect(await claim(stranger!, id)).toHaveProperty('result')
    await director.client.call('events.undo', { eventId, voidId })
    await shown(() => groupDoc()?.state === 'confirmed')
    const { rows } = await testApp.app.database.pool.query('SELECT used_at FROM reported_games WHERE id = $1', [id])
    expect(rows).toEqual([{ used_at: null }])
    expect(await scoresHere()).toMatchObject([{ value: 20 }, { value: 10 }, { userId: stranger!.id, value: 10, source: 'machine' }])
  })

  it('is free when its result is replaced by hand, or by another game', async () => {
    const [first, second] = [await report([10, 20]), await report([30, 40])]
    await confirm(director, first)
    await shown(() => gameOf(first)?.used === true)
    await isFree(second)
    expect(await confirm(director, second, { entrantIds })).toEqual(ENTERED)
    await shown(() => gameOf(second)?.used === true)
    await isFree(first)
    await enterByHand(director, entrantIds, { scores: [99, 98] })
    await isFree(second)
    // A manager of the venue can delete it now.
    const dismissed = { venueId: venue.venueId, reportedGameId: second }
    expect(await director.client.tryCall('stations.dismiss', dismissed)).toEqual({ result: {} })
  })
})
