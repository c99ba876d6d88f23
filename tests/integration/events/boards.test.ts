import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import type { BoardRowDoc } from '#scores/contract/boards.ts'
import { compareRows } from '#scores/rules.ts'
import type { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createEvent, createEventTestApp, HOUR } from '../helpers/events.ts'
import type { SettableClock } from '../helpers/settable-clock.ts'
import type { TestApp } from '../helpers/test-app.ts'
import type { TestUser } from '../helpers/users.ts'

let testApp: TestApp
let clock: SettableClock
let machines: string[]
let director: TestUser
let players: TestUser[]
let visitor: DdpTestClient

beforeAll(async () => {
  ;({ testApp, clock, machines, director, players, visitor } = await createEventTestApp(['Ada', 'Bob', 'Cyd'], 2))
})
afterAll(() => testApp.close())

const newEvent = (more: object = {}, by = director): Promise<string> =>
  createEvent(by, clock.now(), { format: { kind: 'high-score' }, machineIds: machines, ...more })

const submit = async (player: TestUser, value: number, more: object = {}): Promise<string> => {
  const _id = uuidv7()
  await player.client.call('scores.submit', { _id, machineId: machines[0], value, ...more })
  return _id
}

const shown = (client: DdpTestClient, prefix: string): [string, number][] =>
  [...client.documents('boardRows').values()]
    .map(document => document as unknown as BoardRowDoc)
    .filter(({ board }) => board.startsWith(prefix))
    .sort(compareRows)
    .map(({ username, value }) => [username, value])

it('a machine’s board in an event ranks what was played in it: without what is void, late or rejected', async () => {
  const eventId = await newEvent()
  const scope = { eventId, machineId: machines[0] }
  await submit(players[0]!, 9_000_000)
  await visitor.subscribe('boards.top', { scope })
  const board = () => shown(visitor, `e:${eventId}`)
  const first = await submit(players[0]!, 500, { eventId })
  await submit(players[1]!, 700, { eventId })
  await submit(players[1]!, 600, { eventId })
  await submit(players[1]!, 800, { eventId, machineId: machines[1] })
  await visitor.waitUntil(() => board().length === 2)
  expect(board()).toEqual([
    ['Bob', 700],
    ['Ada', 500],
  ])
  expect(await visitor.call('boards.place', { scope, userId: players[0]!.id })).toMatchObject({ rank: 2, players: 2, value: 500 })
  const voidId = uuidv7()
  const what = { machineId: machines[0], from: new Date(clock.now() - HOUR), to: new Date(clock.now() + 1) }
  await director.client.call('events.void', { _id: voidId, eventId, what })
  await visitor.waitUntil(() => board().length === 0)
  await director.client.call('events.undo', { eventId, voidId })
  await visitor.waitUntil(() => board().length === 2)
  await director.client.call('scores.moderate', { scoreId: first, version: 1, status: 'verified' })
  await visitor.waitUntil(() =>
    [...visitor.documents('boardRows').values()].some(each => each.scoreId === first && each.status === 'verified'),
  )
  await players[0]!.client.call('scores.remove', { scoreId: first })
  await visitor.waitUntil(() => board().length === 1)
  const unsent = new Date(clock.now())
  clock.set(clock.now() + 2 * HOUR)
  const late = await submit(players[2]!, 900, { eventId, achievedAt: unsent })
  expect(await visitor.call('boards.place', { scope, userId: players[2]!.id })).toBeNull()
  await director.client.call('events.decide', { eventId, attemptId: late, accept: true })
  await visitor.waitUntil(() => board().length === 2)
  expect(board()[0]).toEqual(['Cyd', 900])
})

it('the board of a private group’s event is visible to its members only, until their membership ends', async () => {
  const groupId = uuidv7()
  await players[0]!.client.call('groups.add', { _id: groupId, name: 'Club', visibility: 'private' })
  const { code } = await players[0]!.client.call<{ code: string }>('groups.invite', { groupId })
  const eventId = await newEvent({ groupId }, players[0]!)
  const scope = { eventId, machineId: machines[0] }
  const unknown = { eventId: uuidv7(), machineId: machines[0] }
  expect((await visitor.subscribe('boards.top', { scope })).error).toEqual(
    (await visitor.subscribe('boards.top', { scope: unknown })).error,
  )
  expect(await players[1]!.client.expectError('boards.place', { scope, userId: players[0]!.id })).toMatchObject({ error: 404 })
  await players[1]!.client.call('groups.join', { code })
  const member = players[1]!.client
  const { id, error } = await member.subscribe('boards.top', { scope })
  expect(error).toBeNull()
  await submit(players[0]!, 4444, { eventId })
  await member.waitUntil(() => shown(member, `e:${eventId}`).length === 1)
  await players[0]!.client.call('groups.removeMember', { groupId, userId: players[1]!.id })
  await member.waitForMessage(({ msg, id: ended }) => msg === 'nosub' && ended === id)
  expect(shown(member, `e:${eventId}`)).toEqual([])
})

it('what a guest has played becomes the scores of who claims it: on boards, on the profile, once', async () => {
  const eventId = await newEvent()
  const guest = uuidv7()
  await director.client.call('events.addGuest', { _id: guest, eventId, displayName: 'Stranger' })
  const attempts = [77_000_000, 66_000_000].map(value => ({ _id: uuidv7(), eventId, entrantId: guest, machineId: machines[1], value }))
  for (const attempt of attempts) await director.client.call('events.enter', attempt)
  const { code } = await director.client.call<{ code: string }>('events.claimCode', { eventId, entrantId: guest })
  await visitor.subscribe('boards.top', { scope: { machineId: machines[1] } })
  await visitor.subscribe('players.one', { username: 'Cyd' })
  for (let i = 0; i < 2; i++) await players[2]!.client.call('events.claim', { code })
  await visitor.waitUntil(() => shown(visitor, `m:${machines[1]}`)[0]?.[0] === 'Cyd')
  await visitor.waitUntil(() => [...visitor.documents('playerBests').values()].some(each => each.value === 77_000_000))
  await visitor.subscribe('scores.one', { scoreId: attempts[1]!._id })
  expect(visitor.documents('scores').get(attempts[1]!._id)).toMatchObject({ username: 'Cyd', eventId, value: 66_000_000 })
  await players[2]!.client.call('scores.edit', { scoreId: attempts[0]!._id, value: 78_000_000 })
  await visitor.subscribe('events.standings', { eventId })
  await visitor.waitUntil(() =>
    [...visitor.documents('standings').values()].some(each => JSON.stringify(each.machines).includes('78000000')),
  )
})
