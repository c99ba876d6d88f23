import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { size } from '../chaos/seeded.ts'
import { type SignedUp, signUp } from '../integration/people.ts'
import { Wire, wireError } from '../integration/wire.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { Crowd } from './crowd.ts'
import { Node } from './node.ts'
import { freePort } from './ports.ts'
import { spread } from './spread.ts'
import { lasting, until } from './until.ts'

const AWAY = size(5000, 20_000)
const PAUSED = size(8000, 60_000)
/** pino's number for a warning */
const WARN = 40
/** the most lines that a node may log while its database is down, however long: one per connection and per operation in progress */
const MOST_LINES = 60

let cluster: Cluster
let crowd: Crowd
let person: SignedUp
let machines: string[]
/** the number of lines in each node's log when the test began */
let begun: number[]

beforeAll(async () => {
  cluster = await startCluster({ durable: true })
  crowd = await Crowd.gather(cluster)
  person = await signUp(cluster.nodes[0]!, 'Somebody')
  machines = await cluster.machines(8)
}, 180_000)
afterAll(async () => {
  crowd?.close()
  await cluster?.close()
})

const mark = (): void => {
  begun = cluster.nodes.map(({ log }) => log.length)
}
/** The log messages of a node since the test began, with how often each occurred. Slow statements are left out: the machine may be busy. */
function said(at: number, least: number): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { level, msg, role } of cluster.nodes[at]!.log.slice(begun[at])) {
    const sentence = role === undefined ? msg : `${role}: ${msg}`
    if (level >= least && msg !== 'a slow statement') counts[sentence] = (counts[sentence] ?? 0) + 1
  }
  return counts
}
const status = async (url: string): Promise<number> => (await fetch(url)).status
const submission = (machineId: string, value: number) => ({ _id: uuidv7(), machineId, value })

it('[R4] kill -9 of a node under load: its viewers go to the others and see what SQL has; nothing acknowledged is lost or doubled', async () => {
  const [writes, resends] = [crowd.writes, crowd.resends]
  await crowd.play(() => cluster.nodes[1]!.kill())
  await crowd.expectTruth('while the node is gone', [1])
  await cluster.nodes[1]!.start()
  await crowd.play(async () => {})
  await crowd.expectTruth('after it came back')
  console.info(`one node of three killed: ${crowd.writes - writes} writes acknowledged, ${crowd.resends - resends} sent again by hand`)
})

it('[R3] Redis away and back: boards stay right, only later; nothing is lost; each node says it once', async () => {
  mark()
  const machineId = machines[4]!
  const viewer = await Wire.open(cluster.nodes[1]!.endpoint)
  await viewer.subscribe('boards.top', { scope: { machineId } })
  const delays: number[] = []
  const { writes } = crowd
  await crowd.play(() => cluster.redis.stop())
  const end = performance.now() + AWAY
  for (let value = 1000; performance.now() < end; value++) {
    const began = performance.now()
    await person.wire.call('scores.submit', submission(machineId, value))
    await viewer.until(() => [...viewer.documents('boardRows').values()].some(row => row.value === value))
    delays.push(performance.now() - began)
  }
  await crowd.expectTruth('while Redis is away')
  await crowd.play(() => cluster.redis.start())
  await crowd.expectTruth('after Redis was away')
  console.info(`Redis away: ${crowd.writes - writes} writes acknowledged; submit → seen on another node ${spread(delays)}`)
  for (const at of cluster.nodes.keys()) {
    await until(
      'it has found Redis again',
      () => said(at, 0)['hearing: Redis is back'] === 1 && said(at, 0)['speaking: Redis is back'] === 1,
    )
    expect(said(at, WARN)).toEqual({
      'speaking: Redis is away: other nodes are heard later': 1,
      'hearing: Redis is away: other nodes are heard later': 1,
    })
  }
  await viewer.close()
})

it('[R4] a node that stood still catches up, and the others went on meanwhile', async () => {
  let meanwhile = 0
  await crowd.play(async () => {
    cluster.nodes[2]!.pause()
    const { writes } = crowd
    await lasting(PAUSED)
    meanwhile = crowd.writes - writes
    cluster.nodes[2]!.goOn()
  })
  await crowd.expectTruth('after a node stood still')
  expect(meanwhile).toBeGreaterThan(0)
  console.info(`one node stood still for ${PAUSED / 1000} s: ${meanwhile} writes acknowledged by the others meanwhile`)
})

it('[R2] Postgres away and back: a write fails soon and is durable once when it is sent again; pages in the cache answer; all recovers', async () => {
  mark()
  const [known, unknown] = [`/machines/${machines[5]}`, `/machines/${machines[6]}`]
  const everyNode = (path: string): Promise<number[]> => Promise.all(cluster.nodes.map(({ http }) => status(http + path)))
  const saysOld = (path: string): Promise<boolean[]> =>
    Promise.all(cluster.nodes.map(async ({ http }) => (await (await fetch(http + path)).text()).includes('What you see may be old.')))
  expect(await everyNode(known)).toEqual([200, 200, 200])
  expect(await saysOld(known)).toEqual([false, false, false])
  const score = submission(machines[7]!, 77)
  const { writes } = crowd
  let recovered = 0
  await crowd.play(async () => {
    await cluster.postgres.stop()
    const began = performance.now()
    const refusal = await person.wire.refusal('scores.submit', score)
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(refusal).toEqual(wireError(500, 'The site cannot reach its database just now. Please try again in a moment.'))
    expect(await everyNode('/healthz')).toEqual([200, 200, 200])
    expect(await everyNode('/readyz')).toEqual([503, 503, 503])
    expect(await everyNode(known)).toEqual([200, 200, 200])
    expect(await everyNode(unknown)).toEqual([503, 503, 503])
    await until('every node says that its page may be old', async () => (await saysOld(known)).every(Boolean))
    await lasting(AWAY)
    await cluster.postgres.start()
    const back = performance.now()
    await until('every node is ready', async () => (await everyNode('/readyz')).every(each => each === 200))
    recovered = performance.now() - back
    await person.wire.call('scores.submit', score)
  })
  await person.wire.call('scores.submit', score)
  const { rows } = await cluster.database.pool.query('SELECT 1 FROM scores WHERE id = $1', [score._id])
  expect(rows).toHaveLength(1)
  await crowd.expectTruth('after Postgres was away')
  expect(await everyNode(unknown)).toEqual([200, 200, 200])
  await until('no node says so any more', async () => !(await saysOld(known)).some(Boolean))
  for (const at of cluster.nodes.keys()) {
    const lines = Object.values(said(at, WARN)).reduce((sum, count) => sum + count, 0)
    expect(lines, JSON.stringify(said(at, WARN))).toBeLessThan(MOST_LINES)
  }
  console.info(
    `Postgres away for ${AWAY / 1000} s: ready again ${Math.round(recovered)} ms after it; ${crowd.writes - writes} writes acknowledged`,
  )
})

it('a node that hears of nobody is not let in beside the others, also after Postgres was away', async () => {
  await until('every node has said again that it is here', async () => {
    const { rows } = await cluster.database.pool.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'`)
    return rows.length === cluster.nodes.length
  })
  const stranger = new Node(await freePort(), { DATABASE_URL: cluster.postgres.url })
  await expect(stranger.start()).rejects.toThrow('Another Skillshot is running on this database.')
  await stranger.close()
})

it('in the end boards, totals and index are what the scores alone say', async () => {
  expect(await cluster.nodes[0]!.admin('recompute')).toMatch(/ 0 differences\n$/)
})
