import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import type { BoardDoc, BoardRowDoc } from '#scores/contract/boards.ts'
import type { ScoreDoc, ScoreHistoryDoc } from '#scores/contract/scores.ts'
import type { VenueLeaderDoc, VenuePlayerDoc, VenueTextsDoc } from '#scores/contract/venues.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { getRoundGroups } from '../helpers/events.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

/** A Wednesday, on which Berlin is at 1:30 of the next day. */
const EVENING = Date.UTC(2028, 6, 12, 23, 30)
const HOUR = 3_600_000

let testApp: TestApp
let machines: string[]
let owner: TestUser
let ann: TestUser
let bob: TestUser
let visitor: DdpTestClient

beforeAll(async () => {
  testApp = await createTestApp({ clock: createSettableClock(EVENING), config: { rateLimits: 'off', loginExpirationDays: null } })
  machines = (await listMachines(testApp, 4)).map(({ id }) => id)
  owner = await signUp(testApp, 'Owner')
  ann = await signUp(testApp, 'Ann')
  bob = await signUp(testApp, 'Bob')
  visitor = await DdpTestClient.open(testApp.endpoint)
})
afterAll(() => testApp.close())

interface Place {
  venueId: string
  slug: string
}

async function addVenue(name: string, more: Record<string, unknown> = {}): Promise<Place> {
  const place = await owner.client.call<Place>('venues.add', { _id: uuidv7(), name, timeZone: 'Europe/Berlin', ...more })
  await owner.client.call('venues.setMachines', { venueId: place.venueId, machineIds: machines, was: [] })
  return place
}

async function addPrivateGroup(member: TestUser): Promise<string> {
  const groupId = uuidv7()
  await owner.client.call('groups.add', { _id: groupId, name: 'Cellar club', visibility: 'private' })
  const { code } = await owner.client.call<{ code: string }>('groups.invite', { groupId })
  await member.client.call('groups.join', { code })
  return groupId
}

async function submit(by: TestUser, value: number, more: Record<string, unknown> = {}): Promise<string> {
  const _id = uuidv7()
  await by.client.call('scores.submit', { _id, machineId: machines[0]!, value, ...more })
  return _id
}

const watch = async (name: string, params: Record<string, unknown>, by?: TestUser): Promise<DdpTestClient> => {
  const client = by?.client ?? (await DdpTestClient.open(testApp.endpoint))
  await client.subscribe(name, params)
  return client
}
const rows = <Doc>(client: DdpTestClient, collection: string): Doc[] => [...client.documents(collection).values()] as unknown as Doc[]
const names = (client: DdpTestClient): string[] =>
  rows<BoardRowDoc>(client, 'boardRows')
    .sort((a, b) => b.value - a.value)
    .map(({ displayName }) => displayName)

describe('a score that was played in a venue', () => {
  it('is on the board of the venue at once, beside all others', async () => {
    const { venueId } = await addVenue('Silverball Cellar')
    await submit(bob, 900)
    const scope = { venueId, machineId: machines[0]! }
    const client = await watch('boards.top', { scope })
    expect(rows(client, 'boardRows')).toEqual([])
    const scoreId = await submit(ann, 500, { venueId })
    await client.waitUntil(() => names(client).length === 1)
    expect(names(client)).toEqual(['Ann'])
    expect(rows<BoardDoc>(client, 'boards')).toMatchObject([{ scope, players: 1, best: 500 }])
    expect(await visitor.call('boards.place', { scope, userId: ann.id })).toMatchObject({ rank: 1, players: 1 })
    expect(await visitor.call('boards.place', { scope: { machineId: machines[0]! }, userId: ann.id })).toMatchObject({ rank: 2 })
    const one = await watch('scores.one', { scoreId })
    expect(rows<ScoreDoc>(one, 'scores')).toMatchObject([{ venueId }])
    const list = await watch('scores.recent', { venueId })
    expect(rows<ScoreDoc>(list, 'scores').map(({ value }) => value)).toEqual([500])
    await submit(bob, 700, { venueId })
    await list.waitUntil(() => rows(list, 'scores').length === 2)
    await client.waitUntil(() => names(client).length === 2)
    expect(names(client)).toEqual(['Bob', 'Ann'])
  })

  it('leaves the board when its player says otherwise, or removes it', async () => {
    const { venueId, slug } = await addVenue('Tilt Hall')
    const other = await addVenue('Tilt Annex')
    const [moved, removed] = [await submit(ann, 600, { venueId }), await submit(bob, 400, { venueId })]
    const client = await watch('boards.top', { scope: { venueId, machineId: machines[0]! } })
    const list = await watch('scores.recent', { venueId })
    const leaders = await watch('venues.leaders', { slug })
    expect(rows<VenueLeaderDoc>(leaders, 'venueLeaders')).toMatchObject([{ displayName: 'Ann', value: 600 }])
    // Where it was played may be said later than a score may be corrected.
    await ann.client.call('scores.edit', { scoreId: moved, venueId: other.venueId })
    await client.waitUntil(() => names(client).length === 1)
    await list.waitUntil(() => rows(list, 'scores').length === 1)
    await leaders.waitUntil(() => rows<VenueLeaderDoc>(leaders, 'venueLeaders')[0]!.value === 400)
    expect(
      await visitor.call('boards.place', { scope: { venueId: other.venueId, machineId: machines[0]! }, userId: ann.id }),
    ).toMatchObject({
      value: 600,
    })
    await bob.client.call('scores.remove', { scoreId: removed })
    await client.waitUntil(() => names(client).length === 0)
    await leaders.waitUntil(() => rows(leaders, 'venueLeaders').length === 0)
    await ann.client.call('scores.edit', { scoreId: moved, venueId: null })
    expect(await visitor.call('boards.place', { scope: { venueId: other.venueId, machineId: machines[0]! }, userId: ann.id })).toBeNull()
  })

  it('counts in the day, week and month of the venue’s own clock, also after that was set right', async () => {
    const { venueId, slug } = await addVenue('Clock Bar')
    await submit(ann, 800, { venueId, achievedAt: new Date(EVENING - 2 * HOUR) })
    await submit(bob, 300, { venueId, achievedAt: new Date(EVENING - HOUR / 2) })
    const client = await watch('boards.top', { scope: { venueId, machineId: machines[0]! }, window: 'day' })
    const leaders = await watch('venues.leaders', { slug, window: 'day' })
    expect(rows<BoardDoc>(client, 'boards')).toMatchObject([{ period: '2028-07-13', best: 300 }])
    expect(rows<VenueLeaderDoc>(leaders, 'venueLeaders')).toMatchObject([{ displayName: 'Bob' }])
    await owner.client.call('venues.edit', { venueId, timeZone: 'America/New_York' })
    await client.waitUntil(() => rows<BoardDoc>(client, 'boards')[0]?.period === '2028-07-12')
    expect(names(client)).toEqual(['Ann', 'Bob'])
    await leaders.waitUntil(() => rows<VenueLeaderDoc>(leaders, 'venueLeaders')[0]?.displayName === 'Ann')
  })

  it('is accepted again when it is sent again, also after the venue was removed', async () => {
    const { venueId } = await addVenue('Short Life')
    const score = { _id: uuidv7(), machineId: machines[1]!, value: 42, venueId }
    const answer = await ann.client.call('scores.submit', score)
    const one = await watch('scores.one', { scoreId: score._id })
    const list = await watch('scores.recent', { machineId: machines[1]! })
    await owner.client.call('venues.remove', { venueId })
    for (const client of [one, list]) await client.waitUntil(() => !('venueId' in rows<ScoreDoc>(client, 'scores')[0]!))
    expect(await ann.client.call('scores.submit', score)).toEqual(answer)
    expect(await ann.client.expectError('scores.submit', { ...score, _id: uuidv7() })).toMatchObject({
      error: 404,
      details: { code: 'no-venue' },
    })
    expect(await visitor.expectError('boards.place', { scope: { venueId, machineId: machines[1]! }, userId: ann.id })).toMatchObject({
      error: 404,
    })
    // What happens to the score meanwhile does not take it from the venue.
    await bob.client.call('scores.flag', { scoreId: score._id, reason: 'Hm' })
    await owner.client.call('venues.restore', { venueId })
    expect(await visitor.call('boards.place', { scope: { venueId, machineId: machines[1]! }, userId: ann.id })).toMatchObject({ value: 42 })
    await one.waitUntil(() => rows<ScoreDoc>(one, 'scores')[0]?.venueId === venueId)
  })
})

describe('a score in an event that takes place in a venue', () => {
  /** @returns the id of a new event there */
  async function addEvent(venueId: string, format: Record<string, unknown>): Promise<string> {
    const _id = uuidv7()
    await grantRoles(testApp, owner.id, ['event-director'])
    await owner.client.call('events.add', {
      ...{ _id, name: 'Cellar night', format, venueId, machineIds: machines.slice(0, 2) },
      ...{ startsAt: new Date(EVENING - HOUR), endsAt: new Date(EVENING + HOUR) },
    })
    return _id
  }
  const place = (venueId: string, userId: string, machineId = machines[0]!) =>
    visitor.call('boards.place', { scope: { venueId, machineId }, userId })

  it('counts there without saying so, unless its player names another venue, and is the same when it is sent again', async () => {
    const { venueId } = await addVenue('Event Cellar')
    const other = await addVenue('Other Cellar')
    const eventId = await addEvent(venueId, { kind: 'high-score' })
    const score = { _id: uuidv7(), machineId: machines[0]!, value: 4321, eventId }
    const answer = await ann.client.call('scores.submit', score)
    expect(await place(venueId, ann.id)).toMatchObject({ value: 4321 })
    await owner.client.call('events.edit', { eventId, venueId: other.venueId })
    expect(await ann.client.call('scores.submit', score)).toEqual(answer)
    expect([await place(venueId, ann.id), await place(other.venueId, ann.id)]).toMatchObject([{ value: 4321 }, null])
    await submit(bob, 8765, { eventId, venueId })
    expect(await place(venueId, bob.id)).toMatchObject({ value: 8765 })
    await owner.client.call('events.edit', { eventId, venueId: null })
    await submit(bob, 9999, { eventId, machineId: machines[1]! })
    expect(await place(venueId, bob.id, machines[1]!)).toBeNull()
  })

  it('counts there too when it was typed with the result of a game, or was a guest’s until an account claimed it', async () => {
    const { venueId } = await addVenue('Match Cellar')
    const eventId = await addEvent(venueId, { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 1, points: 'ifpa' })
    const entries = [{ userId: ann.id }, { displayName: 'A guest' }].map(entry => ({ _id: uuidv7(), ...entry }))
    const { entrants } = await owner.client.call<{ entrants: { entrantId: string }[] }>('events.addPlayers', { eventId, entries })
    const order = entrants.map(({ entrantId }) => entrantId)
    await visitor.subscribe('events.rounds', { eventId })
    await owner.client.call('events.draw', { _id: uuidv7(), eventId })
    await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length === 1)
    const { _id: groupId, machineId } = getRoundGroups(visitor, eventId, 1)[0]!
    await owner.client.call('events.result', { eventId, groupId, order, scores: [700, 600] })
    expect(await place(venueId, ann.id, machineId)).toMatchObject({ value: 700 })
    const { code } = await owner.client.call<{ code: string }>('events.claimCode', { eventId, entrantId: order[1] })
    await bob.client.call('events.claim', { code })
    expect(await place(venueId, bob.id, machineId)).toMatchObject({ value: 600 })
  })
})

describe('a venue of a private group', () => {
  it('is nobody’s business but the group’s: no board, list, leader or score names it to others, nor to those who have left', async () => {
    const groupId = await addPrivateGroup(ann)
    const { venueId, slug } = await addVenue('Hidden Cellar', { groupId })
    const scope = { venueId, machineId: machines[2]! }
    const scoreId = await submit(ann, 777, { venueId, machineId: machines[2]! })
    const members = [
      await watch('boards.top', { scope }, ann),
      await watch('venues.leaders', { slug }, ann),
      await watch('venues.players', { slug }, ann),
    ]
    expect(rows<BoardRowDoc>(members[0]!, 'boardRows')).toMatchObject([{ value: 777 }])
    expect(rows<VenueLeaderDoc>(members[1]!, 'venueLeaders')).toMatchObject([{ value: 777 }])
    expect(rows<VenuePlayerDoc>(members[2]!, 'venuePlayers')).toMatchObject([{ displayName: 'Ann', scores: 1 }])
    const hidden = { error: 404, details: { code: 'no-venue' } }
    for (const client of [visitor, bob.client]) {
      for (const [name, params] of [
        ['boards.top', { scope }],
        ['scores.recent', { venueId }],
        ['venues.leaders', { slug }],
        ['venues.players', { slug }],
      ] as const)
        expect((await client.subscribe(name, params)).error, name).toMatchObject(hidden)
      expect(await client.expectError('boards.place', { scope, userId: ann.id })).toMatchObject(hidden)
      expect(await client.expectError('boards.around', { scope, userId: ann.id })).toMatchObject(hidden)
    }
    for (const [name, params] of [
      ['scores.submit', { _id: uuidv7(), machineId: machines[2]!, value: 5, venueId }],
      ['scores.linkVenue', { venueId }],
      ['scores.unlinkVenue', { venueId, scoreIds: [scoreId] }],
    ] as const)
      expect(await bob.client.expectError(name, params), name).toMatchObject(hidden)
    for (const [name, params] of [
      ['scores.one', { scoreId }],
      ['scores.recent', { machineId: machines[2]! }],
    ] as const) {
      const client = await watch(name, params)
      expect(rows<ScoreDoc>(client, 'scores'), name).toMatchObject([{ value: 777 }])
      expect(JSON.stringify(rows(client, 'scores')), name).not.toContain(venueId)
    }
    await ann.client.call('groups.leave', { groupId })
    await ann.client.waitUntil(() => members.every(client => client.documents('venueLeaders').size === 0))
    expect(ann.client.documents('boardRows').size).toBe(0)
    expect(await ann.client.expectError('boards.place', { scope, userId: ann.id })).toMatchObject(hidden)
  })

  it('is named by its scores as long as everybody may see the group', async () => {
    const groupId = uuidv7()
    await owner.client.call('groups.add', { _id: groupId, name: 'Open club', visibility: 'public' })
    const { venueId } = await addVenue('Open Cellar', { groupId })
    const scoreId = await submit(ann, 10, { venueId, machineId: machines[3]! })
    const one = await watch('scores.one', { scoreId })
    const list = await watch('scores.recent', { machineId: machines[3]! })
    expect(rows<ScoreDoc>(one, 'scores')).toMatchObject([{ venueId }])
    await owner.client.call('groups.edit', { groupId, visibility: 'private' })
    for (const client of [one, list]) await client.waitUntil(() => !('venueId' in rows<ScoreDoc>(client, 'scores')[0]!))
    await owner.client.call('groups.edit', { groupId, visibility: 'public' })
    for (const client of [one, list]) await client.waitUntil(() => 'venueId' in rows<ScoreDoc>(client, 'scores')[0]!)
  })
})

describe('a text that says the name of a venue', () => {
  it('stays, and is linked by its player, or by those who manage the venue, with an undo', async () => {
    const [own, others] = [await submit(ann, 11, { location: 'pinball attic' }), await submit(bob, 12, { location: 'Pinball Attic' })]
    await submit(bob, 13, { location: 'Pinball Attic next door' })
    const { venueId } = await addVenue('Pinball Attic')
    const texts = (client: DdpTestClient) => client.documents('venueTexts').get(venueId) as VenueTextsDoc | undefined
    await ann.client.subscribe('venues.texts', { venueId })
    await owner.client.subscribe('venues.texts', { venueId })
    expect([texts(ann.client), texts(owner.client)]).toEqual([{ scores: 1 }, { scores: 2 }])
    expect(await ann.client.call('scores.linkVenue', { venueId })).toEqual({ scoreIds: [own] })
    await owner.client.waitUntil(() => texts(owner.client)?.scores === 1)
    const one = await watch('scores.one', { scoreId: own })
    expect(rows<ScoreDoc>(one, 'scores')).toMatchObject([{ venueId, location: 'pinball attic' }])
    expect(rows<ScoreHistoryDoc>(one, 'scoreHistory')).toMatchObject([
      { action: 'submitted' },
      { action: 'edited', by: { username: 'Ann' } },
    ])
    // The offer follows what others add and remove.
    const more = await submit(bob, 14, { location: 'PINBALL ATTIC' })
    await owner.client.waitUntil(() => texts(owner.client)?.scores === 2)
    await bob.client.call('scores.remove', { scoreId: more })
    await owner.client.waitUntil(() => texts(owner.client)?.scores === 1)
    expect(await owner.client.call('scores.linkVenue', { venueId })).toEqual({ scoreIds: [others] })
    expect(await owner.client.call('scores.linkVenue', { venueId })).toEqual({ scoreIds: [] })
    const board = await watch('boards.top', { scope: { venueId, machineId: machines[0]! } })
    expect(names(board)).toEqual(['Bob', 'Ann'])
    // Somebody who neither manages the venue nor has played them changes nothing.
    await ann.client.call('scores.unlinkVenue', { venueId, scoreIds: [others] })
    expect(names(board)).toEqual(['Bob', 'Ann'])
    await owner.client.call('scores.unlinkVenue', { venueId, scoreIds: [others, own] })
    await board.waitUntil(() => names(board).length === 0)
    await owner.client.waitUntil(() => texts(owner.client)?.scores === 2)
  })
})
