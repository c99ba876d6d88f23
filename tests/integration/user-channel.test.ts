import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { grant, type SignedUp, signUp, someMachines } from './people.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

const VENT_ID = 'ydKTJ8sYCQaMkPz6r'

let world: World
let ada: SignedUp
let bob: SignedUp
let mod: SignedUp
let machines: { id: string; name: string }[]

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  ada = await signUp(world, 'Ada')
  bob = await signUp(world, 'Bob', { profile: { name: 'Bob B' } })
  mod = await signUp(world, 'Mod')
  await grant(world, mod.id, ['moderator'])
  machines = await someMachines(world, 20)
  for (const { wire } of [ada, bob, mod]) await wire.subscribe('user', VENT_ID, {})
})
afterAll(() => world.close())

const submit = async ({ wire }: SignedUp, machineId: string, value: number): Promise<string> => {
  const _id = uuidv7()
  await wire.call('scores.submit', { _id, machineId, value })
  return _id
}
/** Returns the messages of the channel since the last call. Waits until everything sent so far has arrived. */
async function news({ wire }: SignedUp): Promise<string[]> {
  await wire.call('machines.search', { text: '' })
  const heard = wire.frames.filter(frame => frame.startsWith('{"msg":"changed","__vent":"1"'))
  const from = looked.get(wire) ?? 0
  looked.set(wire, heard.length)
  return heard.slice(from)
}
const looked = new Map<Wire, number>()
const frame = (e: object): string => `{"msg":"changed","__vent":"1","id":"${VENT_ID}.user","e":${JSON.stringify(e)}}`

it('tells of a comment by somebody else on a score of one’s own, of no other and of none that is taken back', async () => {
  const { id: machineId, name: machineName } = machines.pop()!
  const scoreId = await submit(ada, machineId, 100)
  const comment = { _id: uuidv7(), scoreId, text: 'Nice' }
  await bob.wire.call('scores.comment', comment)
  expect(await news(ada)).toEqual([frame({ kind: 'commented', scoreId, machineId, machineName, status: 'unverified' })])
  await bob.wire.call('scores.comment', comment)
  await ada.wire.call('scores.comment', { _id: uuidv7(), scoreId, text: 'Thanks' })
  await bob.wire.call('scores.removeComment', { commentId: comment._id })
  expect(await news(ada)).toEqual([])
  expect(await news(bob)).toEqual([])
})

it('tells of a moderator’s verdict on a score of one’s own, and not of a like or a flag', async () => {
  const { id: machineId, name: machineName } = machines.pop()!
  const scoreId = await submit(ada, machineId, 100)
  await bob.wire.call('scores.like', { scoreId, like: true })
  await bob.wire.call('scores.flag', { scoreId, reason: 'Hm' })
  expect(await news(ada)).toEqual([])
  await mod.wire.call('scores.moderate', { scoreId, version: 2, status: 'verified' })
  expect(await news(ada)).toEqual([frame({ kind: 'moderated', scoreId, machineId, machineName, status: 'verified' })])
  const own = await submit(mod, machineId, 50)
  await mod.wire.call('scores.moderate', { scoreId: own, version: 1, status: 'verified' })
  expect([await news(mod), await news(bob)]).toEqual([[], []])
})

it('tells the one who held a record that it is beaten, and nobody when it is equalled, one’s own, or not reached', async () => {
  const { id: machineId, name: machineName } = machines.pop()!
  await submit(ada, machineId, 100)
  await submit(ada, machineId, 200)
  await submit(bob, machineId, 150)
  await submit(bob, machineId, 200)
  expect([await news(ada), await news(bob)]).toEqual([[], []])
  const scoreId = await submit(bob, machineId, 300)
  expect(await news(ada)).toEqual([frame({ kind: 'record-beaten', scoreId, machineId, machineName, value: 300, by: 'Bob B' })])
  await submit(ada, machineId, 250)
  expect([await news(ada), await news(bob), await news(mod)]).toEqual([[], [], []])
})

it('reaches all of one’s connections, and none that has signed out', async () => {
  const { id: machineId } = machines.pop()!
  const scoreId = await submit(ada, machineId, 100)
  const second = await Wire.open(world.endpoint)
  await second.call('login', { resume: ada.token })
  await second.subscribe('user', VENT_ID, {})
  await bob.wire.call('scores.comment', { _id: uuidv7(), scoreId, text: 'One' })
  const both = [ada, { ...ada, wire: second }]
  expect((await Promise.all(both.map(news))).map(heard => heard.length)).toEqual([1, 1])
  await second.call('logout')
  await bob.wire.call('scores.comment', { _id: uuidv7(), scoreId, text: 'Two' })
  expect(await news({ ...ada, wire: second })).toEqual([])
  await second.close()
})

it('is not for visitors', async () => {
  const visitor = await Wire.open(world.endpoint)
  expect((await visitor.subscribe('user', VENT_ID, {})).error).toMatchObject({ error: 401, reason: 'Please sign in first.' })
  await visitor.close()
})
