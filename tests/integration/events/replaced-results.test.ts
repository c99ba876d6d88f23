import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { addAccounts, createEvent, createEventTestApp, getRoundGroups } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import type { TestUser } from '../helpers/users.ts'

const MATCH: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 2, points: 'ifpa' }

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let [first, second, player, rival]: TestUser[] = []
let visitor: DdpTestClient
let eventId: string
let groupId: string
/** the group's entrants: the player's and the rival's */
let [a, b]: string[] = []

beforeAll(async () => {
  const app = await createEventTestApp(['First', 'Second', 'Player', 'Rival'], 3)
  ;({ testApp, clock, machines, director, visitor } = app)
  ;[first, second, player, rival] = app.players
  for (const each of [first!, second!, player!, rival!]) await each.client.subscribe('user', 'v', {})
})
afterAll(() => testApp.close())

beforeEach(async () => {
  eventId = await createEvent(director, clock.now(), { format: MATCH, machineIds: machines })
  await visitor.subscribe('events.rounds', { eventId })
  for (const { id: userId } of [first!, second!]) await director.client.call('events.setStaff', { eventId, userId, role: 'scorekeeper' })
  ;[a, b] = await addAccounts(director, eventId, [player!, rival!])
  await director.client.call('events.draw', { _id: uuidv7(), eventId })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length === 1)
  groupId = getRoundGroups(visitor, eventId, 1)[0]!._id
})

const enter = (by: TestUser | undefined, order: (string | undefined)[], more: object = {}) =>
  by!.client.tryCall('events.result', { eventId, groupId, order, ...more })
const group = () => getRoundGroups(visitor, eventId, 1)[0]!
/** What the channel `user` has told about results of this event. */
const told = async ({ client }: TestUser) => {
  await client.call('machines.search', { text: '' })
  return client.messages
    .filter(message => message.__vent === '1')
    .map(({ e }) => e as { kind: string; eventId?: string })
    .filter(each => each.eventId === eventId && each.kind === 'result-replaced')
}
const confirmed = { result: { state: 'confirmed' } }
const refusedFor = (order: (string | undefined)[], by: TestUser | undefined, reason = 'Another result of this group counts already.') => ({
  error: {
    error: 409,
    reason,
    details: { code: 'entered-before', earlier: { order, by: { userId: by!.id, username: by!.username, displayName: by!.username } } },
  },
})

it('a helper’s entry does not replace what another helper has confirmed, unless it names that', async () => {
  expect(await enter(first, [a, b])).toEqual(confirmed)
  expect(await enter(second, [b, a])).toMatchObject(refusedFor([a, b], first))
  expect(await enter(second, [b, a], { replaces: { order: [b, a] } })).toMatchObject(refusedFor([a, b], first))
  await visitor.waitUntil(() => group().state === 'confirmed')
  expect(group()).toMatchObject({ result: [a, b], confirmedBy: { userId: first!.id } })
  expect(group()).not.toHaveProperty('replaced')
  expect(await enter(second, [b, a], { replaces: { order: [a, b] } })).toEqual(confirmed)
  await visitor.waitUntil(() => group().result?.[0] === b)
  expect(group()).toMatchObject({ confirmedBy: { userId: second!.id }, replaced: { order: [a, b], confirmedBy: { userId: first!.id } } })
  expect(await told(first!)).toEqual([{ kind: 'result-replaced', eventId, groupId, game: 1, by: second!.id }])
  expect([await told(second!), await told(player!)]).toEqual([[], []])
})

it('the same entry again gives the same answer, also from another helper, and tells nobody', async () => {
  for (const by of [first, first, second]) expect(await enter(by, [a, b])).toEqual(confirmed)
  expect(await enter(second, [b, a], { replaces: { order: [a, b] } })).toEqual(confirmed)
  expect(await enter(second, [b, a], { replaces: { order: [a, b] } })).toEqual(confirmed)
  expect(await told(first!)).toHaveLength(1)
})

it('a helper corrects an own entry by entering another, until somebody else has replaced it', async () => {
  expect(await enter(first, [a, b])).toEqual(confirmed)
  expect(await enter(first, [b, a])).toEqual(confirmed)
  expect(await enter(director, [a, b], { replaces: { order: [b, a] } })).toEqual(confirmed)
  expect(await enter(first, [b, a])).toMatchObject(refusedFor([a, b], director))
})

it('of two entries at the same moment one counts, and the other is told of it', async () => {
  const answers = await Promise.all([enter(first, [a, b]), enter(second, [b, a])])
  const won = answers.findIndex(answer => answer.result !== undefined)
  expect(answers[won]).toEqual(confirmed)
  expect(answers[1 - won]).toMatchObject(won === 0 ? refusedFor([a, b], first) : refusedFor([b, a], second))
})

it('a device’s entry and its director’s are those of two people', async () => {
  const { url } = await director.client.call<{ url: string }>('events.deviceLink', { _id: uuidv7(), eventId })
  const key = 'k'.repeat(43)
  await visitor.call('events.openDevice', { token: new URL(url).hash.slice(1), key })
  const onDevice = (order: (string | undefined)[], more: object = {}) =>
    visitor.tryCall('events.result', { eventId, groupId, order, device: key, ...more })
  expect(await enter(director, [a, b])).toEqual(confirmed)
  expect(await onDevice([b, a])).toMatchObject(refusedFor([a, b], director))
  expect(await onDevice([b, a], { replaces: { order: [a, b] } })).toEqual(confirmed)
  expect(await enter(director, [a, b])).toMatchObject({ error: { details: { earlier: { order: [b, a], byDevice: true } } } })
})

it('players of a group are told what counts, and two who contradict each other keep both entries for the director', async () => {
  expect(await enter(player, [a, b])).toEqual({ result: { state: 'entered' } })
  expect(await enter(rival, [b, a])).toEqual({ result: { state: 'entered' } })
  await visitor.waitUntil(() => group().contested?.length === 2)
  expect(group().contested).toEqual([
    { entrantId: a, order: [a, b] },
    { entrantId: b, order: [b, a] },
  ])
  expect(await enter(director, [b, a])).toEqual(confirmed)
  await visitor.waitUntil(() => group().state === 'confirmed')
  expect(group().replaced).toEqual({ order: [a, b], entrantId: a })
  expect(await told(player!)).toEqual([{ kind: 'result-replaced', eventId, groupId, game: 1, by: director.id }])
  expect(await enter(player, [a, b])).toMatchObject(refusedFor([b, a], director, 'The director has confirmed another result.'))
})

it('a game that is voided is entered anew without a question, and an undone void keeps who entered its result', async () => {
  expect(await enter(first, [a, b])).toEqual(confirmed)
  const voidId = uuidv7()
  await director.client.call('events.void', { _id: voidId, eventId, what: { groupId } })
  await director.client.call('events.undo', { eventId, voidId })
  expect(await enter(second, [b, a])).toMatchObject(refusedFor([a, b], first))
  await director.client.call('events.void', { _id: uuidv7(), eventId, what: { groupId } })
  expect(await enter(second, [b, a], { replaces: { order: [a, b] } })).toEqual(confirmed)
  await visitor.waitUntil(() => group().confirmedBy?.userId === second!.id)
  expect(group()).not.toHaveProperty('replaced')
})

it('a playoff that one has entered is replaced by another director only with a name for it', async () => {
  await director.client.call('events.setStaff', { eventId, userId: first!.id, role: 'co-director' })
  const playOff = (by: TestUser | undefined, order: (string | undefined)[], more: object = {}) =>
    by!.client.tryCall('events.playoff', { _id: uuidv7(), eventId, order, ...more })
  expect(await playOff(director, [a, b])).toEqual({ result: {} })
  for (const more of [{}, { replaces: [b, a] }])
    expect(await playOff(first, [b, a], more)).toMatchObject(refusedFor([a, b], director, 'Somebody else has entered another order.'))
  expect(await playOff(first, [b, a], { replaces: [a, b] })).toEqual({ result: {} })
  expect(await playOff(director, [a, b])).toMatchObject(refusedFor([b, a], first, 'Somebody else has entered another order.'))
  expect(await playOff(first, [a, b])).toEqual({ result: {} })
  expect(await playOff(director, [a, b])).toEqual({ result: {} })
})
