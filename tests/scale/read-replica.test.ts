import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { signUp, type TestUser } from '../integration/helpers/users.ts'
import { ClusterNode, ROOT } from './node.ts'
import { freePort } from './ports.ts'
import { type Postgres, type Standby, startPostgres } from './postgres.ts'
import { waitUntil } from './wait.ts'

const METRICS_TOKEN = 'a token for the metrics'.replaceAll(' ', '-')
const LOST = 'the database has lost changes that were acknowledged: everything is loaded again'
const AWAY = 'the read replica cannot be reached: reads go to the primary'
const BACK = 'the read replica answers again'

let primary: Postgres
let standby: Standby
let node: ClusterNode
let player: TestUser
let machines: string[]
let nextMachine = 0
let settings: Record<string, string>
/** the folder of the primary's socket, as the nodes know it: a link that a failover puts elsewhere */
const folder = mkdtempSync(join(tmpdir(), 'skillshot-failover-'))
const link = join(folder, 'primary')

const socketFolder = ({ url }: Pick<Postgres, 'url'>): string => new URL(url).searchParams.get('host')!
const addressOf = (host: string): string => `postgres://app@localhost:5432/postgres?host=${encodeURIComponent(host)}`
function pointTo(database: Pick<Postgres, 'url'>): void {
  rmSync(link, { force: true })
  symlinkSync(socketFolder(database), link)
}

beforeAll(async () => {
  const { NODE_ENV, ...env } = process.env
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/build.mjs')], { env })
  primary = await startPostgres(false)
  standby = await primary.startStandby()
  pointTo(primary)
  settings = { DATABASE_URL: addressOf(link), DATABASE_REPLICA_URL: standby.url, RATE_LIMITS: 'off', METRICS_TOKEN }
  node = new ClusterNode(await freePort(), settings)
  await node.start()
  player = await signUp(node, 'Somebody')
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  machines = (await client.query<{ id: string }>('SELECT id FROM machines ORDER BY name, id LIMIT 40')).rows.map(({ id }) => id)
  await client.end()
  await isUsed()
}, 180_000)

afterAll(async () => {
  await node?.close()
  await standby?.close()
  await primary?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${node.http}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
  const line = text.split('\n').find(each => each.startsWith(`${name} `))
  return line === undefined ? Number.NaN : Number(line.split(' ').at(-1))
}
const readsBy = (which: 'replica' | 'primary'): Promise<number> => metric(`skillshot_replica_reads_total{by="${which}"}`)
const isUsed = (): Promise<void> => waitUntil('the replica is used', async () => (await metric('skillshot_replica_used')) === 1)
const hasAll = (): Promise<void> =>
  waitUntil('the replica has every change', async () => (await metric('skillshot_replica_lag_changes')) === 0)
const count = (sentence: string): number => node.log.filter(({ msg }) => msg === sentence).length

const submit = async (machineId: string, value: number): Promise<string> => {
  const _id = uuidv7()
  await player.client.call('scores.submit', { _id, machineId, value })
  return _id
}

/** The values of a board as somebody sees it who opens it now. */
async function openBoard(machineId: string, window: 'all' | 'week' = 'all'): Promise<number[]> {
  const client = await DdpTestClient.open(node.endpoint)
  await client.subscribe('boards.top', { scope: { machineId }, window })
  const values = [...client.documents('boardRows').values()].map(({ value }) => value as number)
  await client.close()
  return values
}

it('boards are loaded, pages rendered and searches answered from the replica once it has what the node has applied', async () => {
  const machineId = machines[nextMachine++]!
  await submit(machineId, 1234)
  await hasAll()
  const before = await readsBy('replica')
  expect(await openBoard(machineId, 'week')).toEqual([1234])
  const opened = await readsBy('replica')
  expect(opened).toBeGreaterThan(before)
  expect(await (await fetch(`${node.http}/players/Somebody`)).text()).toContain('Somebody')
  const rendered = await readsBy('replica')
  expect(rendered).toBeGreaterThan(opened)
  await player.client.call('machines.search', { text: 'a' })
  expect(await readsBy('replica')).toBeGreaterThan(rendered)
})

it('while the replica lags, readers see what the primary has, and the lag is measured', async () => {
  await standby.pause()
  const machineId = machines[nextMachine++]!
  const before = await readsBy('primary')
  await submit(machineId, 4321)
  expect(await openBoard(machineId, 'week')).toEqual([4321])
  expect(await readsBy('primary')).toBeGreaterThan(before)
  await waitUntil('the lag is measured', async () => (await metric('skillshot_replica_lag_changes')) > 0)
  await standby.resume()
  await hasAll()
  const answered = await readsBy('replica')
  expect(await openBoard(machines[nextMachine++]!)).toEqual([])
  expect(await readsBy('replica')).toBeGreaterThan(answered)
})

it('a replica that dies is noticed, logged once and used again when it is back', async () => {
  // When the node started, the standby may not have had the tables yet.
  const [away, back] = [count(AWAY), count(BACK)]
  await standby.stop()
  const machineId = machines[nextMachine++]!
  await submit(machineId, 77)
  expect(await openBoard(machineId)).toEqual([77])
  await waitUntil('it is noticed', async () => (await metric('skillshot_replica_used')) === 0)
  expect(await openBoard(machines[nextMachine++]!)).toEqual([])
  await standby.start()
  await isUsed()
  await waitUntil('it is logged', () => count(BACK) > back)
  expect([count(AWAY), count(BACK)]).toEqual([away + 1, back + 1])
  await hasAll()
})

it('a standby that is promoted without the last changes: nodes load everything again and report what is missing', async () => {
  const machineId = machines[nextMachine++]!
  await submit(machineId, 500)
  await hasAll()
  const second = await primary.startStandby()
  await standby.stop()
  const lost = [await submit(machineId, 600), await submit(machineId, 700)]
  expect(await openBoard(machineId)).toEqual([700])
  await primary.stop()
  await standby.start()
  await standby.promote()
  pointTo(standby)
  await waitUntil('the loss is noticed', () => count(LOST) === 1)
  await waitUntil('everything is loaded again', () => count('everything is loaded again') === 1)
  const reported = join(node.dataDir, 'lost-changes')
  const changes = JSON.parse(readFileSync(join(reported, readdirSync(reported)[0]!), 'utf8')) as { body: { score?: { id: string } } }[]
  expect(changes.map(({ body }) => body.score?.id)).toEqual(lost)
  expect(await openBoard(machineId)).toEqual([500])
  player = { ...player, client: await DdpTestClient.open(node.endpoint) }
  await player.client.call('login', { resume: player.token })
  await submit(machineId, 650)
  expect(await openBoard(machineId)).toEqual([650])
  // Logged by the application that was created again, when it looks at the replica, and by the one before if that looked first.
  const promoted = 'the Postgres of DATABASE_REPLICA_URL is not a standby: reads go to the primary'
  await waitUntil('the promoted server is told apart', () => count(promoted) > 0)
  expect(count(promoted)).toBeLessThanOrEqual(2)

  // The other standby follows the database that is gone, so it has the scores that were lost.
  await node.stop()
  const other = new ClusterNode(await freePort(), { ...settings, DATABASE_REPLICA_URL: second.url })
  try {
    await other.start()
    const refused = 'the read replica follows another database than DATABASE_URL, or one that has lost changes: reads go to the primary'
    await waitUntil('it is told apart', () => other.log.some(({ msg }) => msg === refused))
  } finally {
    await other.close()
    await second.close()
  }
})
