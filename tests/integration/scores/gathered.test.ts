import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

const PLAYERS = 8
const HOME = { limit: 30, places: true }

let testApp: TestApp
let players: TestUser[]
let machines: string[]

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  players = []
  for (let i = 0; i < PLAYERS; i++) players.push(await signUp(testApp, `Player ${i}`))
  await grantRoles(testApp, players[0]!.id, ['moderator'])
  machines = (await listMachines(testApp, 3)).map(({ id }) => id)
})
afterAll(() => testApp.close())

const COLLECTIONS = ['scores', 'scorePlaces', 'playing', 'weekRecords', 'machines']

async function watch(recent: object): Promise<DdpTestClient> {
  const client = await DdpTestClient.open(testApp.endpoint)
  for (const [name, params] of [
    ['scores.recent', recent],
    ['scores.highlights', {}],
    ['machines.browse', {}],
  ] as const)
    expect((await client.subscribe(name, params)).error).toBe(null)
  return client
}

const shown = (client: DdpTestClient): unknown[] =>
  COLLECTIONS.map(name => [...client.documents(name)].sort(([a], [b]) => (a < b ? -1 : 1)))

/** Submits scores of all players at once, so that they are written in groups. @returns their ids */
async function submitAll(rounds: number): Promise<string[]> {
  const ids: string[] = []
  const submit = async ({ client }: TestUser, i: number): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      const _id = uuidv7()
      ids.push(_id)
      const machineId = machines[(i + round) % machines.length]!
      await client.call('scores.submit', { _id, machineId, value: 1000 * ((i * 7 + round * 3) % 11) + 1000 })
    }
  }
  await Promise.all(players.map(submit))
  return ids
}

it('shows a player the own score in the lists of the same connection before the call is answered', async () => {
  const player = players[1]!
  const others = submitAll(3)
  await player.client.subscribe('scores.recent', HOME)
  for (let i = 0; i < 5; i++) {
    const _id = uuidv7()
    await player.client.call('scores.submit', { _id, machineId: machines[0]!, value: 500 + i })
    expect([...player.client.documents('scores').keys()]).toContain(_id)
  }
  await others
})

it('a list that gathers new scores shows in the end what is loaded anew, whatever else happens to them meanwhile', async () => {
  await submitAll(1)
  const watcher = await watch(HOME)
  const ids = await submitAll(6)
  const [moderator] = players as [TestUser]
  const later = submitAll(4)
  for (const scoreId of ids.slice(-3))
    await moderator.client.call('scores.moderate', { scoreId, version: 1, status: 'rejected', reason: 'A test' })
  await Promise.all(players.slice(1, 4).map(({ client }, i) => client.call('scores.like', { scoreId: ids.at(-4 - i)!, like: true })))
  await players[2]!.client.call('players.edit', { displayName: 'Somebody else' })
  await later
  await testApp.settled()
  await watcher.waitUntil(() => watcher.documents('scores').size === 30)
  await testApp.restart()
  // The list of one who comes after a restart is loaded from the database.
  const fresh = await watch(HOME)
  const [before, after] = [watcher, fresh].map(shown)
  expect(before).toEqual(after)
})
