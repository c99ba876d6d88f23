import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ViewLimits } from '../../../src/platform/live/server/view-limits.ts'
import { uuidv7 } from '../../../src/platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { firstMachineId, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let machineId: string
let usual: ViewLimits

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada')
  bob = await signUp(testApp, 'Bob')
  machineId = await firstMachineId(testApp)
  usual = { ...testApp.app.live.views.options.limits }
})
beforeEach(() => limit(usual))
afterAll(() => testApp.close())

const limit = (limits: Partial<ViewLimits>): void => void Object.assign(testApp.app.live.views.options.limits, limits)
const submit = ({ client }: TestUser, value: number) => client.call('scores.submit', { _id: uuidv7(), machineId, value })
const refused = expect.objectContaining({ error: 'too-many-requests', details: { timeToReset: 10_000 } })

it.each(['connection', 'address', 'node'] as const)(
  'a subscription for which the %s has too many views is refused, and opens nothing',
  async who => {
    const { views } = testApp.app.live
    const client = await DdpTestClient.open(testApp.endpoint)
    const search = (text: string) => client.subscribe('machines.browse', { text })
    // All connections of this test have one address.
    limit({ [who]: { views: 2 + (who === 'connection' ? 0 : views.usage.node.views), bytes: 1e9 } })
    const granted = [await search('one'), await search('two')]
    expect(granted.map(({ error }) => error)).toEqual([null, null])
    const { views: before } = views.size
    for (const text of ['three', 'four', 'five']) expect((await search(text)).error).toEqual(refused)
    expect(views.size.views).toBe(before)
    await client.unsubscribe(granted[0]!)
    expect((await search('three')).error).toBeNull()
    await client.close()
  },
)

it('an address that others leave alone with too many views gets no further one until it has given some up', async () => {
  const client = await DdpTestClient.open(testApp.endpoint)
  const held = [await client.subscribe('machines.browse', { text: 'six' }), await client.subscribe('machines.browse', { text: 'seven' })]
  limit({ address: { views: testApp.app.live.views.usage.node.views - 1, bytes: 1e9 } })
  expect((await client.subscribe('scores.recent', {})).error).toEqual(refused)
  for (const subscription of held) await client.unsubscribe(subscription)
  expect((await client.subscribe('scores.recent', {})).error).toBeNull()
  await client.close()
})

it('one address opens two views at a time', async () => {
  const { database } = testApp.app.live.views.options
  const { readSnapshot } = database
  let [running, most] = [0, 0]
  database.readSnapshot = async (read, isLong) => {
    most = Math.max(most, ++running)
    // All the sockets' messages arrive meanwhile.
    for (let i = 0; i < 20; i++) await new Promise(setImmediate)
    return readSnapshot(read, isLong).finally(() => running--)
  }
  try {
    const clients = await Promise.all(Array.from({ length: 12 }, () => DdpTestClient.open(testApp.endpoint)))
    const opened = await Promise.all(clients.map((client, i) => client.subscribe('machines.browse', { text: `turn ${i}` })))
    expect(opened.map(({ error }) => error)).toEqual(opened.map(() => null))
    expect(most).toBe(2)
    await Promise.all(clients.map(client => client.close()))
  } finally {
    database.readSnapshot = readSnapshot
  }
})

it('a page is rendered when no further view may be opened by subscriptions', async () => {
  const { views } = testApp.app.live
  limit({ node: { views: 0, bytes: 0 }, address: { views: 0, bytes: 0 }, connection: { views: 0, bytes: 0 } })
  expect((await ada.client.subscribe('machines.browse', { text: 'eight' })).error).toEqual(refused)
  const before = { ...views.usage.node }
  for (const text of ['eight', 'nine', 'ten']) expect((await fetch(`${testApp.http}/machines?q=${text}`)).status).toBe(200)
  expect(views.usage.node).toEqual(before)
})

/** Opens a view with one subscription, which ends again. */
async function openAndLeave(client: DdpTestClient, text: string): Promise<void> {
  await client.unsubscribe(await client.subscribe('machines.browse', { text }))
}

it('of the views that nobody uses, the least recently used are closed: beyond a number for each cache', async () => {
  const cache = () => testApp.app.live.views.options.caches.stats.find(({ name }) => name === 'machines')!
  const client = await DdpTestClient.open(testApp.endpoint)
  for (let i = 0; i < 310; i++) await openAndLeave(client, `idle ${i}`)
  const { entries, misses } = cache()
  expect(entries).toBeLessThan(310)
  await openAndLeave(client, 'idle 309')
  expect(cache()).toMatchObject({ entries, misses })
  await openAndLeave(client, 'idle 0')
  expect(cache()).toMatchObject({ entries, misses: misses + 1 })
  await client.close()
})

it('of the views that nobody uses, the least recently used are closed: beyond a number of bytes', async () => {
  const client = await DdpTestClient.open(testApp.endpoint)
  for (let i = 0; i < 5; i++) await openAndLeave(client, `many bytes ${i}`)
  const { views: before } = testApp.app.live.views.size
  limit({ idleBytes: 0 })
  await openAndLeave(client, 'one more')
  expect(testApp.app.live.views.size.views).toBeLessThan(before - 5)
  await client.close()
})

it('boards, places and figures for which a change has no budget left are loaded again, and the caller’s own before his call is over', async () => {
  await submit(ada, 1000)
  await submit(bob, 500)
  const watcher = await DdpTestClient.open(testApp.endpoint)
  for (const client of [watcher, bob.client]) {
    await client.subscribe('boards.top', { scope: { machineId } })
    await client.subscribe('boards.places', { machineId, userId: bob.id })
    await client.subscribe('scores.recent', { machineId })
  }
  const values = (client: DdpTestClient): unknown[] =>
    client.sortedIds('boardRows', (a, b) => Number(b.value) - Number(a.value)).map(id => client.documents('boardRows').get(id)!.value)
  const ranks = (client: DdpTestClient): unknown[] => [...client.documents('places').values()].map(({ rank }) => rank)
  limit({ updateBudget: 0 })
  await submit(bob, 2000)
  expect(values(bob.client)).toEqual([2000, 1000])
  expect(new Set(ranks(bob.client))).toEqual(new Set([1]))
  await watcher.waitUntil(() => values(watcher)[0] === 2000 && ranks(watcher).every(rank => rank === 1))
  await submit(ada, 3000)
  await watcher.waitUntil(() => values(watcher).join() === '3000,2000' && ranks(watcher).every(rank => rank === 2))
  await ada.client.call('players.edit', { displayName: 'Ada M.' })
  const names = (): unknown[] => [...watcher.documents('boardRows').values()].map(({ displayName }) => displayName)
  await watcher.waitUntil(() => names().includes('Ada M.'))
  await watcher.close()
})
