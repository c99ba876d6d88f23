import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient, type Document, type SubscriptionOutcome } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, listMachines, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

let testApp: TestApp
let ada: TestUser
let bob: TestUser
let machines: string[]

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  ada = await signUp(testApp, 'Ada')
  bob = await signUp(testApp, 'Bob')
  machines = (await listMachines(testApp, 30)).map(({ id }) => id)
})
afterAll(() => testApp.close())

const byReceipt = (a: Document, b: Document): number => Number(b.receipt) - Number(a.receipt)
const feed = (client: DdpTestClient): string[] => client.sortedIds('scores', byReceipt)
const submit = async ({ client }: TestUser, machineId: string, more: object = {}): Promise<string> => {
  const _id = uuidv7()
  await client.call('scores.submit', { _id, machineId, value: 5, ...more })
  return _id
}
/** Submits several scores of one player. @returns their ids, newest first */
const several = async (count: number, machineId: string, who = ada): Promise<string[]> => {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.unshift(await submit(who, machineId, { achievedAt: new Date(Date.now() - 1000 * i) }))
  return ids
}
async function reader<T>(run: (client: DdpTestClient) => Promise<T>): Promise<T> {
  const client = await DdpTestClient.open(testApp.endpoint)
  const result = await run(client)
  expect(client.protocolViolations).toEqual([])
  await client.close()
  return result
}
const recent = (argument: object): Promise<string[]> =>
  reader(async client => {
    expect((await client.subscribe('scores.recent', argument)).error).toBe(null)
    return feed(client)
  })

describe('scores.recent', () => {
  it('is ordered by receipt, whatever the ids and the clocks of the clients say', async () => {
    const [machineId] = machines.splice(0, 1)
    const older = uuidv7()
    const first = await submit(ada, machineId!, { achievedAt: new Date() })
    await bob.client.call('scores.submit', { _id: older, machineId, value: 9, achievedAt: new Date(Date.now() - 86_400_000) })
    expect(older < first).toBe(true)
    expect(await recent({ machineId })).toEqual([older, first])
  })

  it('gives fifty, or as many as are asked for, of a machine or a player', async () => {
    const [one, two] = machines.splice(0, 2)
    const ownScoreIds = await several(55, one!)
    const theirs = await several(3, two!, bob)
    expect(await recent({ machineId: one })).toEqual(ownScoreIds.slice(0, 50))
    expect(await recent({ machineId: one, limit: 1 })).toEqual(ownScoreIds.slice(0, 1))
    expect(await recent({ machineId: one, limit: 100 })).toEqual(ownScoreIds)
    expect(await recent({ machineId: two, userId: ada.id })).toEqual([])
    expect((await recent({ userId: bob.id, limit: 3 })).sort()).toEqual([...theirs].sort())
  })

  it('is refused for an unknown player, but not for one who is gone and whose scores were kept', async () => {
    const [machineId] = machines.splice(0, 1)
    const gone = await signUp(testApp, 'Gone')
    const kept = await several(2, machineId!, gone)
    await gone.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: false })
    expect(await recent({ userId: gone.id })).toEqual(kept)
    const { error } = await reader(client => client.subscribe('scores.recent', { userId: uuidv7() }))
    expect(error).toMatchObject({ error: 404, reason: 'There is no such player.' })
  })

  it('pages back from a row, also when that row has gone by now, and is refused before a row that never was', async () => {
    const [machineId] = machines.splice(0, 1)
    const ids = await several(7, machineId!)
    expect(await recent({ machineId, limit: 3, before: ids[2] })).toEqual(ids.slice(3, 6))
    await ada.client.call('scores.remove', { scoreId: ids[2] })
    expect(await recent({ machineId, limit: 3, before: ids[2] })).toEqual(ids.slice(3, 6))
    expect(await recent({ machineId, before: ids.at(-1) })).toEqual([])
    await reader(async client => {
      expect((await client.subscribe('scores.recent', { machineId, before: uuidv7() })).error).toMatchObject({
        error: 400,
        details: [{ path: 'before', message: 'is not a row of this list' }],
      })
    })
  })

  it('stays current: new rows push old ones out, removed ones bring the next back, edits are shown, and a page further back gains no rows', async () => {
    const [machineId] = machines.splice(0, 1)
    const ids = await several(4, machineId!)
    await reader(async client => {
      await client.subscribe('scores.recent', { machineId, limit: 2 })
      expect(feed(client)).toEqual(ids.slice(0, 2))
      const fresh = await submit(ada, machineId!)
      await client.waitUntil(() => feed(client)[0] === fresh)
      expect(feed(client)).toEqual([fresh, ids[0]])
      await ada.client.call('scores.remove', { scoreId: fresh })
      await client.waitUntil(() => feed(client).includes(ids[1]!))
      expect(feed(client)).toEqual(ids.slice(0, 2))
      await ada.client.call('scores.edit', { scoreId: ids[1], value: 55 })
      await client.waitUntil(() => client.documents('scores').get(ids[1]!)?.value === 55)
    })
    await reader(async client => {
      await client.subscribe('scores.recent', { machineId, before: ids[0], limit: 2 })
      await submit(ada, machineId!)
      expect(feed(client)).toEqual(ids.slice(1, 3))
      await ada.client.call('scores.remove', { scoreId: ids[1] })
      await client.waitUntil(() => !feed(client).includes(ids[1]!))
      expect(feed(client)).toEqual(ids.slice(2, 3))
      await ada.client.call('scores.edit', { scoreId: ids[2], value: 77 })
      await client.waitUntil(() => client.documents('scores').get(ids[2]!)?.value === 77)
      expect(await recent({ machineId, before: ids[0], limit: 2 })).toEqual(ids.slice(2, 4))
    })
  })

  it('publishes whole documents', async () => {
    const [machineId] = machines.splice(0, 1)
    const achievedAt = new Date(Date.now() - 5000)
    const _id = await submit(ada, machineId!, { achievedAt, comment: ' two\nlines ', location: 'The Bar' })
    await reader(async client => {
      await client.subscribe('scores.recent', { machineId })
      const { createdAt, receipt, machineName, ...rest } = client.documents('scores').get(_id)!
      expect(rest).toMatchObject({
        userId: ada.id,
        username: 'Ada',
        displayName: 'Ada',
        machineId,
        value: 5,
        achievedAt,
        status: 'unverified',
        version: 1,
        comment: 'two\nlines',
        location: 'The Bar',
        likes: 0,
        comments: 0,
      })
      expect([createdAt instanceof Date, typeof receipt, typeof machineName]).toEqual([true, 'number', 'string'])
    })
  })
})

describe('on the caller’s own connection', () => {
  it('every data message of a write precedes its updated, which precedes its result', async () => {
    const [machineId] = machines.splice(0, 1)
    const { client, id: userId } = await signUp(testApp, 'Ordered')
    const names: [string, object][] = [
      ['scores.recent', { machineId }],
      ['boards.top', { scope: { machineId } }],
      ['boards.top', { scope: { machineId }, window: 'day', limit: 1 }],
      ['boards.places', { machineId, userId }],
      ['machines.one', { machineId }],
      ['players.one', { username: 'Ordered' }],
    ]
    for (const [name, argument] of names) expect((await client.subscribe(name, argument)).error).toBe(null)
    const other: DdpTestClient = await DdpTestClient.open(testApp.endpoint)
    for (const [name, argument] of names) await other.subscribe(name, argument)
    const _id = uuidv7()
    for (const [method, argument, collections] of [
      [
        'scores.submit',
        { _id, machineId, value: 70 },
        ['boardRows', 'boards', 'machineStats', 'machines', 'places', 'playerBests', 'players', 'scores'],
      ],
      ['scores.edit', { scoreId: _id, value: 80 }, ['boardRows', 'boards', 'machineStats', 'places', 'playerBests', 'scores']],
      [
        'scores.remove',
        { scoreId: _id },
        ['boardRows', 'boards', 'machineStats', 'machines', 'places', 'playerBests', 'players', 'scores'],
      ],
    ] as const) {
      const from = client.messages.length
      const call = client.sendCall(method, [argument])
      await client.waitForOutcome(call)
      await bob.client.call('machines.search', { text: '' })
      const said = client.messages.slice(from)
      expect([...new Set(said.slice(0, -2).map(({ collection }) => String(collection)))].sort()).toEqual(collections)
      expect(said.slice(-2)).toMatchObject([
        { msg: 'updated', methods: [call] },
        { msg: 'result', id: call },
      ])
    }
    const settled = client.messages.length
    await client.call('machines.search', { text: '' })
    expect(client.messages.length).toBe(settled + 2)
    for (const collection of ['boardRows', 'boards', 'machineStats', 'places', 'playerBests', 'scores'])
      await other.waitUntil(() => JSON.stringify([...other.documents(collection)]) === JSON.stringify([...client.documents(collection)]))
  })

  it('a write is there when its updated comes, also for another connection that asks then', async () => {
    const [machineId] = machines.splice(0, 1)
    const _id = await submit(ada, machineId!)
    expect(await bob.client.call('boards.place', { scope: { machineId }, userId: ada.id })).toMatchObject({ rank: 1, players: 1 })
    expect(await recent({ machineId })).toEqual([_id])
  })
})

describe('the channel of scores', () => {
  it('sends each accepted score once, in the exact bytes that vent clients look for, and nothing after the end', async () => {
    const [machineId] = machines.splice(0, 1)
    await reader(async client => {
      const sub: SubscriptionOutcome = await client.subscribe('scores', 'aBcDeFgHiJkLmNoPq', {})
      expect(sub.error).toBe(null)
      const events = () => client.frames.filter(text => text.includes('__vent'))
      const _id = await submit(ada, machineId!, { achievedAt: new Date(1_700_000_000_000) })
      await client.waitUntil(() => events().length === 1)
      expect(events()[0]!.startsWith('{"msg":"changed","__vent":"1","id":"aBcDeFgHiJkLmNoPq.scores","e":{')).toBe(true)
      expect(JSON.parse(events()[0]!)).toMatchObject({ e: { _id, machineId, username: 'Ada', achievedAt: '2023-11-14T22:13:20.000Z' } })
      await ada.client.call('scores.edit', { scoreId: _id, value: 6 })
      await ada.client.call('scores.remove', { scoreId: _id })
      await client.unsubscribe(sub)
      await submit(ada, machineId!)
      await client.call('machines.search', { text: '' })
      expect(events()).toHaveLength(1)
    })
  })
})
