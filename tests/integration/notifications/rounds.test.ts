import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventGroupDoc, EventRoundDoc } from '#events/contract/documents.ts'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { PushService, type PushSubscription } from '../fakes/push-service.ts'
import { createEvent, getRoundGroups } from '../helpers/events.ts'
import { addToGroup, createGroup } from '../helpers/groups.ts'
import { createSettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

const MINUTE = 60_000
const FOURS: MatchPlay = { kind: 'match-play', grouping: 'random', groupSize: 4, rounds: 5, points: 'ifpa' }
const PAIRS: MatchPlay = { ...FOURS, groupSize: 2 }

interface Listener extends TestUser {
  device: PushSubscription
}

const clock = createSettableClock()
let push: PushService
let testApp: TestApp
let director: TestUser
let listeners: Listener[]
let machines: { id: string; name: string }[]
let eventId: string
let roundId: string
/** the entrants of the event, by their names */
let entrants: Map<string, string>

beforeAll(async () => {
  push = await new PushService().open()
  testApp = await createTestApp({ clock, config: { rateLimits: 'off', pushOrigins: [push.origin] } })
  director = await signUp(testApp, 'Director')
  await grantRoles(testApp, director.id, ['event-director'])
  machines = await listMachines(testApp, 6)
  listeners = []
  for (const name of ['Ann', 'Bo', 'Cy', 'Dee', 'Eve', 'Fay']) {
    const user = await signUp(testApp, name)
    const device = push.createSubscription()
    await user.client.call('notifications.subscribe', { endpoint: device.endpoint, keys: device.keys })
    await user.client.call('notifications.set', { rounds: true })
    listeners.push({ ...user, device })
  }
})
afterAll(async () => {
  await testApp.close()
  await push.close()
})

const runOnce = (): Promise<void> => testApp.app.features.notifications.runOnce()
const later = (ms: number): void => clock.set(clock.now() + ms)

/** Holds the row that a search for notifications needs, so that none takes place meanwhile. */
async function beforeAnybodyLooks(run: () => Promise<unknown>): Promise<void> {
  const holder = await testApp.app.database.pool.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT n FROM notification_cursor FOR UPDATE')
    await run()
    await holder.query('ROLLBACK')
  } finally {
    holder.release()
  }
}

/** Starts an event with these players and draws its first round. */
async function begin(
  format: EventFormat,
  players: readonly Listener[],
  { guests = [], ...more }: { guests?: string[]; groupId?: string } = {},
) {
  eventId = await createEvent(director, clock.now(), { format, machineIds: machines.map(({ id }) => id), ...more })
  const entries = [
    ...players.map(({ id: userId, username: name }) => ({ name, entry: { _id: uuidv7(), userId } })),
    ...guests.map(name => ({ name, entry: { _id: uuidv7(), displayName: name } })),
  ]
  const added = await director.client.call<{ entrants: { entrantId: string }[] }>('events.addPlayers', {
    eventId,
    entries: entries.map(({ entry }) => entry),
  })
  entrants = new Map(entries.map(({ name }, i) => [name, added.entrants[i]!.entrantId]))
  await director.client.subscribe('events.rounds', { eventId })
  await draw()
}

async function draw(): Promise<void> {
  roundId = uuidv7()
  await director.client.call('events.draw', { _id: roundId, eventId })
  await director.client.waitUntil(() => director.client.documents('eventRounds').has(roundId))
}

const groups = () => getRoundGroups(director.client, eventId, round().number)
const round = () => director.client.documents('eventRounds').get(roundId) as unknown as EventRoundDoc
const groupOf = ({ username }: TestUser) => groups().find(({ entrantIds }) => entrantIds.includes(entrants.get(username)!))!
const nameOf = (entrantId: string): string => [...entrants].find(([, id]) => id === entrantId)![0]
const machineName = ({ machineId }: Pick<EventGroupDoc, 'machineId'>): string => machines.find(({ id }) => id === machineId)!.name

/** What a push message says of a player's group, as the documents have it. */
function seatOf(user: TestUser, number = 1): string {
  const group = groupOf(user)
  const others = group.entrantIds.map(nameOf).filter(name => name !== user.username)
  const last = others.pop()
  return `Round ${number}: you’re on ${machineName(group)} with ${others.length === 0 ? last : `${others.join(', ')} and ${last}`}.`
}

/** The texts of the messages since the last call. */
function heard({ device }: Listener): string[] {
  const all = push.messages(device).map(({ body }) => body)
  const from = read.get(device.path) ?? 0
  read.set(device.path, all.length)
  return all.slice(from)
}
const read = new Map<string, number>()

/** Moves the group of a player to a machine on which it is not. */
async function move(user: TestUser): Promise<void> {
  const { _id: groupId, machineId } = groupOf(user)
  const other = machines.find(({ id }) => id !== machineId)!
  await director.client.call('events.move', { eventId, groupId, machineId: other.id })
  await director.client.waitUntil(() => groupOf(user).machineId === other.id)
}

describe('a round that is drawn', () => {
  it('is told to each of its players who has an account: on what and with whom, once, in the player’s language', async () => {
    const [ann, bo, cy] = listeners as [Listener, Listener, Listener]
    await bo.client.call('account.setLocale', { locale: 'de' })
    await begin(FOURS, [ann, bo, cy], { guests: ['Zoe'] })
    await director.client.call('events.draw', { _id: roundId, eventId })
    await runOnce()
    await runOnce()
    expect(push.messages(ann.device).at(-1)).toEqual({
      title: 'Selfie league',
      body: seatOf(ann),
      tag: `round:${eventId}`,
      url: `/events/${eventId}`,
    })
    expect(seatOf(ann)).toContain('Zoe')
    expect([ann, cy].map(heard)).toEqual([[seatOf(ann)], [seatOf(cy)]])
    expect(heard(bo)).toEqual([expect.stringMatching(/^Runde 1: Du spielst auf .+ mit .+, .+ und .+\.$/)])
    expect(push.lastHeaders(ann.device)).toMatchObject({ urgency: 'high' })
    await bo.client.call('account.setLocale', { locale: 'en' })
  })

  it('one of games that begin one by one is told without its round, also while games of later rounds are played', async () => {
    const [ann, bo] = listeners as [Listener, Listener]
    await begin({ kind: 'flip-frenzy', groupSize: 2, minutes: 60, order: 'net', leastGames: 0 }, [ann, bo], { guests: ['Yan', 'Zoe'] })
    const open = () =>
      ([...director.client.documents('eventGroups')] as unknown as [string, EventGroupDoc][])
        .map(([_id, group]) => ({ ...group, _id }))
        .filter(group => group.eventId === eventId && group.state !== 'confirmed')
    const gameOf = ({ username }: TestUser) => open().find(({ entrantIds }) => entrantIds.includes(entrants.get(username)!))!
    const told = (user: TestUser): string => {
      const { entrantIds, machineId } = gameOf(user)
      const [other] = entrantIds.map(nameOf).filter(name => name !== user.username)
      return `You’re up: ${machineName({ machineId })} with ${other}.`
    }
    await director.client.waitUntil(() => open().length === 2)
    await runOnce()
    expect([ann, bo].map(heard)).toEqual([[told(ann)], [told(bo)]])
    // The other two end their game, and play the next one, which is of another round.
    const [other] = open().filter(({ _id }) => _id !== gameOf(ann)._id)
    await director.client.call('events.result', { eventId, groupId: other!._id, order: other!.entrantIds })
    await director.client.waitUntil(() => open().length === 2 && open().every(({ _id }) => _id !== other!._id))
    later(MINUTE)
    await runOnce()
    heard(ann)
    heard(bo)
    const { _id: groupId, machineId } = gameOf(ann)
    const free = machines.find(({ id }) => open().every(each => each.machineId !== id))!
    await director.client.call('events.move', { eventId, groupId, machineId: free.id })
    await director.client.waitUntil(() => gameOf(ann).machineId !== machineId)
    later(MINUTE)
    await runOnce()
    expect(heard(ann)).toEqual([told(ann)])
    heard(bo)
  })

  it('tells who has a bye', async () => {
    const three = listeners.slice(0, 3)
    await begin(PAIRS, three)
    await runOnce()
    const [standsBy] = round().byes.map(nameOf)
    expect(three.map(each => [each.username, heard(each)])).toEqual(
      three.map(each => [each.username, [each.username === standsBy ? 'Round 1: you have a bye.' : seatOf(each)]]),
    )
  })

  it('is not told once it is dropped, but the round that is drawn in its place is, at once', async () => {
    const pair = listeners.slice(0, 2)
    await beforeAnybodyLooks(async () => {
      await begin(PAIRS, pair)
      await director.client.call('events.drop', { eventId, roundId })
    })
    await runOnce()
    expect(pair.map(heard)).toEqual([[], []])
    await draw()
    await runOnce()
    expect(pair.map(heard)).toEqual(pair.map(each => [seatOf(each)]))
    await director.client.call('events.drop', { eventId, roundId })
    await draw()
    await runOnce()
    expect(pair.map(heard)).toEqual(pair.map(each => [seatOf(each)]))
  })

  it('is told when it is shown, if it was held back, and says no machine where the players choose it', async () => {
    const pair = listeners.slice(0, 2)
    const machineIds = machines.map(({ id }) => id)
    eventId = await createEvent(director, clock.now(), { format: PAIRS, machineIds, machineDraw: 'manual' })
    await director.client.call('events.addPlayers', { eventId, entries: pair.map(({ id: userId }) => ({ _id: uuidv7(), userId })) })
    roundId = uuidv7()
    await director.client.call('events.draw', { _id: roundId, eventId, held: true })
    await runOnce()
    expect(pair.map(heard)).toEqual([[], []])
    await director.client.call('events.show', { eventId, roundId })
    await runOnce()
    expect(pair.map(heard)).toEqual([...pair].reverse().map(({ username }) => [`Round 1: you play with ${username}.`]))
  })

  it('is told at once when it is shown, also if it was changed while it was held back', async () => {
    const pair = listeners.slice(0, 2)
    eventId = await createEvent(director, clock.now(), { format: PAIRS, machineIds: machines.map(({ id }) => id) })
    await director.client.call('events.addPlayers', { eventId, entries: pair.map(({ id: userId }) => ({ _id: uuidv7(), userId })) })
    await director.client.subscribe('events.heldRounds', { eventId })
    roundId = uuidv7()
    await director.client.call('events.draw', { _id: roundId, eventId, held: true })
    await director.client.waitUntil(() => getRoundGroups(director.client, eventId, 1).length === 1)
    const [{ _id: groupId, machineId }] = getRoundGroups(director.client, eventId, 1) as [EventGroupDoc & { _id: string }]
    const other = machines.find(({ id }) => id !== machineId)!
    await director.client.call('events.move', { eventId, groupId, machineId: other.id })
    await runOnce()
    expect(pair.map(heard)).toEqual([[], []])
    await director.client.call('events.show', { eventId, roundId })
    await runOnce()
    expect(pair.map(heard)).toEqual([...pair].reverse().map(({ username }) => [`Round 1: you’re on ${other.name} with ${username}.`]))
  })

  it('is told once by two nodes, and not to those who have it turned off', async () => {
    const [quiet, ...pair] = listeners.slice(0, 3) as [Listener, Listener, Listener]
    await quiet.client.call('notifications.set', { rounds: false })
    const other = await testApp.startSecondNode()
    await begin(FOURS, [quiet, ...pair])
    await Promise.all([runOnce(), other.features.notifications.runOnce(), runOnce(), other.features.notifications.runOnce()])
    await Promise.all([runOnce(), other.features.notifications.runOnce()])
    expect([quiet, ...pair].map(heard)).toEqual([[], ...pair.map(each => [seatOf(each)])])
    await other.close()
    await quiet.client.call('notifications.set', { rounds: true })
  })

  it('of a private group is told to its members alone', async () => {
    const [stays, goes] = listeners as [Listener, Listener]
    const groupId = await createGroup(director, 'private', 'Hidden speakeasy')
    for (const user of [stays, goes]) await addToGroup(director, groupId, user)
    await beforeAnybodyLooks(async () => {
      await begin(PAIRS, [stays, goes], { groupId })
      await director.client.call('groups.removeMember', { groupId, userId: goes.id })
    })
    await runOnce()
    expect([stays, goes].map(heard)).toEqual([[seatOf(stays)], []])
  })

  it('tells the open pages of its players by the channel `user`', async () => {
    const [ann, bo] = listeners as [Listener, Listener]
    const told = ({ client }: TestUser) =>
      client.messages.flatMap(({ __vent, e }) => (__vent === '1' && (e as { eventId?: string }).eventId === eventId ? [e] : []))
    for (const { client } of [ann, bo]) await client.subscribe('user', uuidv7(), {})
    await begin(PAIRS, [ann, bo])
    const seat = (others: string[]) => ({
      kind: 'round-seat',
      eventId,
      round: 1,
      bye: false,
      machines: [machineName(groups()[0]!)],
      others,
    })
    await ann.client.waitUntil(() => told(ann).length === 1)
    await bo.client.waitUntil(() => told(bo).length === 1)
    expect([told(ann), told(bo)]).toEqual([[seat(['Bo'])], [seat(['Ann'])]])
    // Were the draw found only after the clock is set, the move would wait a minute more, into the next test.
    await runOnce()
    await move(ann)
    await ann.client.waitUntil(() => told(ann).length === 2)
    expect(told(ann)[1]).toEqual(seat(['Bo']))
    later(MINUTE)
    await runOnce()
    for (const each of [ann, bo]) heard(each)
  })
})

describe('a change of a running round', () => {
  it('is told to the players of its group, at most once a minute, as it then is', async () => {
    const four = listeners.slice(0, 4)
    const [ann] = four as [Listener]
    await begin(PAIRS, four)
    await runOnce()
    for (const each of four) heard(each)
    await move(ann)
    await runOnce()
    await move(ann)
    await runOnce()
    expect(four.map(heard)).toEqual([[], [], [], []])
    later(MINUTE)
    await runOnce()
    const isAffected = (each: Listener): boolean => groupOf(each)._id === groupOf(ann)._id
    expect(four.map(heard)).toEqual(four.map(each => (isAffected(each) ? [seatOf(each)] : [])))
    later(MINUTE)
    await move(ann)
    await runOnce()
    await runOnce()
    expect(four.map(heard)).toEqual(four.map(each => (isAffected(each) ? [seatOf(each)] : [])))
  })

  it('is told to both groups where two players change places, and again where that is taken back', async () => {
    await begin(PAIRS, listeners)
    await runOnce()
    for (const each of listeners) heard(each)
    later(MINUTE)
    const [one, two] = groups() as [EventGroupDoc & { _id: string }, EventGroupDoc & { _id: string }]
    const [a, b, c, d] = [...one.entrantIds, ...two.entrantIds] as [string, string, string, string]
    const _id = uuidv7()
    const arranged = [
      { groupId: one._id, entrantIds: [a, c], was: [a, b] },
      { groupId: two._id, entrantIds: [b, d], was: [c, d] },
    ]
    await director.client.call('events.arrange', { _id, eventId, roundId, groups: arranged })
    await director.client.waitUntil(() => groups()[0]!.entrantIds.includes(c))
    await runOnce()
    const affected = (each: Listener): boolean => [a, b, c, d].includes(entrants.get(each.username)!)
    expect(listeners.map(heard)).toEqual(listeners.map(each => (affected(each) ? [seatOf(each)] : [])))
    await director.client.call('events.undo', { eventId, voidId: _id })
    await director.client.waitUntil(() => groups()[0]!.entrantIds.includes(b))
    later(MINUTE)
    await runOnce()
    expect(listeners.map(heard)).toEqual(listeners.map(each => (affected(each) ? [seatOf(each)] : [])))
  })

  it('is not told of a result, nor of what has been played or is over when it could be told', async () => {
    const four = listeners.slice(0, 4)
    await begin(PAIRS, four)
    await runOnce()
    for (const each of four) heard(each)
    later(MINUTE)
    const [played, open] = groups() as [EventGroupDoc & { _id: string }, EventGroupDoc & { _id: string }]
    const moveGroup = ({ _id: groupId, machineId }: EventGroupDoc & { _id: string }) =>
      director.client.call('events.move', { eventId, groupId, machineId: machines.find(({ id }) => id !== machineId)!.id })
    await beforeAnybodyLooks(async () => {
      await moveGroup(played)
      await director.client.call('events.result', { eventId, groupId: played._id, order: played.entrantIds })
    })
    await runOnce()
    await beforeAnybodyLooks(async () => {
      await moveGroup(open)
      await director.client.call('events.close', { eventId })
    })
    await runOnce()
    expect(four.map(heard)).toEqual([[], [], [], []])
  })
})
