import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ViewLimits } from '#platform/live/server/view-limits.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { firstMachineId, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let machineId: string
let usual: ViewLimits

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off', forwardedCount: 1 } })
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

const search = (client: DdpTestClient, text: string) => client.subscribe('machines.browse', { text })
/** Bytes of a search that finds nothing, with its subscription. */
const SEARCH = 11_000
const openFrom = (address: string): Promise<DdpTestClient> => DdpTestClient.open(testApp.endpoint, { 'x-forwarded-for': address })
const closeAll = (...clients: DdpTestClient[]) => Promise.all(clients.map(client => client.close()))

it.each(['caller', 'address', 'visitors'] as const)(
  'a subscription for which the %s has no room is refused, and opens nothing; the next one has room when another has ended',
  async who => {
    const { views } = testApp.app.live
    const client = await openFrom('192.0.2.1')
    limit({ [who]: 2.5 * SEARCH })
    const granted = [await search(client, 'one'), await search(client, 'two')]
    expect(granted.map(({ error }) => error)).toEqual([null, null])
    const { views: before } = views.size
    for (const text of ['three', 'four', 'five']) expect((await search(client, text)).error).toEqual(refused)
    expect(views.size.views).toBe(before)
    await client.unsubscribe(granted[0]!)
    expect((await search(client, 'three')).error).toBeNull()
    await client.close()
  },
)

it('a newcomer gets views from who holds most, whose oldest ends with too-many-requests; lists that everybody sees are always there', async () => {
  const loud = await openFrom('192.0.2.1')
  limit({ visitors: 6.5 * SEARCH })
  const held: { id: string }[] = []
  for (let i = 0; i < 6; i++) held.push(await search(loud, `loud ${i}`))
  const ended = (): unknown[] =>
    loud.messages.flatMap(({ msg, id, error }) => (msg === 'nosub' && held.some(each => each.id === id) ? [{ id, error }] : []))
  const guests = await Promise.all(['198.51.100.1', '198.51.100.2', '203.0.113.1'].map(openFrom))
  for (const [i, guest] of guests.entries()) expect((await search(guest, `guest ${i}`)).error).toBeNull()
  await loud.waitUntil(() => ended().length > 0)
  expect(ended()).toEqual(held.slice(0, ended().length).map(({ id }) => ({ id, error: refused })))
  expect(ended().length).toBeLessThanOrEqual(guests.length)
  expect((await search(loud, 'once more')).error).toEqual(refused)
  limit({ visitors: testApp.app.live.views.usage.total.bytes })
  const visitor = await openFrom('198.51.101.1')
  for (const [name, input] of [
    ['scores.recent', { limit: 30 }],
    ['machines.browse', {}],
    ['events.list', {}],
    ['groups.list', {}],
  ] as const)
    expect((await visitor.subscribe(name, input)).error).toBeNull()
  await closeAll(loud, visitor, ...guests)
})

it('visitors take nothing from signed-in users', async () => {
  const visitors = await Promise.all(['192.0.2.1', '198.51.100.1'].map(openFrom))
  limit({ visitors: 2.5 * SEARCH })
  for (const [i, each] of visitors.entries()) for (let n = 0; n < 3; n++) await search(each, `taken ${i} ${n}`)
  for (let i = 0; i < 5; i++) expect((await search(ada.client, `user ${i}`)).error).toBeNull()
  await closeAll(...visitors)
})

it('what the pages home, machines, events and groups show counts for nobody', async () => {
  const { views } = testApp.app.live
  for (const path of ['/', '/machines', '/events', '/groups']) {
    const client = await openFrom('192.0.2.1')
    const html = await (await fetch(testApp.http + path)).text()
    const boot = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)![1]!
    const { snapshots: subscriptions } = JSON.parse(boot) as { snapshots: { name: string; params: [object] }[] }
    expect(subscriptions.length).toBeGreaterThan(0)
    limit({ caller: 100_000 })
    const before = views.usage.total.bytes
    for (const { name, params } of subscriptions) expect((await client.subscribe(name, params[0])).error).toBeNull()
    // Only what each subscription needs for itself is counted.
    expect(views.usage.total.bytes - before).toBeLessThan(subscriptions.length * 2000 + 100 * 150)
    await client.close()
  }
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
  limit({ visitors: 0, users: 0 })
  expect((await ada.client.subscribe('machines.browse', { text: 'eight' })).error).toEqual(refused)
  const before = views.usage.total
  for (const text of ['eight', 'nine', 'ten']) expect((await fetch(`${testApp.http}/machines?q=${text}`)).status).toBe(200)
  expect(views.usage.total).toEqual(before)
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
  limit({ idle: 0 })
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
