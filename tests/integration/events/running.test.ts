import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventDoc, EventEntrantDoc, EventLogDoc } from '#events/contract/documents.ts'
import type { AddedEntrant } from '#events/contract/entrants.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { type ExportedEvent, recomputeStandings } from '#events/rules/verify-export.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { DdpTestClient, SubscriptionOutcome } from '../helpers/ddp-test-client.ts'
import { addGuests, createEvent, createEventTestApp, getRoundGroups, getStandings, HOUR, type NewEvent } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import { grantRoles, type TestUser } from '../helpers/users.ts'

const MATCH: EventFormat = { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 2, points: 'ifpa' }
const STRIKES: EventFormat = { kind: 'strikes', groupSize: 2, strikesToLeave: 1, strikes: 'standard' }
const BEST: EventFormat = { kind: 'best-game', points: 'papa' }

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let player: TestUser
let friend: TestUser
let visitor: DdpTestClient

beforeAll(async () => {
  const app = await createEventTestApp(['Player', 'Friend'], 5)
  ;({ testApp, clock, machines, director, visitor } = app)
  ;[player, friend] = app.players as [TestUser, TestUser]
})
afterAll(() => testApp.close())

let eventId: string
const call = <T = object>(method: string, fields: object = {}): Promise<T> => director.client.call(method, { eventId, ...fields })
const refusal = (method: string, fields: object = {}, by = director) => by.client.expectError(method, { eventId, ...fields })
const documents = <T>(collection: string): (T & { _id: string })[] =>
  [...visitor.documents(collection)]
    .map(([_id, document]) => ({ _id, ...(document as unknown as T & { eventId?: string }) }))
    .filter(document => document.eventId === eventId)
const event = (): EventDoc => visitor.documents('events').get(eventId) as unknown as EventDoc
const entrants = () => documents<EventEntrantDoc>('eventEntrants')
const log = () => documents<EventLogDoc>('eventLog').sort((a, b) => (a._id < b._id ? -1 : 1))
/** Waits for the newest entry of the log to be about this action. */
async function untilLogged(action: EventLogDoc['action']): Promise<EventLogDoc> {
  await visitor.waitUntil(() => log().at(-1)?.action === action)
  return log().at(-1)!
}
const untilState = (state: EventDoc['state']): Promise<unknown> => visitor.waitUntil(() => event()?.state === state)

let subscriptions: SubscriptionOutcome[] = []

/** Creates an event to which the visitor is subscribed, instead of the event before: a connection may have 100 subscriptions. */
async function begin(format: EventFormat, making: Partial<NewEvent> = {}): Promise<void> {
  for (const subscription of subscriptions) await visitor.unsubscribe(subscription)
  eventId = await createEvent(director, clock.now(), { format, machineIds: machines.slice(0, 3), ...making })
  const names = ['events.one', 'events.entrants', 'events.rounds', 'events.standings', 'events.log']
  const outcomes = await Promise.all(names.map(name => visitor.subscribe(name, { eventId })))
  // An event of a private group refuses a visitor.
  subscriptions = outcomes.filter(({ error }) => error?.error !== 404)
  expect(subscriptions.map(({ error }) => error)).toEqual(subscriptions.map(() => null))
}

/** Adds guests with these names, and waits until they are seen. @returns their ids */
async function addSeenGuests(...names: string[]): Promise<string[]> {
  const ids = await addGuests(director, eventId, names)
  await visitor.waitUntil(() => ids.every(id => entrants().some(each => each._id === id)))
  return ids
}

async function draw(round: number) {
  await call('events.draw', { _id: uuidv7() })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, round).length > 0)
  return getRoundGroups(visitor, eventId, round)
}
const ranks = () => getStandings(visitor, eventId).map(({ displayName, rank }) => [displayName, rank])

describe('an event in rounds', () => {
  it('runs over its planned end until its director ends it, and can be reopened as it was', async () => {
    await begin(STRIKES)
    await addSeenGuests('Ann', 'Bob')
    const [group] = await draw(1)
    clock.set(clock.now() + 2 * HOUR)
    expect((await visitor.subscribe('events.list', { state: 'live' })).error).toBe(null)
    expect(event().state).toBe('live')
    await call('events.result', { groupId: group!._id, order: group!.entrantIds })
    await visitor.waitUntil(() => getStandings(visitor, eventId)[1]?.strikes === 1)
    const before = getStandings(visitor, eventId)
    const { endsAt } = event()

    await call('events.close')
    await untilState('finished')
    expect(event().endsAt).toEqual(endsAt)
    expect(await refusal('events.draw', { _id: uuidv7() })).toMatchObject({ error: 409, reason: 'This event is over.' })
    expect(await refusal('events.reopen', {}, player)).toMatchObject({ error: 403 })
    for (let i = 0; i < 2; i++) expect(await call('events.reopen')).toEqual({})
    await untilState('live')
    expect(getStandings(visitor, eventId)).toEqual(before)
    await untilLogged('reopened')
    expect(log().map(({ action }) => action)).toEqual(['added', 'guest', 'guest', 'drawn', 'result', 'closed', 'reopened'])
    await call('events.cancel')
    expect(await refusal('events.reopen')).toMatchObject({ error: 409, reason: 'This event is not finished.' })
  })

  it('can be drawn and played before its planned start, and started early', async () => {
    await begin(MATCH, { startsAt: HOUR, endsAt: 3 * HOUR })
    await addSeenGuests('Ann', 'Bob')
    const [group] = await draw(1)
    expect(event().state).toBe('upcoming')
    expect(await call('events.result', { groupId: group!._id, order: group!.entrantIds })).toEqual({ state: 'confirmed' })
    for (let i = 0; i < 2; i++) expect(await call('events.start')).toEqual({})
    await untilState('live')
    expect(event().startsAt.getTime()).toBeLessThanOrEqual(clock.now())
    expect(await refusal('events.start', {}, player)).toMatchObject({ error: 403 })
    await call('events.close')
    expect(await refusal('events.start')).toMatchObject({ error: 409, reason: 'This event is over.' })
  })
})

it('an event of scores ends by the clock, and is reopened with a new end', async () => {
  await begin(BEST)
  clock.set(clock.now() + 2 * HOUR)
  await untilState('finished')
  expect(await refusal('events.reopen')).toMatchObject({ error: 400, details: [{ path: 'endsAt' }] })
  expect(await refusal('events.reopen', { endsAt: new Date(clock.now() - 1) })).toMatchObject({ error: 400, details: [{ path: 'endsAt' }] })
  const endsAt = new Date(clock.now() + HOUR)
  await call('events.reopen', { endsAt })
  await untilState('live')
  expect(event().endsAt).toEqual(endsAt)
  await player.client.call('scores.submit', { _id: uuidv7(), eventId, machineId: machines[0], value: 1000 })
  clock.set(clock.now() + HOUR)
  await untilState('finished')
})

describe('players of an event', () => {
  beforeEach(() => begin(MATCH))

  it('are added by their director, each with an outcome of its own, and once however often that is asked', async () => {
    const [ann, bob] = [uuidv7(), uuidv7()]
    const entries = [
      { _id: ann, displayName: 'Ann', ifpaNumber: '123' },
      { _id: uuidv7(), userId: player.id },
      { _id: uuidv7(), userId: 'nobody' },
      { _id: bob, displayName: 'Bob' },
    ]
    const { entrants: added } = await call<{ entrants: AddedEntrant[] }>('events.addPlayers', { entries })
    expect(added).toMatchObject([
      { entrantId: ann },
      { entrantId: expect.any(String) },
      { error: 'There is no such player.' },
      { entrantId: bob },
    ])
    expect(await call('events.addPlayers', { entries })).toEqual({ entrants: added })
    await visitor.waitUntil(() => entrants().length === 3)
    expect(entrants()).toContainEqual(expect.objectContaining({ _id: ann, displayName: 'Ann', ifpaNumber: '123', presence: 'here' }))
    expect(entrants()).toContainEqual(expect.objectContaining({ userId: player.id, presence: 'here' }))
    await visitor.waitUntil(() => log().length === 4)
    expect(log().map(({ action, what }) => [action, what])).toEqual([
      ['added', ''],
      ['guest', 'Ann'],
      ['player', 'Player'],
      ['guest', 'Bob'],
    ])
    await player.client.call('events.leave', { eventId })
    await visitor.waitUntil(() => entrants().length === 2)
    expect(await refusal('events.addPlayers', { entries }, player)).toMatchObject({ error: 403 })
    expect(await refusal('events.addPlayers', { entries: [{ _id: ann, displayName: '' }] })).toMatchObject({ error: 400 })
    const { entrants: again } = await call<{ entrants: AddedEntrant[] }>('events.addPlayers', {
      entries: [{ _id: ann, displayName: 'Anna' }],
    })
    expect(again).toEqual([{ _id: ann, error: 'This id was used for another player.' }])
  })

  it('are not added to an event of a group that they are not in', async () => {
    const groupId = uuidv7()
    await director.client.call('groups.add', { _id: groupId, name: 'Club', visibility: 'private' })
    await begin(MATCH, { groupId })
    const entries = [{ _id: uuidv7(), userId: friend.id }]
    expect(await call('events.addPlayers', { entries })).toMatchObject({ entrants: [{ error: 'This player is not in the group.' }] })
    expect(await refusal('events.handOver', { userId: friend.id })).toMatchObject({ error: 404 })
  })

  it('are renamed, as long as they have no account', async () => {
    const [ann] = await addSeenGuests('Ann')
    await call('events.editEntrant', { entrantId: ann, displayName: 'Anna', ifpaNumber: '7' })
    await visitor.waitUntil(() => entrants()[0]?.displayName === 'Anna')
    expect(entrants()[0]).toMatchObject({ displayName: 'Anna', ifpaNumber: '7' })
    expect(await untilLogged('renamed')).toMatchObject({ what: 'Ann is now Anna' })
    await call('events.editEntrant', { entrantId: ann, ifpaNumber: null })
    await visitor.waitUntil(() => entrants()[0]?.ifpaNumber === undefined)
    await player.client.call('events.join', { eventId })
    await visitor.waitUntil(() => entrants().length === 2)
    const own = entrants().find(({ userId }) => userId === player.id)!
    expect(await refusal('events.editEntrant', { entrantId: own._id, displayName: 'X' })).toMatchObject({ error: 409 })
    expect(await refusal('events.editEntrant', { entrantId: ann, displayName: 'X' }, player)).toMatchObject({ error: 403 })
    expect(await refusal('events.editEntrant', { entrantId: uuidv7(), displayName: 'X' })).toMatchObject({ error: 404 })
  })

  it('are removed before they have played, and not after', async () => {
    const [ann, bob, cleo] = await addSeenGuests('Ann', 'Bob', 'Cleo')
    for (let i = 0; i < 2; i++) expect(await call('events.removeEntrant', { entrantId: cleo })).toEqual({})
    await visitor.waitUntil(() => entrants().length === 2)
    expect(await untilLogged('removed')).toMatchObject({ what: 'Cleo' })
    await draw(1)
    for (const entrantId of [ann, bob])
      expect(await refusal('events.removeEntrant', { entrantId })).toMatchObject({
        error: 409,
        reason: 'This player has played. Pause the player instead.',
      })
    expect(await refusal('events.removeEntrant', { entrantId: ann }, player)).toMatchObject({ error: 403 })
  })

  it('are merged where they have not met, with what they have played', async () => {
    const [ann, bob] = await addSeenGuests('Ann', 'Bob')
    const [group] = await draw(1)
    await call('events.result', { groupId: group!._id, order: [ann, bob] })
    const [other] = await addSeenGuests('Anna')
    expect(await refusal('events.mergeEntrants', { from: ann, into: bob })).toMatchObject({
      error: 409,
      reason: 'These two were drawn into the same round.',
    })
    expect(await refusal('events.mergeEntrants', { from: ann, into: ann })).toMatchObject({ error: 404 })
    await call('events.mergeEntrants', { from: ann, into: other })
    await visitor.waitUntil(() => entrants().length === 2 && ranks()[0]?.[0] === 'Anna')
    expect(ranks()).toEqual([
      ['Anna', 1],
      ['Bob', 2],
    ])
    expect(await untilLogged('merged')).toMatchObject({
      what: 'Ann into Anna',
      subject: { kind: 'merged', name: 'Ann', players: ['Anna'] },
    })
    // What was logged about the guest is now about the player that the guest was merged into.
    expect(log().find(({ action }) => action === 'result')).toMatchObject({
      subject: { kind: 'result', round: 1, players: ['Anna', 'Bob'] },
    })
  })

  it('are named in entries of the log from before subjects were stored', async () => {
    const [ann] = await addSeenGuests('Ann')
    await testApp.app.database.pool.query("UPDATE event_log SET subject = NULL, what = $2 WHERE event_id = $1 AND action = 'guest'", [
      eventId,
      `{${ann}}, {nobody}`,
    ])
    await addSeenGuests('Bob')
    await call('events.editEntrant', { entrantId: ann, displayName: 'Anna' })
    await untilLogged('renamed')
    await visitor.waitUntil(() => log().some(({ what }) => what === 'Anna, a player'))
    expect(log().find(({ what }) => what === 'Anna, a player')).not.toHaveProperty('subject')
  })

  it('stand in a voided game that is restored after they were merged', async () => {
    const [ann, bob] = await addSeenGuests('Ann', 'Bob')
    const [group] = await draw(1)
    await call('events.result', { groupId: group!._id, order: [ann, bob] })
    const voidId = uuidv7()
    await call('events.void', { _id: voidId, what: { groupId: group!._id } })
    const [other] = await addSeenGuests('Anna')
    await call('events.mergeEntrants', { from: ann, into: other })
    await call('events.undo', { voidId })
    await visitor.waitUntil(() => ranks()[0]?.[0] === 'Anna')
    expect(ranks()).toEqual([
      ['Anna', 1],
      ['Bob', 2],
    ])
  })

  it('are checked in together', async () => {
    await player.client.call('events.join', { eventId })
    await friend.client.call('events.join', { eventId })
    await call('events.presence', { all: true, presence: 'here' })
    await visitor.waitUntil(() => entrants().length === 2 && entrants().every(({ presence }) => presence === 'here'))
    await call('events.presence', { entrantIds: [entrants()[0]!._id], presence: 'paused' })
    await visitor.waitUntil(() => entrants().filter(({ presence }) => presence === 'paused').length === 1)
    expect(await refusal('events.presence', { all: true, presence: 'here' }, player)).toMatchObject({ error: 403 })
    expect(await refusal('events.presence', { entrantIds: [uuidv7()], presence: 'here' })).toMatchObject({ error: 404 })
    expect(await refusal('events.presence', { presence: 'here' })).toMatchObject({ error: 400 })
  })
})

describe('a game', () => {
  beforeEach(() => begin(MATCH))

  it('may have ties, whose players share the mean of their points', async () => {
    const ids = await addSeenGuests('Ann', 'Bob', 'Cleo', 'Dan')
    const [group] = await draw(1)
    const groupId = group!._id
    expect(await refusal('events.result', { groupId, order: ids, places: [1, 2, 4, 4] })).toMatchObject({
      error: 400,
      details: [{ path: 'places' }],
    })
    expect(await refusal('events.result', { groupId, order: ids, places: [1, 2, 2] })).toMatchObject({
      error: 400,
      details: [{ path: 'places' }],
    })
    await call('events.result', { groupId, order: ids, places: [1, 2, 2, 4] })
    await visitor.waitUntil(() => getStandings(visitor, eventId)[0]?.points === 7)
    expect(getStandings(visitor, eventId).map(({ displayName, points }) => [displayName, points])).toEqual([
      ['Ann', 7],
      ['Bob', 4],
      ['Cleo', 4],
      ['Dan', 1],
    ])
    expect(getRoundGroups(visitor, eventId, 1)[0]).toMatchObject({ places: [1, 2, 2, 4] })
    expect((await untilLogged('result')).what).toMatch(/: 1\. Ann, 2\. Bob, 2\. Cleo, 4\. Dan$/)
    await call('events.result', { groupId, order: ids })
    await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1)[0]?.places === undefined)
    await begin(STRIKES)
    const two = await addSeenGuests('Ann', 'Bob')
    const [duel] = await draw(1)
    expect(await refusal('events.result', { groupId: duel!._id, order: two, places: [1, 1] })).toMatchObject({
      error: 400,
      details: [{ path: 'places' }],
    })
  })

  it('that was confirmed is voided, moved and played again, or restored by one undo', async () => {
    const ids = await addSeenGuests('Ann', 'Bob')
    const [group] = await draw(1)
    const groupId = group!._id
    const voidId = uuidv7()
    expect(await refusal('events.void', { _id: voidId, what: { groupId } })).toMatchObject({ error: 409 })
    await call('events.result', { groupId, order: ids })
    for (let i = 0; i < 2; i++) expect(await call('events.void', { _id: voidId, what: { groupId }, reason: 'It had broken' })).toEqual({})
    await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1)[0]?.state === 'playing')
    await visitor.waitUntil(() => ranks()[1]?.[1] === 1)
    const other = machines.slice(0, 3).find(id => id !== group!.machineId)
    await call('events.move', { groupId, machineId: other })
    await call('events.undo', { voidId })
    await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1)[0]?.state === 'confirmed')
    expect(getRoundGroups(visitor, eventId, 1)[0]).toMatchObject({ machineId: group!.machineId, result: ids })
    await visitor.waitUntil(() => ranks()[1]?.[1] === 2)

    const second = uuidv7()
    await call('events.void', { _id: second, what: { groupId } })
    await call('events.result', { groupId, order: [...ids].reverse() })
    expect(await refusal('events.undo', { voidId: second })).toMatchObject({ error: 409, reason: 'This game was played again.' })
    await visitor.waitUntil(() => ranks()[0]?.[0] === 'Bob')
    expect(await refusal('events.void', { _id: uuidv7(), what: { groupId } }, player)).toMatchObject({ error: 403 })
    expect(await refusal('events.void', { _id: uuidv7(), what: { groupId: uuidv7() } })).toMatchObject({ error: 404 })
  })

  it('whose round was taken back is not restored', async () => {
    const ids = await addSeenGuests('Ann', 'Bob')
    const [group] = await draw(1)
    await call('events.result', { groupId: group!._id, order: ids })
    const voidId = uuidv7()
    await call('events.void', { _id: voidId, what: { groupId: group!._id } })
    const [round] = documents<{ number: number }>('eventRounds')
    await call('events.drop', { roundId: round!._id })
    expect(await refusal('events.undo', { voidId })).toMatchObject({ error: 409, reason: 'The round of this game was taken back.' })
  })
})

describe('a result that players enter', () => {
  const confirmed = () => getRoundGroups(visitor, eventId, 1)[0]?.state === 'confirmed'

  /** An event with a drawn group of the two players. @returns the group, and how each of them enters a result */
  async function drawPlayers(agreement: string) {
    await begin(MATCH)
    await call('events.edit', { agreement })
    await call('events.addPlayers', { entries: [player, friend].map(({ id: userId }) => ({ _id: uuidv7(), userId })) })
    await visitor.waitUntil(() => entrants().length === 2)
    const [group] = await draw(1)
    const enter = (by: TestUser, order: readonly string[]) => by.client.tryCall('events.result', { eventId, groupId: group!._id, order })
    return { order: group!.entrantIds, group: group!._id, enter }
  }

  it('counts at once where one entry is enough', async () => {
    const { order, enter } = await drawPlayers('one')
    expect(event().agreement).toBe('one')
    expect(await enter(player, order)).toEqual({ result: { state: 'confirmed' } })
    await visitor.waitUntil(confirmed)
    expect(await untilLogged('result')).toMatchObject({ by: { userId: player.id } })
    expect(await enter(friend, [...order].reverse())).toMatchObject({ error: { error: 409 } })
  })

  it('counts when two of the group enter the same, and waits for the director when they contradict', async () => {
    const { order, enter } = await drawPlayers('two')
    for (let i = 0; i < 2; i++) expect(await enter(player, order)).toEqual({ result: { state: 'entered' } })
    const other = [...order].reverse()
    expect(await enter(friend, other)).toEqual({ result: { state: 'entered' } })
    await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1)[0]?.contested !== undefined)
    expect(getRoundGroups(visitor, eventId, 1)[0]!.contested!.map(entry => entry.order)).toEqual([order, other])
    expect(await enter(friend, order)).toEqual({ result: { state: 'confirmed' } })
    await visitor.waitUntil(confirmed)
    expect(getRoundGroups(visitor, eventId, 1)[0]).toMatchObject({ result: order })
    expect(getRoundGroups(visitor, eventId, 1)[0]).not.toHaveProperty('contested')
  })

  it('counts when two of the group have tapped tied players in another order', async () => {
    const { order, group } = await drawPlayers('two')
    const enter = (by: TestUser, tied: readonly string[]) =>
      by.client.tryCall('events.result', { eventId, groupId: group, order: tied, places: [1, 1] })
    expect(await enter(player, order)).toEqual({ result: { state: 'entered' } })
    expect(await enter(friend, [...order].reverse())).toEqual({ result: { state: 'confirmed' } })
  })

  it('is decided by the director, whose entry always counts', async () => {
    const { order, enter } = await drawPlayers('two')
    await enter(player, order)
    await enter(friend, [...order].reverse())
    expect(await enter(director, order)).toEqual({ result: { state: 'confirmed' } })
    await visitor.waitUntil(confirmed)
    expect(getRoundGroups(visitor, eventId, 1)[0]).not.toHaveProperty('enteredBy')
    expect(await refusal('events.edit', { agreement: 'three' })).toMatchObject({ error: 400, details: [{ path: 'agreement' }] })
  })
})

describe('the machines of an event that has begun', () => {
  it('have their new name when a machine is renamed, as has a player’s progress on it', async () => {
    await begin(BEST)
    await player.client.call('scores.submit', { _id: uuidv7(), machineId: machines[0], value: 1_234_560 })
    await visitor.subscribe('players.progress', { username: 'Player', machineId: machines[0] })
    await grantRoles(testApp, friend.id, ['machine-editor'])
    await friend.client.call('machines.edit', { machineId: machines[0], name: 'Renamed' })
    const names = (collection: string): unknown[] => [...visitor.documents(collection).values()].map(each => each.machineName ?? each.name)
    await visitor.waitUntil(() => names('eventMachines').includes('Renamed') && names('progress').includes('Renamed'))
  })

  it('may be added, and one that is left out stays out of order if something was played on it', async () => {
    await begin(MATCH)
    await addSeenGuests('Ann', 'Bob')
    const [group] = await draw(1)
    const unused = machines.slice(0, 3).filter(id => id !== group!.machineId)
    await call('events.edit', { machineIds: [machines[3]!, unused[0]!] })
    await visitor.waitUntil(() => documents<{ machineId: string }>('eventMachines').some(({ machineId }) => machineId === machines[3]))
    const shown = documents<{ machineId: string; active: boolean; order: number }>('eventMachines').sort((a, b) => a.order - b.order)
    expect(shown.map(({ machineId, active }) => [machineId, active])).toEqual([
      [machines[3], true],
      [unused[0], true],
      [group!.machineId, false],
    ])
    await call('events.move', { groupId: group!._id, machineId: machines[3] })
    await call('events.edit', { format: { ...MATCH, rounds: 5 } })
    expect(await refusal('events.edit', { format: { ...MATCH, points: 'papa' } })).toMatchObject({
      error: 409,
      reason: 'It has begun: its format stays as it is.',
    })
  })

  it('stay out of order when others are changed before it begins', async () => {
    await begin(MATCH, { startsAt: HOUR, endsAt: 2 * HOUR })
    await call('events.setMachine', { machineId: machines[0], active: false })
    await call('events.edit', { machineIds: [machines[1], machines[0], machines[4]] })
    await visitor.waitUntil(() => event().machineIds.includes(machines[4]!))
    const broken = documents<{ machineId: string; active: boolean }>('eventMachines').filter(({ active }) => !active)
    expect(broken.map(({ machineId }) => machineId)).toEqual([machines[0]])
  })
})

describe('a playoff', () => {
  it('decides a tie that the format leaves open, until another result separates the players', async () => {
    await begin(MATCH)
    const [ann, bob, cleo] = await addSeenGuests('Ann', 'Bob', 'Cleo')
    const order = [bob, ann, cleo]
    expect(await refusal('events.playoff', { _id: uuidv7(), order: [ann, bob] })).toMatchObject({
      error: 409,
      reason: 'These players do not share a rank.',
    })
    const _id = uuidv7()
    for (let i = 0; i < 2; i++) expect(await call('events.playoff', { _id, order })).toEqual({})
    const decided = [
      ['Bob', 1],
      ['Ann', 2],
      ['Cleo', 3],
    ]
    await visitor.waitUntil(() => ranks()[2]?.[1] === 3)
    expect(ranks()).toEqual(decided)
    expect(getStandings(visitor, eventId).map(({ playoff }) => playoff)).toEqual([true, true, true])
    expect(await untilLogged('playoff')).toMatchObject({ what: 'Bob, Ann, Cleo' })
    const { body } = await visitor.call<{ body: string }>('events.export', { eventId, as: 'json' })
    const exported = JSON.parse(body) as ExportedEvent
    expect(exported.standings.map(({ rank, playoff }) => [rank, playoff])).toEqual([1, 2, 3].map(rank => [rank, true]))
    expect(recomputeStandings(exported)).toEqual(exported.standings)
    const { body: csv } = await visitor.call<{ body: string }>('events.export', { eventId, as: 'csv' })
    expect(csv).toContain('position,name,ifpa_number,points,tie_break\r\n1,Bob,,0,playoff\r\n')

    const [group] = await draw(1)
    await call('events.result', { groupId: group!._id, order: [cleo, bob, ann] })
    await visitor.waitUntil(() => ranks()[0]?.[0] === 'Cleo')
    expect(getStandings(visitor, eventId).some(({ playoff }) => playoff)).toBe(false)
    expect(await refusal('events.playoff', { _id: uuidv7(), order }, player)).toMatchObject({ error: 403 })
    expect(await refusal('events.playoff', { _id, order: [cleo, bob, ann] })).toMatchObject({ error: 409 })
  })
})

it('another director takes over', async () => {
  await begin(MATCH)
  expect(await refusal('events.handOver', { userId: player.id }, player)).toMatchObject({ error: 403 })
  await call('events.handOver', { userId: player.id })
  await visitor.waitUntil(() => event().directorId === player.id)
  expect(await refusal('events.close')).toMatchObject({ error: 403 })
  expect(await player.client.call('events.close', { eventId })).toEqual({})
})
