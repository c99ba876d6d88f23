import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import type { Agreement } from '#events/rules/result-agreement.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { BoardRowDoc } from '#scores/contract/boards.ts'
import { compareRows } from '#scores/rules.ts'
import type { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent, createEventTestApp, getRoundGroups } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import { digestPassword, grantRoles, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const MATCH: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 3, rounds: 2, points: 'ifpa' }
const CONFIRMED = { result: { state: 'confirmed' } }
const ENTERED = { result: { state: 'entered' } }
/** the order of these scores is that of `order` everywhere */
const SCORES = [3_000_000, 2_000_000, 1_000_000]

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let [ada, bob, cyd, helper]: TestUser[] = []
let visitor: DdpTestClient
/** the machine of the game, on which no other test has played, and another one of the event */
let [machineId, otherMachine]: string[] = []
let eventId: string
let roundId: string
let groupId: string
/** the entries of Ada, of Bob and of a guest */
let order: string[]

beforeAll(async () => {
  const app = await createEventTestApp(['Ada', 'Bob', 'Cyd', 'Helper'], 60)
  ;({ testApp, clock, machines, director, visitor } = app)
  ;[ada, bob, cyd, helper] = app.players
})
afterAll(() => testApp.close())

/** Begins an event with one game of Ada, Bob and a guest. */
async function begin(agreement: Agreement = 'director', format: object = MATCH, more: object = {}): Promise<void> {
  const machineIds = machines.splice(0, 2)
  expect(machineIds.length).toBe(2)
  eventId = await createEvent(director, clock.now(), { format: format as MatchPlay, machineIds, agreement, ...more })
  await visitor.subscribe('events.rounds', { eventId })
  await visitor.subscribe('scores.recent', { eventId, limit: 20 })
  await director.client.call('events.setStaff', { eventId, userId: helper!.id, role: 'scorekeeper' })
  const entries = [{ userId: ada!.id }, { userId: bob!.id }, { displayName: 'Guest' }].map(entry => ({ _id: uuidv7(), ...entry }))
  const { entrants } = await director.client.call<{ entrants: { entrantId: string }[] }>('events.addPlayers', { eventId, entries })
  order = entrants.map(({ entrantId }) => entrantId)
  roundId = uuidv7()
  await director.client.call('events.draw', { _id: roundId, eventId })
  await visitor.waitUntil(() => getRoundGroups(visitor, eventId, 1).length === 1)
  groupId = group()._id
  machineId = group().machineId
  otherMachine = machineIds.find(id => id !== machineId)!
  for (const id of machineIds) await visitor.subscribe('boards.top', { scope: { machineId: id } })
}
beforeEach(() => begin())

const group = () => getRoundGroups(visitor, eventId, 1)[0]!
const board = (id = machineId): [string, number][] =>
  [...visitor.documents('boardRows').values()]
    .map(document => document as unknown as BoardRowDoc)
    .filter(row => row.board.includes(id!))
    .sort(compareRows)
    .map(({ username, value }) => [username, value])
const boardIs = (rows: [string, number][], id = machineId) => visitor.waitUntil(() => JSON.stringify(board(id)) === JSON.stringify(rows))
/** The scores that the event's list shows, the highest first. */
const ofEvent = () =>
  [...visitor.documents('scores')]
    .map(([_id, score]) => ({
      _id,
      ...(score as { eventId?: string; username: string; value: number; createdAt: Date; achievedAt: Date }),
    }))
    .filter(score => score.eventId === eventId)
    .sort((a, b) => b.value - a.value)
const enter = (by: TestUser | undefined, more: object = { scores: SCORES }) =>
  by!.client.tryCall('events.result', { eventId, groupId, order, ...more })
const ADA_AND_BOB: [string, number][] = [
  ['Ada', 3_000_000],
  ['Bob', 2_000_000],
]

it('typed scores give the places, and count on the machine’s board and in the event’s list; the guest has none yet', async () => {
  expect(await enter(director, { scores: [5, 5, 1] })).toEqual(CONFIRMED)
  await boardIs([
    ['Ada', 5],
    ['Bob', 5],
  ])
  await visitor.waitUntil(() => group().state === 'confirmed')
  expect(group()).toMatchObject({ result: order, places: [1, 1, 3], scores: [5, 5, 1], state: 'confirmed' })
  expect(ofEvent().map(({ username, value }) => [username, value])).toEqual(expect.arrayContaining(board()))
  expect(await visitor.call('boards.place', { scope: { eventId, machineId }, userId: ada!.id })).toMatchObject({
    rank: 1,
    players: 2,
    value: 5,
  })
  const { exported } = await director.client
    .call<{ body: string }>('events.export', { eventId, as: 'json' })
    .then(({ body }) => ({ exported: JSON.parse(body) }))
  expect(exported.rounds[0].groups[0]).toMatchObject({ order, places: [1, 1, 3], scores: [5, 5, 1] })
})

it('the same result again changes nothing, and whoever leaves the scores out keeps them', async () => {
  await enter(director)
  await boardIs(ADA_AND_BOB)
  const before = ofEvent()
  for (const again of [enter(director), enter(helper), enter(helper, {})]) expect(await again).toEqual(CONFIRMED)
  await visitor.call('boards.place', { scope: { machineId }, userId: ada!.id })
  expect(ofEvent()).toEqual(before)
  expect(group()).toMatchObject({ scores: SCORES, confirmedBy: { userId: director.id } })
})

it('scores are added to places that count already, but other scores must name those that they replace', async () => {
  expect(await enter(director, {})).toEqual(CONFIRMED)
  expect(await enter(helper)).toEqual(CONFIRMED)
  await boardIs(ADA_AND_BOB)
  expect(group()).not.toHaveProperty('replaced')
  const other = { scores: [3_000_000, 2_500_000, null] }
  const earlier = { order, scores: SCORES }
  expect(await enter(director, other)).toMatchObject({ error: { error: 409, details: { code: 'entered-before', earlier } } })
  expect(await enter(director, { ...other, replaces: { order } })).toMatchObject({ error: { error: 409 } })
  const kept = ofEvent().find(({ username }) => username === 'Ada')!
  expect(await enter(director, { ...other, replaces: earlier })).toEqual(CONFIRMED)
  await boardIs([
    ['Ada', 3_000_000],
    ['Bob', 2_500_000],
  ])
  expect(ofEvent()[0]).toEqual(kept)
  expect(group()).toMatchObject({ scores: other.scores, replaced: earlier })
  expect(await enter(director, { scores: [null, null, null], replaces: { order, scores: other.scores } })).toEqual(CONFIRMED)
  await boardIs([])
  expect(group()).not.toHaveProperty('scores')
})

it('scores that contradict the order are refused, and so are ties where the format has none', async () => {
  const refused = (path: string, code: string) => ({ error: { error: 400, details: [{ path, code }] } })
  expect(await enter(director, { scores: [1, 2, 3] })).toMatchObject(refused('scores', 'score-order'))
  expect(await enter(director, { scores: [1, null, 3] })).toMatchObject(refused('scores', 'score-order'))
  expect(await enter(director, { scores: [3, 2, 1], places: [1, 1, 3] })).toMatchObject(refused('scores', 'score-order'))
  expect(await enter(director, { scores: [3, 2] })).toMatchObject(refused('scores', 'each-score'))
  await begin('director', { kind: 'strikes', groupSize: 3, strikesToLeave: 3, strikes: 'progressive' })
  expect(await enter(director, { scores: [3, 3, 1] })).toMatchObject(refused('scores', 'no-ties'))
  expect(group().state).toBe('playing')
})

it('of two helpers who type other scores at once one is told, and the board has those of the other', async () => {
  const answers = await Promise.all([enter(director, { scores: [30, 20, 10] }), enter(helper, { scores: [60, 50, 40] })])
  expect(answers.filter(({ error }) => error === undefined)).toEqual([CONFIRMED])
  expect(answers.find(({ error }) => error !== undefined)).toMatchObject({ error: { error: 409, details: { code: 'entered-before' } } })
  await visitor.waitUntil(() => group().state === 'confirmed')
  const [first, second] = group().scores!
  await boardIs([
    ['Ada', first!],
    ['Bob', second!],
  ])
})

it('a void takes the scores away, undo brings them back as they were, and a new result has its own', async () => {
  await enter(director)
  await boardIs(ADA_AND_BOB)
  const before = { group: group(), achieved: ofEvent().map(({ achievedAt }) => achievedAt) }
  const voidId = uuidv7()
  clock.set(clock.now() + 60_000)
  await director.client.call('events.void', { _id: voidId, eventId, what: { groupId } })
  await boardIs([])
  await visitor.waitUntil(() => ofEvent().length === 0 && group().state === 'playing')
  expect(group()).not.toHaveProperty('scores')
  await director.client.call('events.undo', { eventId, voidId })
  await boardIs(ADA_AND_BOB)
  await visitor.waitUntil(() => ofEvent().length === 2 && group().state === 'confirmed')
  expect({ group: group(), achieved: ofEvent().map(({ achievedAt }) => achievedAt) }).toEqual(before)
  await director.client.call('events.void', { _id: uuidv7(), eventId, what: { groupId } })
  await enter(director, { order: order.toReversed(), scores: [9, 8, 7] })
  await boardIs([
    ['Bob', 8],
    ['Ada', 7],
  ])
})

it('a change of the round takes the scores of games that it opens away, and its undo brings them back', async () => {
  await enter(director)
  await boardIs(ADA_AND_BOB)
  const before = group()
  const _id = uuidv7()
  const groups = [{ groupId, entrantIds: order.slice(0, 2), was: order }]
  await director.client.call('events.arrange', { _id, eventId, roundId, groups, reopens: true })
  await boardIs([])
  await director.client.call('events.undo', { eventId, voidId: _id })
  await boardIs(ADA_AND_BOB)
  await visitor.waitUntil(() => group().state === 'confirmed')
  expect(group()).toEqual(before)
})

it('scores count once the result does: where players enter it, if all who typed scores typed the same', async () => {
  await begin('two')
  expect(await enter(ada)).toEqual(ENTERED)
  await visitor.waitUntil(() => group().state === 'entered')
  expect(group()).toMatchObject({ scores: SCORES, enteredBy: [order[0]] })
  expect(await enter(bob, {})).toEqual(CONFIRMED)
  await boardIs(ADA_AND_BOB)
  expect(group().scores).toEqual(SCORES)

  await begin('two')
  expect(await enter(ada)).toEqual(ENTERED)
  expect(await enter(bob, { scores: [4_000_000, 2_000_000, 1_000_000] })).toEqual(CONFIRMED)
  await visitor.waitUntil(() => group().state === 'confirmed')
  expect(group()).not.toHaveProperty('scores')
  expect(ofEvent()).toEqual([])

  await begin('two')
  expect(await enter(ada)).toEqual(ENTERED)
  expect(await enter(director, {})).toEqual(CONFIRMED)
  await boardIs(ADA_AND_BOB)
})

it('a game moves its scores to another machine as long as it waits, and back with undo', async () => {
  await begin('two')
  await enter(ada)
  await director.client.call('events.move', { eventId, groupId, machineId: otherMachine! })
  await enter(bob, {})
  await boardIs(ADA_AND_BOB, otherMachine)
  const voidId = uuidv7()
  await director.client.call('events.void', { _id: voidId, eventId, what: { groupId } })
  await boardIs([], otherMachine)
  await director.client.call('events.move', { eventId, groupId, machineId: machineId! })
  await director.client.call('events.undo', { eventId, voidId })
  await boardIs(ADA_AND_BOB, otherMachine)
  expect(board()).toEqual([])
})

it('a guest’s score becomes that of the account that claims the entry', async () => {
  await enter(director)
  await boardIs(ADA_AND_BOB)
  const { code } = await director.client.call<{ code: string }>('events.claimCode', { eventId, entrantId: order[2]! })
  clock.set(clock.now() + 1_800_000)
  for (let i = 0; i < 2; i++) await cyd!.client.call('events.claim', { code })
  await boardIs([...ADA_AND_BOB, ['Cyd', 1_000_000]])
  await visitor.waitUntil(() => ofEvent().length === 3)
  expect(new Set(ofEvent().map(({ achievedAt }) => achievedAt.getTime())).size).toBe(1)
})

it('a guest’s score becomes that of the account into whose entry the guest’s is merged', async () => {
  await enter(director)
  await boardIs(ADA_AND_BOB)
  const { entrants } = await director.client.call<{ entrants: { entrantId: string }[] }>('events.addPlayers', {
    eventId,
    entries: [{ _id: uuidv7(), userId: cyd!.id }],
  })
  await director.client.call('events.mergeEntrants', { eventId, from: order[2]!, into: entrants[0]!.entrantId })
  await boardIs([...ADA_AND_BOB, ['Cyd', 1_000_000]])
  await visitor.waitUntil(() => group().result?.[2] === entrants[0]!.entrantId)
  expect(group().scores).toEqual(SCORES)
})

it('a game on no machine keeps its scores, and they are on no board', async () => {
  await begin('director', MATCH, { machineDraw: 'none' })
  expect(machineId).toBe('')
  expect(await enter(director)).toEqual(CONFIRMED)
  await visitor.waitUntil(() => group().state === 'confirmed')
  expect(group().scores).toEqual(SCORES)
  const { rows } = await testApp.app.database.pool.query('SELECT id FROM scores WHERE event_id = $1', [eventId])
  expect(rows).toEqual([])
})

it('a change of a round that was stored before games had scores can still be undone', async () => {
  const before = group()
  const _id = uuidv7()
  const groups = [{ groupId, entrantIds: before.entrantIds.toReversed(), was: before.entrantIds }]
  await director.client.call('events.arrange', { _id, eventId, roundId, groups })
  const { pool } = testApp.app.database
  const { rows } = await pool.query<{ arrangement: object }>('SELECT arrangement FROM event_voids WHERE id = $1', [_id])
  const stored = JSON.stringify(rows[0]!.arrangement, (name, value) => (['scores', 'scored_at'].includes(name) ? undefined : value))
  expect(stored).not.toContain('score')
  await pool.query('UPDATE event_voids SET arrangement = $2 WHERE id = $1', [_id, stored])
  await director.client.call('events.undo', { eventId, voidId: _id })
  await visitor.waitUntil(() => group().entrantIds.join() === before.entrantIds.join())
  expect(group()).toEqual(before)
})

it('no board has a score of 0', async () => {
  await enter(director, { scores: [10, 0, null] })
  await boardIs([['Ada', 10]])
  expect(group()).toMatchObject({ scores: [10, 0, null] })
})

it('a score that was typed follows its result: it is not corrected by itself, and one that its player removed stays removed', async () => {
  await enter(director)
  await boardIs(ADA_AND_BOB)
  const [own] = ofEvent()
  expect(await ada!.client.expectError('scores.edit', { scoreId: own!._id, value: 4 })).toMatchObject({
    error: 409,
    details: { code: 'score-of-game' },
  })
  await ada!.client.call('scores.edit', { scoreId: own!._id, comment: 'At last!' })
  await ada!.client.call('scores.remove', { scoreId: own!._id })
  await boardIs([['Bob', 2_000_000]])
  expect(await enter(director, { scores: [3_000_000, 2_500_000, 1], replaces: { order, scores: SCORES } })).toEqual(CONFIRMED)
  await boardIs([['Bob', 2_500_000]])
  expect(group().scores).toEqual([3_000_000, 2_500_000, 1])
})

it('a score above all that is plausible waits for a moderator', async () => {
  await enter(director, { scores: [9_000_000_000_000, 5, null] })
  await boardIs([['Bob', 5]])
  const { rows } = await testApp.app.database.pool.query('SELECT value, under_review FROM scores WHERE event_id = $1 ORDER BY value', [
    eventId,
  ])
  expect(rows).toEqual([
    { value: 5, under_review: false },
    { value: 9_000_000_000_000, under_review: true },
  ])
})

it('of two machines that are merged the one that stays has the scores, and the same result still changes nothing', async () => {
  await enter(director)
  await boardIs(ADA_AND_BOB)
  const before = ofEvent().map(({ _id }) => _id)
  const editor = await signUp(testApp, `Editor${machines.length}`)
  await grantRoles(testApp, editor.id, ['machine-editor'])
  const into = machines.shift()!
  await editor.client.call('machines.merge', { from: machineId!, into })
  await visitor.subscribe('boards.top', { scope: { machineId: into } })
  await boardIs(ADA_AND_BOB, into)
  await enter(director, { scores: [3_000_000, 2_000_000, 1] })
  expect(ofEvent().map(({ _id }) => _id)).toEqual(before)
})

it('a player who leaves and erases all scores leaves none with a result, nor in what can be undone', async () => {
  const leaving = await signUp(testApp, 'Leaving')
  const { code } = await director.client.call<{ code: string }>('events.claimCode', { eventId, entrantId: order[2]! })
  await leaving.client.call('events.claim', { code })
  await enter(director, { scores: [3_000_000, 2_000_000, 1_234_567] })
  await boardIs([...ADA_AND_BOB, ['Leaving', 1_234_567]])
  const _id = uuidv7()
  const groups = [{ groupId, entrantIds: order.slice(0, 2), was: order }]
  await director.client.call('events.arrange', { _id, eventId, roundId, groups, reopens: true })
  await director.client.call('events.undo', { eventId, voidId: _id })
  const voidId = uuidv7()
  await director.client.call('events.void', { _id: voidId, eventId, what: { groupId } })
  await leaving.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })
  const { rows } = await testApp.app.database.pool.query<{ row: string }>(
    `SELECT to_jsonb(v)::text AS row FROM event_voids v UNION ALL SELECT to_jsonb(p)::text FROM event_games p
      UNION ALL SELECT to_jsonb(s)::text FROM game_scores s UNION ALL SELECT to_jsonb(s)::text FROM scores s`,
  )
  expect(rows.filter(({ row }) => row.includes('1234567'))).toEqual([])
  await director.client.call('events.undo', { eventId, voidId })
  await boardIs(ADA_AND_BOB)
  await visitor.waitUntil(() => group().state === 'confirmed')
  expect(group().scores).toEqual([3_000_000, 2_000_000, null])
})
