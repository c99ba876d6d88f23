import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#platform/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/db/embedded/launcher.ts'
import { createPool } from '#platform/db/pool.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient, type MeteorError, meteorError } from '../integration/helpers/ddp-test-client.ts'
import { signUp, type TestUser } from '../integration/helpers/users.ts'
import { waitUntil } from '../scale/wait.ts'
import { ServerProcess } from './server-process.ts'
import { canMount, mountSmallDisk, type SmallDisk } from './small-disk.ts'

const mountable = canMount()
const MEGABYTES = 160
const FULL = meteorError(500, 'The site has no room left for anything new. Please try again later.', { code: 'read-only' })
const AWAY = meteorError(500, 'The site cannot reach its database just now. Please try again in a moment.', {
  code: 'database-unreachable',
})
/** the number of submissions within which the server must have noticed the full disk */
const MOST = 5000

let disk: SmallDisk
let server: ServerProcess
let pid: number
let person: TestUser
let machines: string[]
let tool: EmbeddedPostgres
let database: Database
const acknowledged = new Set<string>()
/** value of the last score sent, and of the last one accepted */
let [last, best] = [0, 0]

beforeAll(async () => {
  if (!mountable) return
  disk = mountSmallDisk(MEGABYTES)
  server = new ServerProcess(join(disk.path, 'data'), 'info')
  await server.start()
  pid = server.pid
  tool = await startEmbeddedPostgres({ dataDir: server.dataDir, role: 'tool', log: () => {} })
  database = openDatabase(createPool(tool.connection, () => {}, { size: 1 }))
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM machines ORDER BY id LIMIT 3')
  machines = rows.map(({ id }) => id)
  person = await signUp(server, 'Somebody')
}, 120_000)
afterEach(() => disk?.free())
afterAll(async () => {
  if (!mountable) return
  await person?.client.close()
  await database?.close()
  await tool?.stop()
  const { code } = await server.stop('SIGINT')
  await server.waitUntilEnded()
  disk.close()
  expect(code).toBe(0)
})

interface Submission {
  _id: string
  machineId: string
  value: number
}
interface Refused {
  score: Submission
  error: MeteorError
}
const submission = (): Submission => ({ _id: uuidv7(), machineId: machines[0]!, value: ++last })
const mb = (bytes: number): number => Math.round(bytes / 1_048_576)

async function submit(score: Submission): Promise<MeteorError | null> {
  const { error } = await person.client.tryCall('scores.submit', score)
  if (error === undefined) {
    acknowledged.add(score._id)
    best = Math.max(best, score.value)
  }
  return error ?? null
}

/** Submits until the disk has no room for one more score. */
async function submitUntilRefused(): Promise<Refused> {
  for (let tries = 0; tries < MOST; tries++) {
    const score = submission()
    const error = await submit(score)
    if (error !== null) return { score, error }
  }
  throw new Error(`${MOST} submissions were taken on a full disk`)
}

const getStatus = async (path: string): Promise<number> => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status
const statuses = (...paths: string[]): Promise<number[]> => Promise.all(paths.map(getStatus))

/** Checks that SQL has exactly the acknowledged scores, and that a new client sees the latest of them and the board. */
async function expectAllThere(): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM scores')
  expect(rows.length).toBe(acknowledged.size)
  expect(new Set(rows.map(({ id }) => id))).toEqual(acknowledged)
  const client = await DdpTestClient.open(server.endpoint)
  expect((await client.subscribe('scores.recent', { limit: 100 })).error).toBe(null)
  expect(new Set(client.documents('scores').keys())).toEqual(new Set([...acknowledged].slice(-100)))
  expect((await client.subscribe('boards.top', { scope: { machineId: machines[0]! } })).error).toBe(null)
  expect([...client.documents('boardRows').values()].map(row => row.value)).toEqual([best])
  await client.close()
}

const title = mountable ? 'a full disk' : 'a full disk: NOT TESTED HERE, since this machine lets nobody mount a tmpfs (it takes root)'

describe.skipIf(!mountable)(`[K3] ${title}`, () => {
  it('refuses each write with one error, still serves reads, and accepts writes again when there is space', async () => {
    for (let n = 0; n < 50; n++) expect(await submit(submission())).toBe(null)
    // Where the log file ends depends on all that was written before. A new one has room for what follows, or Postgres would stop.
    await nextLogFile()
    const filled = disk.fill()
    const taken = acknowledged.size
    const refused = [await submitUntilRefused()]
    const into = acknowledged.size - taken
    for (let n = 0; n < 100; n++) refused.push(await submitUntilRefused())
    expect(refused.map(({ error }) => error)).toEqual(refused.map(() => FULL))
    expect(server.output).toContain('No space left on device')
    expect(await statuses('/', `/machines/${machines[0]}`, `/machines/${machines[1]}`, '/healthz', '/readyz')).toEqual(Array(5).fill(200))
    await expectAllThere()
    disk.free()
    const startedAt = performance.now()
    for (const { score } of refused) expect(await submit(score)).toBe(null)
    const all = performance.now() - startedAt
    await expectAllThere()
    expect(server.pid).toBe(pid)
    console.info(
      `[K3] ${mb(filled)} of ${MEGABYTES} MB filled: ${into} more scores found a place, ${refused.length} were refused and taken when there was room, in ${Math.round(all)} ms`,
    )
  })

  it('on which Postgres cannot even begin a log file stops Postgres; the site answers, and is back by itself when there is room', async () => {
    const [postmaster] = server.postmasters()
    const page = `/machines/${machines[0]}`
    expect(await getStatus(page)).toBe(200)
    disk.fill()
    await expect(nextLogFiles()).rejects.toThrow(/No space left on device|Connection terminated/)
    // If it failed before the last record of the file before was written, it recovers into that file and fails at the next one.
    await waitUntil('Postgres has ended', async () => {
      await nextLogFiles().catch(() => undefined)
      return !server.postmasters().includes(postmaster!)
    })
    const refused: Refused[] = []
    for (let n = 0; n < 20; n++) refused.push(await submitUntilRefused())
    expect(refused.map(({ error }) => error)).toEqual(refused.map(() => AWAY))
    // The site starts others. Each ends within milliseconds, as soon as it needs a file, so it may never be seen among the processes.
    await waitUntil('another was started', () => server.output.includes('Postgres is not back yet'))
    await waitUntil('it has ended, too', () => server.postmasters().length === 0)
    expect(await statuses(page, '/healthz', '/readyz')).toEqual([200, 200, 503])
    disk.free()
    const startedAt = performance.now()
    await waitUntil('it is ready', async () => (await getStatus('/readyz')) === 200)
    const ready = performance.now() - startedAt
    for (const { score } of refused) expect(await submit(score)).toBe(null)
    await expectAllThere()
    expect(server.postmasters()).toEqual([expect.any(Number)])
    expect(server.postmasters()).not.toContain(postmaster)
    expect(server.pid).toBe(pid)
    console.info(`[K3] no room for Postgres' own log: ready again ${Math.round(ready)} ms after there was room`)
  })
})

/** Makes Postgres write into a new WAL file (16 MB). */
async function nextLogFile(): Promise<void> {
  await database.pool.query('SELECT pg_switch_wal()')
  await database.pool.query(`SELECT pg_logical_emit_message(true, 'test', 'a record')`)
}

/** Makes Postgres start new WAL files until it fails. */
async function nextLogFiles(): Promise<void> {
  for (let n = 0; n < MEGABYTES / 16; n++) await nextLogFile()
}
