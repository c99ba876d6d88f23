import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { chaosSize } from '../chaos/seeded.ts'
import { DdpTestClient, meteorError } from '../integration/helpers/ddp-test-client.ts'
import { signUp, type TestUser } from '../integration/helpers/users.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { Load } from './load.ts'
import { ClusterNode } from './node.ts'
import { freePort } from './ports.ts'
import { formatPercentiles } from './spread.ts'
import { sleep, waitUntil } from './wait.ts'

const AWAY = chaosSize(5000, 20_000)
const PAUSED = chaosSize(8000, 60_000)
/** pino's number for a warning */
const WARN = 40
/** the most lines that a node may log while its database is down, however long: one per connection and per operation in progress */
const MOST_LINES = 60

let cluster: Cluster
let load: Load
let person: TestUser
let machines: string[]
/** the number of lines in each node's log when the test began */
let begun: number[]

beforeAll(async () => {
  cluster = await startCluster({ durable: true })
  load = await Load.start(cluster)
  person = await signUp(cluster.nodes[0]!, 'Somebody')
  machines = await cluster.machines(8)
}, 180_000)
afterAll(async () => {
  load?.close()
  await cluster?.close()
})

const mark = (): void => {
  begun = cluster.nodes.map(({ log }) => log.length)
}
/** The log messages of a node since the test began, with how often each occurred. Slow statements are left out: the machine may be busy. */
function nodeMessages(at: number, least: number): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { level, msg, role } of cluster.nodes[at]!.log.slice(begun[at])) {
    const sentence = role === undefined ? msg : `${role}: ${msg}`
    if (level >= least && msg !== 'a slow statement') counts[sentence] = (counts[sentence] ?? 0) + 1
  }
  return counts
}
const status = async (url: string): Promise<number> => (await fetch(url)).status
const submission = (machineId: string, value: number) => ({ _id: uuidv7(), machineId, value })

it('[R4] kill -9 of a node under load: its viewers reconnect to the others and see the rows in the database; no acknowledged score is lost or duplicated', async () => {
  const [writes, resends] = [load.writes, load.resends]
  await load.runDuring(() => cluster.nodes[1]!.kill())
  await load.expectMatchesDatabase('while the node is gone', [1])
  await cluster.nodes[1]!.start()
  await load.runDuring(async () => {})
  await load.expectMatchesDatabase('after it came back')
  console.info(`one node of three killed: ${load.writes - writes} writes acknowledged, ${load.resends - resends} sent again by hand`)
})

it('[R3] Redis fails and recovers: boards stay correct but are delayed, nothing is lost, and each node logs it once', async () => {
  mark()
  const machineId = machines[4]!
  const viewer = await DdpTestClient.open(cluster.nodes[1]!.endpoint)
  await viewer.subscribe('boards.top', { scope: { machineId } })
  const delays: number[] = []
  const { writes } = load
  await load.runDuring(() => cluster.redis.stop())
  const end = performance.now() + AWAY
  for (let value = 1000; performance.now() < end; value++) {
    const startedAt = performance.now()
    await person.client.call('scores.submit', submission(machineId, value))
    await viewer.waitUntil(() => [...viewer.documents('boardRows').values()].some(row => row.value === value))
    delays.push(performance.now() - startedAt)
  }
  await load.expectMatchesDatabase('while Redis is away')
  await load.runDuring(() => cluster.redis.start())
  await load.expectMatchesDatabase('after Redis was away')
  console.info(`Redis away: ${load.writes - writes} writes acknowledged; submit → seen on another node ${formatPercentiles(delays)}`)
  for (const at of cluster.nodes.keys()) {
    await waitUntil(
      'it has found Redis again',
      () =>
        nodeMessages(at, 0)['subscriber: Redis is reachable again'] === 1 &&
        nodeMessages(at, 0)['publisher: Redis is reachable again'] === 1,
    )
    expect(nodeMessages(at, WARN)).toEqual({
      'publisher: Redis is unreachable: changes of other nodes arrive later': 1,
      'subscriber: Redis is unreachable: changes of other nodes arrive later': 1,
    })
  }
  await viewer.close()
})

it('[R4] a suspended node catches up, and the others keep working meanwhile', async () => {
  let meanwhile = 0
  await load.runDuring(async () => {
    cluster.nodes[2]!.pause()
    const { writes } = load
    await sleep(PAUSED)
    meanwhile = load.writes - writes
    cluster.nodes[2]!.resume()
  })
  await load.expectMatchesDatabase('after a node stood still')
  expect(meanwhile).toBeGreaterThan(0)
  console.info(`one node stood still for ${PAUSED / 1000} s: ${meanwhile} writes acknowledged by the others meanwhile`)
})

it('[R2] Postgres fails and recovers: a write fails quickly and is stored once when sent again, cached pages are served, and everything recovers', async () => {
  mark()
  const [known, unknown] = [`/machines/${machines[5]}`, `/machines/${machines[6]}`]
  const everyNode = (path: string): Promise<number[]> => Promise.all(cluster.nodes.map(({ http }) => status(http + path)))
  const saysOld = (path: string): Promise<boolean[]> =>
    Promise.all(
      cluster.nodes.map(async ({ http }) => (await (await fetch(http + path)).text()).includes('What you see may be out of date.')),
    )
  expect(await everyNode(known)).toEqual([200, 200, 200])
  // A node that stood still in the test before says so until it has polled the database again.
  await waitUntil('no page says that it may be old', async () => (await saysOld(known)).every(old => !old))
  const score = submission(machines[7]!, 77)
  const { writes } = load
  let recovered = 0
  await load.runDuring(async () => {
    await cluster.postgres.stop()
    const startedAt = performance.now()
    const refusal = await person.client.expectError('scores.submit', score)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(refusal).toEqual(
      meteorError(500, 'The site cannot reach its database just now. Please try again in a moment.', { code: 'database-unreachable' }),
    )
    expect(await everyNode('/healthz')).toEqual([200, 200, 200])
    expect(await everyNode('/readyz')).toEqual([503, 503, 503])
    expect(await everyNode(known)).toEqual([200, 200, 200])
    expect(await everyNode(unknown)).toEqual([503, 503, 503])
    await waitUntil('every node says that its page may be old', async () => (await saysOld(known)).every(Boolean))
    await sleep(AWAY)
    await cluster.postgres.start()
    const back = performance.now()
    await waitUntil('every node is ready', async () => (await everyNode('/readyz')).every(each => each === 200))
    recovered = performance.now() - back
    await person.client.call('scores.submit', score)
  })
  await person.client.call('scores.submit', score)
  const { rows } = await cluster.database.pool.query('SELECT 1 FROM scores WHERE id = $1', [score._id])
  expect(rows).toHaveLength(1)
  await load.expectMatchesDatabase('after Postgres was away')
  expect(await everyNode(unknown)).toEqual([200, 200, 200])
  await waitUntil('no node says so any more', async () => !(await saysOld(known)).some(Boolean))
  for (const at of cluster.nodes.keys()) {
    const lines = Object.values(nodeMessages(at, WARN)).reduce((sum, count) => sum + count, 0)
    expect(lines, JSON.stringify(nodeMessages(at, WARN))).toBeLessThan(MOST_LINES)
  }
  console.info(
    `Postgres away for ${AWAY / 1000} s: ready again ${Math.round(recovered)} ms after it; ${load.writes - writes} writes acknowledged`,
  )
})

it('a node without Redis does not start beside the others, also after Postgres was unavailable', async () => {
  await waitUntil('every node has said again that it is here', async () => {
    const { rows } = await cluster.database.pool.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'`)
    return rows.length === cluster.nodes.length
  })
  const otherNode = new ClusterNode(await freePort(), { DATABASE_URL: cluster.postgres.url })
  await expect(otherNode.start()).rejects.toThrow('Another Skillshot is running on this database.')
  await otherNode.close()
})

it('in the end boards, totals and index equal those computed from the scores alone', async () => {
  expect(await cluster.nodes[0]!.admin('recompute')).toMatch(/ 0 differences\n$/)
})
