import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

const VENT_ID = 'ydKTJ8sYCQaMkPz6r'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let moderator: TestUser
let machines: { id: string; name: string }[]

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada')
  bob = await signUp(testApp, 'Bob', { profile: { name: 'Bob B' } })
  moderator = await signUp(testApp, 'Mod')
  await grantRoles(testApp, moderator.id, ['moderator'])
  machines = await listMachines(testApp, 20)
  for (const { client } of [ada, bob, moderator]) await client.subscribe('user', VENT_ID, {})
})
afterAll(() => testApp.close())

const submit = async ({ client }: TestUser, machineId: string, value: number): Promise<string> => {
  const _id = uuidv7()
  await client.call('scores.submit', { _id, machineId, value })
  return _id
}
/** Returns the messages of the channel since the last call. Waits until everything sent so far has arrived. */
async function readNotices({ client }: TestUser): Promise<string[]> {
  await client.call('machines.search', { text: '' })
  const received = client.frames.filter(frame => frame.startsWith('{"msg":"changed","__vent":"1"'))
  const from = looked.get(client) ?? 0
  looked.set(client, received.length)
  return received.slice(from)
}
const looked = new Map<DdpTestClient, number>()
const frame = (e: object): string => `{"msg":"changed","__vent":"1","id":"${VENT_ID}.user","e":${JSON.stringify(e)}}`

it('tells of a comment by somebody else on a score of one’s own, of no other and of none that is taken back', async () => {
  const { id: machineId, name: machineName } = machines.pop()!
  const scoreId = await submit(ada, machineId, 100)
  const comment = { _id: uuidv7(), scoreId, text: 'Nice' }
  await bob.client.call('scores.comment', comment)
  expect(await readNotices(ada)).toEqual([frame({ kind: 'commented', scoreId, machineId, machineName, status: 'unverified' })])
  await bob.client.call('scores.comment', comment)
  await ada.client.call('scores.comment', { _id: uuidv7(), scoreId, text: 'Thanks' })
  await bob.client.call('scores.removeComment', { commentId: comment._id })
  expect(await readNotices(ada)).toEqual([])
  expect(await readNotices(bob)).toEqual([])
})

it('tells of a moderator’s verdict on a score of one’s own, and not of a like or a flag', async () => {
  const { id: machineId, name: machineName } = machines.pop()!
  const scoreId = await submit(ada, machineId, 100)
  await bob.client.call('scores.like', { scoreId, like: true })
  await bob.client.call('scores.flag', { scoreId, reason: 'Hm' })
  expect(await readNotices(ada)).toEqual([])
  await moderator.client.call('scores.moderate', { scoreId, version: 2, status: 'verified' })
  expect(await readNotices(ada)).toEqual([frame({ kind: 'moderated', scoreId, machineId, machineName, status: 'verified' })])
  const own = await submit(moderator, machineId, 50)
  await moderator.client.call('scores.moderate', { scoreId: own, version: 1, status: 'verified' })
  expect([await readNotices(moderator), await readNotices(bob)]).toEqual([[], []])
})

it('tells the one who held a record that it is beaten, and nobody when it is equalled, one’s own, or not reached', async () => {
  const { id: machineId, name: machineName } = machines.pop()!
  await submit(ada, machineId, 100)
  await submit(ada, machineId, 200)
  await submit(bob, machineId, 150)
  await submit(bob, machineId, 200)
  expect([await readNotices(ada), await readNotices(bob)]).toEqual([[], []])
  const scoreId = await submit(bob, machineId, 300)
  expect(await readNotices(ada)).toEqual([frame({ kind: 'record-beaten', scoreId, machineId, machineName, value: 300, by: 'Bob B' })])
  await submit(ada, machineId, 250)
  expect([await readNotices(ada), await readNotices(bob), await readNotices(moderator)]).toEqual([[], [], []])
})

it('reaches all of one’s connections, and none that has signed out', async () => {
  const { id: machineId } = machines.pop()!
  const scoreId = await submit(ada, machineId, 100)
  const second = await DdpTestClient.open(testApp.endpoint)
  await second.call('login', { resume: ada.token })
  await second.subscribe('user', VENT_ID, {})
  await bob.client.call('scores.comment', { _id: uuidv7(), scoreId, text: 'One' })
  const both = [ada, { ...ada, client: second }]
  expect((await Promise.all(both.map(readNotices))).map(received => received.length)).toEqual([1, 1])
  await second.call('logout')
  await bob.client.call('scores.comment', { _id: uuidv7(), scoreId, text: 'Two' })
  expect(await readNotices({ ...ada, client: second })).toEqual([])
  await second.close()
})

it('is not for visitors', async () => {
  const visitor = await DdpTestClient.open(testApp.endpoint)
  expect((await visitor.subscribe('user', VENT_ID, {})).error).toMatchObject({ error: 401, reason: 'Please sign in first.' })
  await visitor.close()
})
