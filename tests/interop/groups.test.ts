import SimpleDdp from 'simpleddp'
import { simpleDDPLogin } from 'simpleddp-plugin-login'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { digestOf, PASSWORD, type SignedUp, signUp } from '../integration/people.ts'
import { openStage, type Stage, when } from './stage.ts'

let stage: Stage
let member: SignedUp
let groupId: string
let client: SimpleDdp

beforeAll(async () => {
  stage = await openStage()
  member = await signUp(stage.world, 'Simple')
})
/** The rival owns a private group, which the client's user joins with a code. */
beforeEach(async () => {
  client = new SimpleDdp({ endpoint: stage.endpoint, SocketConstructor: WebSocket, reconnectInterval: 20 }, [simpleDDPLogin])
  await client.connect()
  groupId = uuidv7()
  await rules('groups.add', { _id: groupId, name: 'Basement league', visibility: 'private' })
  const { code } = (await rules('groups.invite', { groupId })) as { code: string }
  await client.login({ user: { username: 'Simple' }, password: digestOf(PASSWORD) })
  await client.call('groups.join', { code })
})
afterEach(() => client.disconnect())
afterAll(() => stage.close())

const rules = (method: string, argument: object): Promise<unknown> => stage.rival.wire.call(method, argument)
const COLLECTIONS = ['boardRows', 'boards', 'groups', 'members', 'scores', 'groupMachines']
const documents = (): object[] => COLLECTIONS.flatMap(name => client.collection(name).fetch())
/** Resolves as soon as the collection's documents pass. */
const seen = (collection: string, passes: (documents: { id: string; [field: string]: unknown }[]) => boolean) =>
  when(
    again => ['added', 'changed', 'removed', 'ready'].forEach(event => void client.on(event, again)),
    () => passes(client.collection(collection).fetch()),
  )

/**
 * Subscribes to everything about the group; simpleddp resubscribes by itself after a lost connection.
 * @returns a list that collects the `nosub` messages with an error
 */
async function follow(): Promise<{ [key: string]: unknown }[]> {
  const scope = { groupId, machineId: stage.machineId }
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
  when(
    again => void client.on('nosub', again),
    () => ended.length === count,
  )

it('follows the board of a private group live: scores of members, names, who comes and goes', async () => {
  await follow()
  await stage.rivalScores(1_000_000)
  await seen('boardRows', rows => rows.length === 2)
  const outsider = await signUp(stage.world, `Outsider ${groupId}`.slice(0, 30))
  await outsider.wire.call('scores.submit', { _id: uuidv7(), machineId: stage.machineId, value: 9_000_000 })
  const own = uuidv7()
  await client.call('scores.submit', { _id: own, machineId: stage.machineId, value: 2_000_000 })
  expect(
    client
      .collection('boardRows')
      .fetch()
      .map(({ userId, value }) => [userId, value]),
  ).toContainEqual([member.id, 2_000_000])
  expect(client.collection('boards').fetch()).toMatchObject([
    { scope: { groupId, machineId: stage.machineId }, players: 2, best: 2_000_000 },
    { players: 2 },
  ])
  expect(client.collection('groupMachines').fetch()).toMatchObject([{ id: `${groupId}/${stage.machineId}`, players: 2 }])
  const { code } = (await rules('groups.invite', { groupId })) as { code: string }
  await outsider.wire.call('groups.join', { code })
  await seen('boards', ([board]) => board?.players === 3 && board.best === 9_000_000)
  await seen('members', members => members.length === 3)
  await outsider.wire.call('groups.leave', { groupId })
  await seen('boards', ([board]) => board?.players === 2 && board.best === 2_000_000)
  await client.call('scores.remove', { scoreId: own })
})

it('loses it all on being put out, each subscription with its error, and finds nothing on coming back', async () => {
  const ended = await follow()
  await seen('members', members => members.length === 2)
  await rules('groups.removeMember', { groupId, userId: member.id })
  await nosubs(ended, 5)
  for (const message of ended)
    expect(message.error).toMatchObject({ error: 404, reason: 'There is no such group.', errorType: 'Meteor.Error' })
  expect(documents()).toEqual([])
  await rules('groups.edit', { groupId, name: 'Attic league' })
  await stage.rivalScores(5_000_000)
  await expect(client.call('boards.place', { scope: { groupId, machineId: stage.machineId }, userId: member.id })).rejects.toMatchObject({
    error: 404,
  })
  expect(documents()).toEqual([])
})

it('comes back to it when its socket is cut, and loses it after that all the same', async () => {
  const ended = await follow()
  const resumed = new Promise(resolve => void client.on('loginResume', resolve))
  stage.relay.cut()
  await resumed
  await rules('groups.edit', { groupId, name: 'Cellar league' })
  await seen('groups', ([group]) => group?.name === 'Cellar league')
  expect(ended).toEqual([])
  await rules('groups.removeMember', { groupId, userId: member.id })
  await nosubs(ended, 5)
  for (const message of ended) expect(message.error).toMatchObject({ error: 404 })
  expect(documents()).toEqual([])
})
