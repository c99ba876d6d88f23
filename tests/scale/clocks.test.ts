import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DatabaseOracle } from '../chaos/database-oracle.ts'
import { openPlayer } from '../chaos/player.ts'
import { createSeededRandom } from '../chaos/seeded.ts'
import { Viewer } from '../chaos/viewer.ts'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { signUp, type TestUser } from '../integration/helpers/users.ts'
import { type Cluster, startCluster } from './cluster.ts'

const MINUTE = 60_000

let cluster: Cluster
let machines: string[]
/** One player per node; the nodes' clocks are on time, five minutes ahead, and on time. */
let players: TestUser[]

beforeAll(async () => {
  cluster = await startCluster({ clocks: [0, 5 * MINUTE, 0] })
  machines = await cluster.machines(3)
  players = await Promise.all(cluster.nodes.map((node, at) => signUp(node, `Player ${at}`)))
}, 180_000)
afterAll(() => cluster?.close())

const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * MINUTE)

it('feeds are in the order of the database, whatever a node takes for the time, and boards are the same on all', async () => {
  const [machineId] = machines as [string]
  const viewers = await Promise.all(cluster.nodes.map(({ endpoint }) => DdpTestClient.open(endpoint)))
  for (const viewer of viewers) await viewer.subscribe('scores.recent', { machineId, limit: 100 })
  const sent: string[] = []
  for (let i = 0; i < 30; i++) {
    const _id = uuidv7()
    await players[i % 3]!.client.call('scores.submit', { _id, machineId, value: 1000 + (i % 7) })
    sent.push(_id)
  }
  const inOrder = [...sent].reverse()
  for (const viewer of viewers) {
    await viewer.waitUntil(() => viewer.documents('scores').size === sent.length)
    expect(viewer.sortedIds('scores', (a, b) => Number(b.receipt) - Number(a.receipt))).toEqual(inOrder)
    await viewer.close()
  }
  const oracle = await DatabaseOracle.read(cluster.database)
  expect(oracle.scores.filter(score => score.machineId === machineId).map(({ id }) => id)).toEqual(inOrder)
  for (const { endpoint } of cluster.nodes) {
    const viewer = new Viewer(openPlayer(endpoint, createSeededRandom(1)))
    viewer.watchBoard({ machineId, window: 'all', limit: 50, verifiedOnly: false })
    viewer.watchRecent({ machineId, limit: 50 })
    await viewer.waitUntilSynced(machineId)
    await viewer.expectMatchesDatabase(oracle, endpoint)
    viewer.player.close()
  }
})

it('a node judges by its own clock how far ahead a game lies: at most five minutes, and never later than now', async () => {
  const [, machineId] = machines as [string, string]
  const [punctual, ahead] = players as [TestUser, TestUser]
  const game = (minutes: number) => ({ _id: uuidv7(), machineId, value: 500, achievedAt: inMinutes(minutes) })
  for (const [{ client }, minutes] of [
    [punctual, 6],
    [ahead, 11],
  ] as const)
    expect(await client.expectError('scores.submit', game(minutes))).toMatchObject({ error: 400 })
  const taken = game(9)
  await ahead.client.call('scores.submit', taken)
  const { rows } = await cluster.database.pool.query<{ achieved: Date; created: Date }>(
    'SELECT achieved_at AS achieved, created_at AS created FROM scores WHERE id = $1',
    [taken._id],
  )
  const early = rows[0]!.achieved.getTime() - rows[0]!.created.getTime()
  expect(early).toBeGreaterThan(4 * MINUTE)
  expect(early).toBeLessThanOrEqual(5 * MINUTE + 1000)
})

it('[A5] a session that a node with another clock opened is good on all', async () => {
  for (const { endpoint } of cluster.nodes) {
    const client = await DdpTestClient.open(endpoint)
    expect(await client.call('login', { resume: players[1]!.token })).toMatchObject({ id: players[1]!.id })
    await client.close()
  }
})
