import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { type SignedUp, signUp, someMachines } from './people.ts'
import { type Document, type Sub, Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World
let ada: SignedUp
let bob: SignedUp
let machines: string[]

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  ada = await signUp(world, 'Ada')
  bob = await signUp(world, 'Bob')
  machines = (await someMachines(world, 30)).map(({ id }) => id)
})
afterAll(() => world.close())

const byReceipt = (a: Document, b: Document): number => Number(b.receipt) - Number(a.receipt)
const feed = (wire: Wire): string[] => wire.idsBy('scores', byReceipt)
const submit = async ({ wire }: SignedUp, machineId: string, more: object = {}): Promise<string> => {
  const _id = uuidv7()
  await wire.call('scores.submit', { _id, machineId, value: 5, ...more })
  return _id
}
/** Submits several scores of one player. @returns their ids, newest first */
const several = async (count: number, machineId: string, who = ada): Promise<string[]> => {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.unshift(await submit(who, machineId, { achievedAt: new Date(Date.now() - 1000 * i) }))
  return ids
}
async function reader<T>(run: (wire: Wire) => Promise<T>): Promise<T> {
  const wire = await Wire.open(world.endpoint)
  const result = await run(wire)
  expect(wire.faults).toEqual([])
  await wire.close()
  return result
}
const recent = (argument: object): Promise<string[]> =>
  reader(async wire => {
    expect((await wire.subscribe('scores.recent', argument)).error).toBe(null)
    return feed(wire)
  })

describe('scores.recent', () => {
  it('is ordered by receipt, whatever the ids and the clocks of the clients say', async () => {
    const [machineId] = machines.splice(0, 1)
    const older = uuidv7()
    const first = await submit(ada, machineId!, { achievedAt: new Date() })
    await bob.wire.call('scores.submit', { _id: older, machineId, value: 9, achievedAt: new Date(Date.now() - 86_400_000) })
    expect(older < first).toBe(true)
    expect(await recent({ machineId })).toEqual([older, first])
  })

  it('gives fifty, or as many as are asked for, of a machine or a player', async () => {
    const [one, two] = machines.splice(0, 2)
    const mine = await several(55, one!)
    const theirs = await several(3, two!, bob)
    expect(await recent({ machineId: one })).toEqual(mine.slice(0, 50))
    expect(await recent({ machineId: one, limit: 1 })).toEqual(mine.slice(0, 1))
    expect(await recent({ machineId: one, limit: 100 })).toEqual(mine)
    expect(await recent({ machineId: two, userId: ada.id })).toEqual([])
    expect((await recent({ userId: bob.id, limit: 3 })).sort()).toEqual([...theirs].sort())
  })

  it('pages back from a row, also when that row has gone by now, and is refused before a row that never was', async () => {
    const [machineId] = machines.splice(0, 1)
    const ids = await several(7, machineId!)
    expect(await recent({ machineId, limit: 3, before: ids[2] })).toEqual(ids.slice(3, 6))
    await ada.wire.call('scores.remove', { scoreId: ids[2] })
    expect(await recent({ machineId, limit: 3, before: ids[2] })).toEqual(ids.slice(3, 6))
    expect(await recent({ machineId, before: ids.at(-1) })).toEqual([])
    await reader(async wire => {
      expect((await wire.subscribe('scores.recent', { machineId, before: uuidv7() })).error).toMatchObject({
        error: 400,
        details: [{ path: 'before', message: 'is not a row of this list' }],
      })
    })
  })

  it('stays true: new rows push old ones out, removed ones bring the next back, edits show, a page further back gains nothing', async () => {
    const [machineId] = machines.splice(0, 1)
    const ids = await several(4, machineId!)
    await reader(async wire => {
      await wire.subscribe('scores.recent', { machineId, limit: 2 })
      expect(feed(wire)).toEqual(ids.slice(0, 2))
      const fresh = await submit(ada, machineId!)
      await wire.until(() => feed(wire)[0] === fresh)
      expect(feed(wire)).toEqual([fresh, ids[0]])
      await ada.wire.call('scores.remove', { scoreId: fresh })
      await wire.until(() => feed(wire).includes(ids[1]!))
      expect(feed(wire)).toEqual(ids.slice(0, 2))
      await ada.wire.call('scores.edit', { scoreId: ids[1], value: 55 })
      await wire.until(() => wire.documents('scores').get(ids[1]!)?.value === 55)
    })
    await reader(async wire => {
      await wire.subscribe('scores.recent', { machineId, before: ids[0], limit: 2 })
      await submit(ada, machineId!)
      expect(feed(wire)).toEqual(ids.slice(1, 3))
      await ada.wire.call('scores.remove', { scoreId: ids[1] })
      await wire.until(() => !feed(wire).includes(ids[1]!))
      expect(feed(wire)).toEqual(ids.slice(2, 3))
      await ada.wire.call('scores.edit', { scoreId: ids[2], value: 77 })
      await wire.until(() => wire.documents('scores').get(ids[2]!)?.value === 77)
      expect(await recent({ machineId, before: ids[0], limit: 2 })).toEqual(ids.slice(2, 4))
    })
  })

  it('publishes whole documents', async () => {
    const [machineId] = machines.splice(0, 1)
    const achievedAt = new Date(Date.now() - 5000)
    const _id = await submit(ada, machineId!, { achievedAt, comment: ' two\nlines ', location: 'The Bar' })
    await reader(async wire => {
      await wire.subscribe('scores.recent', { machineId })
      const { createdAt, receipt, machineName, ...rest } = wire.documents('scores').get(_id)!
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
    const { wire, id: userId } = await signUp(world, 'Ordered')
    const names: [string, object][] = [
      ['scores.recent', { machineId }],
      ['boards.top', { scope: { machineId } }],
      ['boards.top', { scope: { machineId }, window: 'day', limit: 1 }],
      ['boards.places', { machineId, userId }],
      ['machines.one', { machineId }],
      ['players.one', { username: 'Ordered' }],
    ]
    for (const [name, argument] of names) expect((await wire.subscribe(name, argument)).error).toBe(null)
    const other: Wire = await Wire.open(world.endpoint)
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
      const from = wire.messages.length
      const call = wire.sendCall(method, [argument])
      await wire.answer(call)
      await bob.wire.call('machines.search', { text: '' })
      const said = wire.messages.slice(from)
      expect([...new Set(said.slice(0, -2).map(({ collection }) => String(collection)))].sort()).toEqual(collections)
      expect(said.slice(-2)).toMatchObject([
        { msg: 'updated', methods: [call] },
        { msg: 'result', id: call },
      ])
    }
    const settled = wire.messages.length
    await wire.call('machines.search', { text: '' })
    expect(wire.messages.length).toBe(settled + 2)
    for (const collection of ['boardRows', 'boards', 'machineStats', 'places', 'playerBests', 'scores'])
      await other.until(() => JSON.stringify([...other.documents(collection)]) === JSON.stringify([...wire.documents(collection)]))
  })

  it('a write is there when its updated comes, also for another connection that asks then', async () => {
    const [machineId] = machines.splice(0, 1)
    const _id = await submit(ada, machineId!)
    expect(await bob.wire.call('boards.place', { scope: { machineId }, userId: ada.id })).toMatchObject({ rank: 1, players: 1 })
    expect(await recent({ machineId })).toEqual([_id])
  })
})

describe('the channel of scores', () => {
  it('sends each accepted score once, in the exact bytes that vent clients look for, and nothing after the end', async () => {
    const [machineId] = machines.splice(0, 1)
    await reader(async wire => {
      const sub: Sub = await wire.subscribe('scores', 'aBcDeFgHiJkLmNoPq', {})
      expect(sub.error).toBe(null)
      const events = () => wire.frames.filter(text => text.includes('__vent'))
      const _id = await submit(ada, machineId!, { achievedAt: new Date(1_700_000_000_000) })
      await wire.until(() => events().length === 1)
      expect(events()[0]!.startsWith('{"msg":"changed","__vent":"1","id":"aBcDeFgHiJkLmNoPq.scores","e":{')).toBe(true)
      expect(JSON.parse(events()[0]!)).toMatchObject({ e: { _id, machineId, username: 'Ada', achievedAt: '2023-11-14T22:13:20.000Z' } })
      await ada.wire.call('scores.edit', { scoreId: _id, value: 6 })
      await ada.wire.call('scores.remove', { scoreId: _id })
      await wire.unsubscribe(sub)
      await submit(ada, machineId!)
      await wire.call('machines.search', { text: '' })
      expect(events()).toHaveLength(1)
    })
  })
})
