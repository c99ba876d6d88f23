import SimpleDdp from 'simpleddp'
import { simpleDDPLogin } from 'simpleddp-plugin-login'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { uuidv7 } from '#platform/uuid.ts'
import { digestPassword, PASSWORD, signUp, type TestUser } from '../integration/helpers/users.ts'
import { type InteropHarness, startInteropHarness, waitForCondition } from './harness.ts'

let harness: InteropHarness
let member: TestUser
let groupId: string
let client: SimpleDdp

beforeAll(async () => {
  harness = await startInteropHarness()
  member = await signUp(harness.testApp, 'Simple')
})
/** The rival owns a private group, which the client's user joins with a code. */
beforeEach(async () => {
  client = new SimpleDdp({ endpoint: harness.endpoint, SocketConstructor: WebSocket, reconnectInterval: 20 }, [simpleDDPLogin])
  await client.connect()
  groupId = uuidv7()
  await rules('groups.add', { _id: groupId, name: 'Basement league', visibility: 'private' })
  const { code } = (await rules('groups.invite', { groupId })) as { code: string }
  await client.login({ user: { username: 'Simple' }, password: digestPassword(PASSWORD) })
  await client.call('groups.join', { code })
})
afterEach(() => client.disconnect())
afterAll(() => harness.close())

const rules = (method: string, argument: object): Promise<unknown> => harness.rival.client.call(method, argument)
const COLLECTIONS = ['boardRows', 'boards', 'groups', 'members', 'scores', 'groupMachines']
const documents = (): object[] => COLLECTIONS.flatMap(name => client.collection(name).fetch())
/** Resolves as soon as the collection's documents pass. */
const seen = (collection: string, matches: (documents: { id: string; [field: string]: unknown }[]) => boolean) =>
  waitForCondition(
    check => ['added', 'changed', 'removed', 'ready'].forEach(event => void client.on(event, check)),
    () => matches(client.collection(collection).fetch()),
  )

/**
 * Subscribes to everything about the group; simpleddp resubscribes by itself after a lost connection.
 * @returns a list that collects the `nosub` messages with an error
 */
async function follow(): Promise<{ [key: string]: unknown }[]> {
  const scope = { groupId, machineId: harness.machineId }
  const ended: { [key: string]: unknown }[] = []
  client.on('nosub', message => {
    if (message.error !== undefined) ended.push(message)
  })
  const subscriptions = [
    client.subscribe('groups.one', { groupId }),
    client.subscribe('boards.top', { scope }),
    client.subscribe('boards.top', { scope, window: 'week', limit: 1 }),
    client.subscribe('scores.recent', { groupId }),
    client.subscribe('groups.machines', { groupId }),
  ]
  await Promise.all(subscriptions.map(subscription => subscription.ready()))
  return ended
}
const nosubs = (ended: { error?: unknown }[], count: number) =>
  waitForCondition(
    check => void client.on('nosub', check),
    () => ended.length === count,
  )

it('follows the board of a private group live: scores of members, names, who comes and goes', async () => {
  await follow()
  await harness.submitAsRival(1_000_000)
  await seen('boardRows', rows => rows.length === 2)
  const outsider = await signUp(harness.testApp, `Outsider ${groupId}`.slice(0, 30))
  await outsider.client.call('scores.submit', { _id: uuidv7(), machineId: harness.machineId, value: 9_000_000 })
  const own = uuidv7()
  await client.call('scores.submit', { _id: own, machineId: harness.machineId, value: 2_000_000 })
  expect(
    client
      .collection('boardRows')
      .fetch()
      .map(({ userId, value }) => [userId, value]),
  ).toContainEqual([member.id, 2_000_000])
  expect(client.collection('boards').fetch()).toMatchObject([
    { scope: { groupId, machineId: harness.machineId }, players: 2, best: 2_000_000 },
    { players: 2 },
  ])
  expect(client.collection('groupMachines').fetch()).toMatchObject([{ id: `${groupId}/${harness.machineId}`, players: 2 }])
  const { code } = (await rules('groups.invite', { groupId })) as { code: string }
  await outsider.client.call('groups.join', { code })
  await seen('boards', ([board]) => board?.players === 3 && board.best === 9_000_000)
  await seen('members', members => members.length === 3)
  await outsider.client.call('groups.leave', { groupId })
  await seen('boards', ([board]) => board?.players === 2 && board.best === 2_000_000)
  await client.call('scores.remove', { scoreId: own })
})

it('loses all documents when removed from the group, each subscription with its error, and gets none when it subscribes again', async () => {
  const ended = await follow()
  await seen('members', members => members.length === 2)
  await rules('groups.removeMember', { groupId, userId: member.id })
  await nosubs(ended, 5)
  for (const message of ended)
    expect(message.error).toMatchObject({ error: 404, reason: 'There is no such group.', errorType: 'Meteor.Error' })
  expect(documents()).toEqual([])
  await rules('groups.edit', { groupId, name: 'Attic league' })
  await harness.submitAsRival(5_000_000)
  await expect(client.call('boards.place', { scope: { groupId, machineId: harness.machineId }, userId: member.id })).rejects.toMatchObject({
    error: 404,
  })
  expect(documents()).toEqual([])
})

it('comes back to it when its socket is cut, and loses it after that all the same', async () => {
  const ended = await follow()
  const resumed = new Promise(resolve => void client.on('loginResume', resolve))
  harness.proxy.closeConnections()
  await resumed
  await rules('groups.edit', { groupId, name: 'Cellar league' })
  await seen('groups', ([group]) => group?.name === 'Cellar league')
  expect(ended).toEqual([])
  await rules('groups.removeMember', { groupId, userId: member.id })
  await nosubs(ended, 5)
  for (const message of ended) expect(message.error).toMatchObject({ error: 404 })
  expect(documents()).toEqual([])
})
