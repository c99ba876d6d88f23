import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { verifyBoards } from '#scores/server/boards/verify-boards.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { grantRoles, listMachines, signUp, type TestUser } from '../helpers/users.ts'

interface Row {
  name: string
  entries: number
  bytes: number
  hits: number
  misses: number
}

let testApp: TestApp
let admin: TestUser
let player: TestUser
let machines: { id: string; name: string }[]

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  admin = await signUp(testApp, 'Boss')
  player = await signUp(testApp, 'Player')
  await grantRoles(testApp, admin.id, ['admin'])
  machines = await listMachines(testApp, 6)
})
afterAll(() => testApp.close())

const stats = async (name: string): Promise<Row> => (await admin.client.call<Row[]>('cache.stats', {})).find(row => row.name === name)!
const clear = (name?: string): Promise<{ cleared: number }> => admin.client.call('cache.clear', name === undefined ? {} : { name })
const submit = (machineId: string, value: number, { client } = player) => client.call('scores.submit', { _id: uuidv7(), machineId, value })

describe('cache.stats', () => {
  let submitted: Promise<{ scoreId: string }> | undefined

  it('has a row for every cache, by name', async () => {
    const rows = await admin.client.call<Row[]>('cache.stats', {})
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['board views', 'boards', 'known machines', 'known people', 'pages', 'score cards', 'score lists']),
    )
    expect(rows.map(({ name }) => name)).toEqual(rows.map(({ name }) => name).sort())
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(['bytes', 'entries', 'hits', 'misses', 'name'])
      for (const value of [row.entries, row.bytes, row.hits, row.misses]) expect(value).toBeGreaterThanOrEqual(0)
    }
  })

  it.each([
    ['pages', 1, () => fetch(`${testApp.http}/machines`).then(response => response.text())],
    [
      'score cards',
      1,
      async () => {
        const { scoreId } = (await submitted)!
        const card = await fetch(`${testApp.http}/scores/${scoreId}/card.png`)
        expect(card.status).toBe(200)
        await card.arrayBuffer()
      },
    ],
    ['known machines', 1, () => admin.client.call('boards.place', { scope: { machineId: machines[1]!.id }, userId: admin.id })],
    ['boards', 1, () => admin.client.call('boards.place', { scope: { machineId: machines[1]!.id }, userId: admin.id })],
    [
      'score lists',
      1,
      async () => {
        const sub = await admin.client.subscribe('scores.recent', { limit: 7 })
        await admin.client.unsubscribe(sub)
      },
    ],
  ])('counts what %s hold, and how often that was of use; cleared they are empty', async (name, entries, use) => {
    submitted ??= submit(machines[0]!.id, 4_000) as Promise<{ scoreId: string }>
    await submitted
    await clear()
    const before = await stats(name)
    expect(before.entries).toBe(0)
    await use()
    const filled = await stats(name)
    expect(filled.entries).toBe(entries)
    expect(filled.misses).toBeGreaterThan(before.misses)
    if (name !== 'boards') expect(filled.bytes).toBeGreaterThan(0)
    await use()
    expect(await stats(name)).toMatchObject({ entries, misses: filled.misses })
    expect((await stats(name)).hits).toBeGreaterThan(filled.hits)
    expect(await clear(name)).toEqual({ cleared: entries })
    expect(await stats(name)).toMatchObject({ entries: 0, bytes: 0 })
  })
})

describe('cache.clear', () => {
  it('says of a cache that is not there that there is none, and clears nothing', async () => {
    expect(await admin.client.expectError('cache.clear', { name: 'nothing' })).toMatchObject({
      error: 404,
      reason: 'There is no such cache.',
    })
  })

  it('leaves what is watched alone: it goes on being told', async () => {
    const visitor = await DdpTestClient.open(testApp.endpoint)
    const { id: machineId } = machines[2]!
    await visitor.subscribe('boards.top', { scope: { machineId } })
    const watched = (await stats('boards')).entries
    expect(watched).toBeGreaterThan(0)
    await clear()
    expect((await stats('boards')).entries).toBe(watched)
    await submit(machineId, 50)
    await visitor.waitUntil(() => [...visitor.documents('boardRows').values()].some(({ value }) => value === 50))
    await visitor.close()
  })

  it('under load loses no score and shows nothing wrong to anybody', async () => {
    const players = await Promise.all(Array.from({ length: 5 }, (_, i) => signUp(testApp, `Loader ${i}`)))
    const busy = machines.slice(3)
    const visitor = await DdpTestClient.open(testApp.endpoint)
    for (const { id } of busy) await visitor.subscribe('boards.top', { scope: { machineId: id }, limit: 100 })
    let working = true
    const cleared = (async () => {
      let rounds = 0
      for (; working || rounds < 20; rounds++) await clear()
      return rounds
    })()
    const asking = Promise.all(
      players.map(async (each, i) => {
        for (let round = 0; round < 25; round++) {
          const machineId = busy[(round + i) % busy.length]!.id
          const answer = (await submit(machineId, 1000 + round * 10 + i, each)) as { rank: number; players: number; personalBest: boolean }
          expect(answer.rank).toBeGreaterThan(0)
          expect(answer.rank).toBeLessThanOrEqual(answer.players)
          const sub = await each.client.subscribe('boards.top', { scope: { machineId }, limit: 5 + i })
          expect(sub.error).toBe(null)
          await each.client.unsubscribe(sub)
          if (round % 5 === 0) expect((await fetch(`${testApp.http}/machines/${machineId}`)).status).toBe(200)
        }
      }),
    )
    await asking
    working = false
    expect(await cleared).toBeGreaterThanOrEqual(20)
    expect((await verifyBoards(testApp.app.database)).differences).toEqual([])
    await visitor.call('machines.search', { text: '' })
    const newClient = await DdpTestClient.open(testApp.endpoint)
    await clear()
    for (const { id } of busy) await newClient.subscribe('boards.top', { scope: { machineId: id }, limit: 100 })
    const rows = ({ documents }: { documents: ReadonlyMap<string, unknown> }) => Object.fromEntries([...documents].sort())
    expect(rows({ documents: visitor.documents('boardRows') })).toEqual(rows({ documents: newClient.documents('boardRows') }))
    expect(visitor.documents('boardRows').size).toBe(players.length * busy.length)
    await testApp.restart()
    const secondClient = await DdpTestClient.open(testApp.endpoint)
    for (const { id } of busy) await secondClient.subscribe('boards.top', { scope: { machineId: id }, limit: 100 })
    expect(rows({ documents: secondClient.documents('boardRows') })).toEqual(rows({ documents: newClient.documents('boardRows') }))
    await secondClient.close()
  })
})
