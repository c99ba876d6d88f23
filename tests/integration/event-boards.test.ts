import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BoardRowDoc } from '../../src/features/scores/contract.ts'
import { compareRows } from '../../src/features/scores/rules.ts'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { createEventWorld, HOUR, makeEvent } from './events.ts'
import type { SignedUp } from './people.ts'
import type { SettableClock } from './settable-clock.ts'
import type { Wire } from './wire.ts'
import type { World } from './world.ts'

let world: World
let clock: SettableClock
let machines: string[]
let director: SignedUp
let players: SignedUp[]
let visitor: Wire

beforeAll(async () => {
  ;({ world, clock, machines, director, players, visitor } = await createEventWorld(['Ada', 'Bob', 'Cyd'], 2))
})
afterAll(() => world.close())

const newEvent = (more: object = {}, by = director): Promise<string> =>
  makeEvent(by, clock.now(), { format: { kind: 'high-score' }, machineIds: machines, ...more })

const submit = async (player: SignedUp, value: number, more: object = {}): Promise<string> => {
  const _id = uuidv7()
  await player.wire.call('scores.submit', { _id, machineId: machines[0], value, ...more })
  return _id
}

const shown = (wire: Wire, prefix: string): [string, number][] =>
  [...wire.documents('boardRows').values()]
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
  await visitor.until(() => board().length === 2)
  expect(board()).toEqual([
    ['Bob', 700],
    ['Ada', 500],
  ])
  expect(await visitor.call('boards.place', { scope, userId: players[0]!.id })).toMatchObject({ rank: 2, players: 2, value: 500 })
  const voidId = uuidv7()
  const what = { machineId: machines[0], from: new Date(clock.now() - HOUR), to: new Date(clock.now() + 1) }
  await director.wire.call('events.void', { _id: voidId, eventId, what })
  await visitor.until(() => board().length === 0)
  await director.wire.call('events.undo', { eventId, voidId })
  await visitor.until(() => board().length === 2)
  await director.wire.call('scores.moderate', { scoreId: first, version: 1, status: 'verified' })
  await visitor.until(() => [...visitor.documents('boardRows').values()].some(each => each.scoreId === first && each.status === 'verified'))
  await players[0]!.wire.call('scores.remove', { scoreId: first })
  await visitor.until(() => board().length === 1)
  const unsent = new Date(clock.now())
  clock.set(clock.now() + 2 * HOUR)
  const late = await submit(players[2]!, 900, { eventId, achievedAt: unsent })
  expect(await visitor.call('boards.place', { scope, userId: players[2]!.id })).toBeNull()
  await director.wire.call('events.decide', { eventId, attemptId: late, accept: true })
  await visitor.until(() => board().length === 2)
  expect(board()[0]).toEqual(['Cyd', 900])
})

it('of a private group’s event it is its members’, and ends with the membership', async () => {
  const groupId = uuidv7()
  await players[0]!.wire.call('groups.add', { _id: groupId, name: 'Club', visibility: 'private' })
  const { code } = await players[0]!.wire.call<{ code: string }>('groups.invite', { groupId })
  const eventId = await newEvent({ groupId }, players[0]!)
  const scope = { eventId, machineId: machines[0] }
  const unknown = { eventId: uuidv7(), machineId: machines[0] }
  expect((await visitor.subscribe('boards.top', { scope })).error).toEqual(
    (await visitor.subscribe('boards.top', { scope: unknown })).error,
  )
  expect(await players[1]!.wire.refusal('boards.place', { scope, userId: players[0]!.id })).toMatchObject({ error: 404 })
  await players[1]!.wire.call('groups.join', { code })
  const member = players[1]!.wire
  const { id, error } = await member.subscribe('boards.top', { scope })
  expect(error).toBeNull()
  await submit(players[0]!, 4444, { eventId })
  await member.until(() => shown(member, `e:${eventId}`).length === 1)
  await players[0]!.wire.call('groups.removeMember', { groupId, userId: players[1]!.id })
  await member.message(({ msg, id: ended }) => msg === 'nosub' && ended === id)
  expect(shown(member, `e:${eventId}`)).toEqual([])
})

it('what a guest has played becomes the scores of who claims it: on boards, on the profile, once', async () => {
  const eventId = await newEvent()
  const guest = uuidv7()
  await director.wire.call('events.addGuest', { _id: guest, eventId, displayName: 'Stranger' })
  const attempts = [77_000_000, 66_000_000].map(value => ({ _id: uuidv7(), eventId, entrantId: guest, machineId: machines[1], value }))
  for (const attempt of attempts) await director.wire.call('events.enter', attempt)
  const { code } = await director.wire.call<{ code: string }>('events.claimCode', { eventId, entrantId: guest })
  await visitor.subscribe('boards.top', { scope: { machineId: machines[1] } })
  await visitor.subscribe('players.one', { username: 'Cyd' })
  for (let i = 0; i < 2; i++) await players[2]!.wire.call('events.claim', { code })
  await visitor.until(() => shown(visitor, `m:${machines[1]}`)[0]?.[0] === 'Cyd')
  await visitor.until(() => [...visitor.documents('playerBests').values()].some(each => each.value === 77_000_000))
  await visitor.subscribe('scores.one', { scoreId: attempts[1]!._id })
  expect(visitor.documents('scores').get(attempts[1]!._id)).toMatchObject({ username: 'Cyd', eventId, value: 66_000_000 })
  await players[2]!.wire.call('scores.edit', { scoreId: attempts[0]!._id, value: 78_000_000 })
  await visitor.subscribe('events.standings', { eventId })
  await visitor.until(() => [...visitor.documents('standings').values()].some(each => JSON.stringify(each.machines).includes('78000000')))
})
