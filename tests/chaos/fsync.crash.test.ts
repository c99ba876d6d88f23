import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#platform/db/database.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded/launcher.ts'
import { createPool } from '#platform/db/pool.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { verifyBoards } from '#scores/server/boards/verify-boards.ts'
import { signUp, type TestUser } from '../integration/helpers/users.ts'
import { waitUntil } from '../scale/wait.ts'
import { createSeededRandom, pickRandom } from './seeded.ts'
import { ServerProcess } from './server-process.ts'

const COMMITS = 100
const LOSSES = 5
const WRITERS = 8
/** before each simulated power loss: the least number of newly acknowledged scores, and the upper bound of a random addition to it */
const [FEWEST, MORE] = [20, 100]
const AWAY = 'The site cannot reach its database just now. Please try again in a moment. [500]'
const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000)
const random = createSeededRandom(SEED)

let folder: string
let server: ServerProcess
let machines: string[]
const writers: TestUser[] = []
/** ids of acknowledged scores, in the order of their answers */
const acknowledged: string[] = []
/** the errors of the other scores, which were refused because Postgres stood still for too long */
const refused: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skillshot-fsync-'))
  chmodSync(folder, 0o755)
  server = new ServerProcess(join(folder, 'site'))
  await server.start()
  for (let n = 0; n < WRITERS; n++) writers.push(await signUp(server, `Writer ${n}`))
  const tool = await startEmbeddedPostgres({ dataDir: server.dataDir, role: 'tool', log: () => {} })
  const database = openDatabase(createPool(tool.connection, () => {}, { size: 1 }))
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM machines ORDER BY id LIMIT 3')
  machines = rows.map(({ id }) => id)
  await database.close()
  await tool.stop()
}, 120_000)
afterAll(async () => {
  for (const { client } of writers) await client.close()
  await server.stop('SIGINT')
  await server.waitUntilEnded()
  rmSync(folder, { recursive: true, force: true })
})

/** @returns true if it is acknowledged; a refused score may have been written or not */
async function submit({ client }: TestUser): Promise<boolean> {
  const _id = uuidv7()
  const { error } = await client.tryCall('scores.submit', {
    _id,
    machineId: pickRandom(random, machines),
    value: 1 + Math.floor(random() * 1e6),
  })
  if (error === undefined) acknowledged.push(_id)
  else refused.push(error.message)
  return error === undefined
}

/** The process ids of Postgres. */
const postgres = (): number[] =>
  server
    .childProcesses()
    .filter(({ folder: at }) => at === join(server.dataDir, 'postgres/data'))
    .map(({ pid }) => pid)

/** True if this machine allows strace to trace other processes. */
function canTrace(): boolean {
  try {
    execFileSync('strace', ['-f', '-e', 'trace=fsync', 'true'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

/** Traces each fsync and fdatasync of Postgres. The returned function stops it and returns when those of the WAL began (ms since 1970). */
async function watchSyncs(): Promise<() => Promise<number[]>> {
  const file = join(folder, 'trace')
  const strace = spawn(
    'strace',
    ['-f', '-y', '-ttt', '-e', 'trace=fsync,fdatasync', '-o', file, ...postgres().flatMap(pid => ['-p', String(pid)])],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let output = ''
  strace.stderr.setEncoding('utf8').on('data', text => {
    output += text
  })
  const all = postgres().length
  await waitUntil('strace looks at every process of Postgres', () => (output.match(/ attached/g)?.length ?? 0) >= all)
  return async () => {
    const ended = once(strace, 'exit')
    strace.kill('SIGINT')
    await ended
    const lines = readFileSync(file, 'utf8').split('\n')
    expect(lines.filter(line => / = -1 /.test(line))).toEqual([])
    const log = lines.filter(line => /(?:fsync|fdatasync)\(\d+<[^>]*\/pg_wal\/[0-9A-F]{24}>/.test(line))
    return log.map(line => Number(line.trim().split(/\s+/)[1]) * 1000)
  }
}

const traceable = canTrace()
const name = '[K4] no commit is acknowledged before the log of Postgres was brought to the disk'

it.skipIf(!traceable)(
  traceable ? name : `${name}: NOT TESTED HERE, since strace is missing or may not trace (apt-get install strace)`,
  async () => {
    // These submissions do the work that happens only once, before the measurement.
    for (let n = 0; n < 20; n++) expect(await submit(writers[0]!)).toBe(true)
    const end = await watchSyncs()
    const spans: [number, number][] = []
    for (let n = 0; n < COMMITS; n++) {
      const startedAt = Date.now()
      expect(await submit(writers[0]!)).toBe(true)
      spans.push([startedAt, Date.now() + 1])
    }
    const syncs = await end()
    const during = spans.map(([from, to]) => syncs.filter(at => at >= from && at <= to).length)
    console.info(
      `[K4] ${COMMITS} acknowledged commits, one after another: ${syncs.length} syncs of the log, each had ${Math.min(...during)} to ${Math.max(...during)}`,
    )
    expect(syncs.length).toBeGreaterThanOrEqual(COMMITS)
    expect(Math.min(...during)).toBeGreaterThanOrEqual(1)
  },
)

const readProcessState = (pid: number): string => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2)[0]!
}

async function pinged({ client }: TestUser): Promise<void> {
  const id = uuidv7()
  client.send({ msg: 'ping', id })
  await client.waitForMessage(message => message.msg === 'pong' && message.id === id)
}

/** Copies what the disk holds at one moment, with all Postgres processes stopped. @returns the scores acknowledged before that */
async function copyDataFolder(into: string): Promise<string[]> {
  const stopped: number[] = []
  try {
    // The first pass also stops the postmaster, so that no new processes start; the next pass finds those that started meanwhile.
    for (let all = postgres(); all.some(pid => !stopped.includes(pid)); all = postgres())
      for (const pid of all.filter(each => !stopped.includes(each)).reverse()) {
        process.kill(pid, 'SIGSTOP')
        stopped.push(pid)
      }
    await waitUntil('all stand still', () => stopped.every(pid => readProcessState(pid) === 'T'))
    // A pong arrives after every answer that the server sent before it, so that `acknowledged` is complete.
    await Promise.all(writers.map(pinged))
    const promised = [...acknowledged]
    await promisify(execFile)('cp', ['-a', join(server.dataDir, 'postgres/data'), into])
    // It names the Postgres process, which a power loss would have ended. That process still runs here, but it does not use the copy.
    rmSync(join(into, 'postmaster.pid'))
    return promised
  } finally {
    for (const pid of stopped) process.kill(pid, 'SIGCONT')
  }
}

it('[K4] after a power failure at any moment the data folder can be opened and has every score acknowledged before', async () => {
  const copies: { dataDir: string; promised: string[] }[] = []
  let over = false
  const work = writers.map(async writer => {
    while (!over) await submit(writer)
  })
  for (let n = 0; n < LOSSES; n++) {
    const enough = acknowledged.length + FEWEST + Math.floor(random() * MORE)
    await waitUntil('more is written', () => acknowledged.length >= enough)
    const dataDir = join(folder, `copy-${n}`)
    const home = join(dataDir, 'postgres')
    mkdirSync(home, { recursive: true })
    copies.push({ dataDir, promised: await copyDataFolder(join(home, 'data')) })
  }
  over = true
  await Promise.all(work)
  expect(new Set([AWAY, ...refused])).toEqual(new Set([AWAY]))
  const unfinished: number[] = []
  for (const { dataDir, promised } of copies) {
    const tool = await startEmbeddedPostgres({ dataDir, role: 'tool', log: () => {} })
    const database = openDatabase(createPool(tool.connection, () => {}, { size: 2 }))
    const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM scores')
    const there = new Set(rows.map(({ id }) => id))
    expect(
      promised.filter(id => !there.has(id)),
      `seed ${SEED}`,
    ).toEqual([])
    expect(rows.length - promised.length).toBeLessThanOrEqual(WRITERS + refused.length)
    expect((await verifyBoards(database)).differences, `seed ${SEED}`).toEqual([])
    unfinished.push(rows.length - promised.length)
    await database.close()
    await tool.stop()
  }
  console.info(
    `[K4] seed ${SEED}: ${LOSSES} copies hold all of the ${copies.map(({ promised }) => promised.length).join(', ')} scores acknowledged before, and ${unfinished.join(', ')} whose answer was under way`,
  )
})
