import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventDoc, EventEntrantDoc } from '#events/contract/documents.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent, createEventTestApp, getRoundGroups, getStandings, HOUR } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import { digestPassword, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const MATCH: EventFormat = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 2, points: 'ifpa' }
const BEST: EventFormat = { kind: 'best-game', points: 'papa' }

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let players: TestUser[]
let visitor: DdpTestClient
let eventId: string

beforeAll(async () => {
  ;({ testApp, clock, machines, director, players, visitor } = await createEventTestApp(['Ann', 'Bob', 'Cid', 'Dee', 'Eve'], 3))
})
afterAll(() => testApp.close())

const call = <T = object>(by: TestUser, method: string, fields: object = {}): Promise<T> => by.client.call(method, { eventId, ...fields })
const refusal = (by: TestUser, method: string, fields: object = {}) => by.client.expectError(method, { eventId, ...fields })
const event = (): EventDoc => visitor.documents('events').get(eventId) as unknown as EventDoc
const entrants = () =>
  ([...visitor.documents('eventEntrants')] as unknown as [string, EventEntrantDoc][])
    .map(([_id, document]) => ({ ...document, _id }))
    .filter(document => document.eventId === eventId)
const idOf = (name: string): string => entrants().find(({ displayName }) => displayName === name)!._id
/** The entrants by name, each with its place in the wait list: "Ann", "Bob 1". */
const listed = (): string[] =>
  entrants()
    .map(({ displayName, waiting }) => (waiting === undefined ? displayName : `${displayName} ${waiting}`))
    .sort()
const untilListed = (...names: string[]): Promise<void> => visitor.waitUntil(() => listed().join() === names.join())

async function begin(capacity: number | null, format: EventFormat = MATCH, more: object = {}): Promise<void> {
  eventId = await createEvent(director, clock.now(), { format, machineIds: machines, ...more })
  await call(director, 'events.edit', { capacity })
  for (const name of ['events.one', 'events.entrants', 'events.rounds', 'events.standings']) await visitor.subscribe(name, { eventId })
}

describe('an event with two places', () => {
  beforeEach(async () => {
    await begin(2)
    for (const player of players.slice(0, 4)) await call(player, 'events.join')
    await untilListed('Ann', 'Bob', 'Cid 1', 'Dee 2')
  })

  it('says how many places there are and are taken, and takes a number from 1', async () => {
    await visitor.waitUntil(() => event().players === 2 && event().capacity === 2)
    expect(await refusal(director, 'events.edit', { capacity: 0 })).toMatchObject({ error: 400, details: [{ path: 'capacity' }] })
    await call(director, 'events.edit', { capacity: null })
    await untilListed('Ann', 'Bob', 'Cid', 'Dee')
    await visitor.waitUntil(() => event().capacity === undefined)
  })

  it('gives a place that becomes free to the one who has waited longest', async () => {
    await call(players[0]!, 'events.leave')
    await untilListed('Bob', 'Cid', 'Dee 1')
    await call(director, 'events.removeEntrant', { entrantId: idOf('Bob') })
    await untilListed('Cid', 'Dee')
  })

  it('keeps the order of those who ask again, and lets one who waits leave', async () => {
    await call(players[2]!, 'events.join')
    await call(players[2]!, 'events.leave')
    await untilListed('Ann', 'Bob', 'Dee 1')
    await call(players[2]!, 'events.join')
    await untilListed('Ann', 'Bob', 'Cid 2', 'Dee 1')
  })

  it('moves as many up as there are new places, and nobody down', async () => {
    await call(director, 'events.edit', { capacity: 3 })
    await untilListed('Ann', 'Bob', 'Cid', 'Dee 1')
    await call(director, 'events.edit', { capacity: 1 })
    await visitor.waitUntil(() => event().capacity === 1)
    expect(listed()).toEqual(['Ann', 'Bob', 'Cid', 'Dee 1'])
    await call(players[0]!, 'events.leave')
    await untilListed('Bob', 'Cid', 'Dee 1')
  })

  it('lets its director admit players beyond the places, and checks in only those who have one', async () => {
    await call(director, 'events.presence', { all: true, presence: 'here' })
    await visitor.waitUntil(() => entrants().filter(({ presence }) => presence === 'here').length === 2)
    expect(listed()).toEqual(['Ann', 'Bob', 'Cid 1', 'Dee 2'])
    await call(director, 'events.presence', { entrantId: idOf('Dee'), presence: 'here' })
    await untilListed('Ann', 'Bob', 'Cid 1', 'Dee')
    await call(director, 'events.addPlayers', {
      entries: [
        { _id: uuidv7(), userId: players[2]!.id },
        { _id: uuidv7(), displayName: 'Guest' },
      ],
    })
    await untilListed('Ann', 'Bob', 'Cid', 'Dee', 'Guest')
  })

  it('neither draws nor ranks those who wait', async () => {
    await call(director, 'events.presence', { all: true, presence: 'here' })
    await call(director, 'events.draw', { _id: uuidv7() })
    await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length > 0 && getStandings(visitor, eventId).length === 2)
    expect(
      getRoundGroups(visitor, eventId, 1)
        .flatMap(({ entrantIds }) => entrantIds)
        .sort(),
    ).toEqual([idOf('Ann'), idOf('Bob')].sort())
    expect(
      getStandings(visitor, eventId)
        .map(({ displayName }) => displayName)
        .sort(),
    ).toEqual(['Ann', 'Bob'])
    const { body } = await director.client.call<{ body: string }>('events.export', { eventId, as: 'json' })
    expect((JSON.parse(body).entrants as { displayName: string }[]).map(({ displayName }) => displayName).sort()).toEqual(['Ann', 'Bob'])
  })

  it('moves nobody up once it is over', async () => {
    await call(director, 'events.close')
    await visitor.waitUntil(() => event().state === 'finished')
    await call(players[0]!, 'events.leave')
    await untilListed('Bob', 'Cid 1', 'Dee 2')
  })
})

it('one who waits cannot play, whoever enters the score', async () => {
  await begin(1, BEST)
  await call(players[0]!, 'events.join')
  await call(players[1]!, 'events.join')
  await untilListed('Ann', 'Bob 1')
  const score = { machineId: machines[0], value: 1_000_000 }
  const full = { error: 409, reason: 'This event is full. You can join its wait list.' }
  for (const user of [players[1]!, players[2]!])
    expect(await refusal(user, 'scores.submit', { _id: uuidv7(), ...score })).toMatchObject(full)
  expect(await refusal(director, 'events.enter', { _id: uuidv7(), entrantId: idOf('Bob'), ...score })).toMatchObject({ error: 409 })
  await call(players[0]!, 'scores.submit', { _id: uuidv7(), ...score })
  await visitor.waitUntil(() => getStandings(visitor, eventId)[0]?.machines.length === 1)
  expect(listed()).toEqual(['Ann', 'Bob 1'])
})

it('a place is given once, also when many ask or play their first score at the same time', async () => {
  for (const ask of [
    (player: TestUser) => call(player, 'events.join'),
    (player: TestUser, i: number) =>
      player.client.tryCall('scores.submit', { _id: uuidv7(), eventId, machineId: machines[1], value: 1000 + i }),
  ]) {
    await begin(2, BEST)
    await Promise.all(players.map(ask))
    await visitor.waitUntil(() => event().players === 2)
    const { rows } = await testApp.app.database.pool.query<{ placed: number }>(
      'SELECT count(*) FILTER (WHERE waiting_since IS NULL) AS placed FROM event_entrants WHERE event_id = $1',
      [eventId],
    )
    expect(rows[0]!.placed).toBe(2)
  }
})

it('the place of a deleted account goes to the one who has waited longest', async () => {
  await begin(1)
  const leaving = await signUp(testApp, 'Leaving')
  await call(leaving, 'events.join')
  await call(players[0]!, 'events.join')
  await untilListed('Ann 1', 'Leaving')
  await leaving.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })
  await untilListed('Ann')
})

it('a guest’s place is its player’s, who need not wait any longer', async () => {
  await begin(1)
  const guestId = uuidv7()
  await call(director, 'events.addGuest', { _id: guestId, displayName: 'Ann B' })
  await call(players[0]!, 'events.join')
  await untilListed('Ann 1', 'Ann B')
  const { code } = await call<{ code: string }>(director, 'events.claimCode', { entrantId: guestId })
  await players[0]!.client.call('events.claim', { code })
  await untilListed('Ann')
})

it('an entry that a guest is merged into by its player leaves one place, which goes to the one who has waited longest', async () => {
  await begin(2)
  const guestId = uuidv7()
  await call(director, 'events.addGuest', { _id: guestId, displayName: 'Ann B' })
  for (const player of [players[0]!, players[1]!]) await call(player, 'events.join')
  await untilListed('Ann', 'Ann B', 'Bob 1')
  const { code } = await call<{ code: string }>(director, 'events.claimCode', { entrantId: guestId })
  await players[0]!.client.call('events.claim', { code })
  await untilListed('Ann', 'Bob')
})

it('a player who registered, and whom the director entered at the door as a guest too, is here once the two are one', async () => {
  await begin(null)
  const presenceOf = (name: string) => entrants().find(({ displayName }) => displayName === name)?.presence
  for (const player of [players[0]!, players[1]!]) await call(player, 'events.join')
  await untilListed('Ann', 'Bob')
  expect([presenceOf('Ann'), presenceOf('Bob')]).toEqual(['expected', 'expected'])
  const guests = ['Ann B', 'Bob B'].map(displayName => ({ _id: uuidv7(), displayName }))
  for (const guest of guests) await call(director, 'events.addGuest', guest)
  await untilListed('Ann', 'Ann B', 'Bob', 'Bob B')
  const { code } = await call<{ code: string }>(director, 'events.claimCode', { entrantId: guests[0]!._id })
  await players[0]!.client.call('events.claim', { code })
  await call(director, 'events.mergeEntrants', { from: guests[1]!._id, into: idOf('Bob') })
  await untilListed('Ann', 'Bob')
  await visitor.waitUntil(() => presenceOf('Ann') === 'here' && presenceOf('Bob') === 'here')
})

describe('the check-in code', () => {
  const checkIn = (by: TestUser, code: string) => by.client.call('events.checkIn', { code })

  it('is the same each time, and only those who run the event get it', async () => {
    await begin(null)
    const [first, second] = [await call<{ code: string }>(director, 'events.checkInCode'), await call(director, 'events.checkInCode')]
    expect(second).toEqual(first)
    expect(first.code).toMatch(/^[\w-]{22}$/)
    expect(await refusal(players[0]!, 'events.checkInCode')).toMatchObject({ error: 403 })
    expect(await players[0]!.client.expectError('events.checkIn', { code: 'x'.repeat(22) })).toMatchObject({ error: 404 })
  })

  it('checks in who has joined and who has not, and only once', async () => {
    await begin(null)
    const { code } = await call<{ code: string }>(director, 'events.checkInCode')
    await call(players[0]!, 'events.join')
    for (const player of [players[0]!, players[0]!, players[1]!]) expect(await checkIn(player, code)).toEqual({ eventId })
    await visitor.waitUntil(() => entrants().filter(({ presence }) => presence === 'here').length === 2)
    expect(listed()).toEqual(['Ann', 'Bob'])
  })

  it('tells everybody which event it is for, and a claim code which guest, until it is used', async () => {
    await begin(null)
    const { code } = await call<{ code: string }>(director, 'events.checkInCode')
    const look = (by: string) => visitor.call('events.look', { code: by })
    expect(await look(code)).toEqual({ name: expect.any(String), venue: expect.any(String), guest: null })
    const guestId = uuidv7()
    await call(director, 'events.addGuest', { _id: guestId, displayName: 'Ann B' })
    const claim = await call<{ code: string }>(director, 'events.claimCode', { entrantId: guestId })
    expect(await look(claim.code)).toMatchObject({ guest: 'Ann B' })
    await players[0]!.client.call('events.claim', { code: claim.code })
    for (const wrong of [claim.code, 'x'.repeat(22)])
      expect(await visitor.expectError('events.look', { code: wrong })).toMatchObject({ error: 404 })
  })

  it('gives no place in an event that is full, and nothing in one that is over', async () => {
    await begin(1, MATCH, { endsAt: 2 * HOUR })
    const { code } = await call<{ code: string }>(director, 'events.checkInCode')
    await checkIn(players[0]!, code)
    expect(await checkIn(players[1]!, code)).toEqual({ eventId, waiting: true })
    await untilListed('Ann', 'Bob 1')
    await call(director, 'events.close')
    expect(await players[2]!.client.expectError('events.checkIn', { code })).toMatchObject({ error: 409, reason: 'This event is over.' })
  })
})
