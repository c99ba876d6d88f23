import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#platform/db/database.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded/launcher.ts'
import { createPool } from '#platform/db/pool.ts'
import { DatabaseOracle } from '../chaos/database-oracle.ts'
import { openPlayer } from '../chaos/player.ts'
import { createSeededRandom } from '../chaos/seeded.ts'
import { ServerProcess } from '../chaos/server-process.ts'
import { findLostWrites, Submitter } from '../chaos/submitter.ts'
import { Viewer } from '../chaos/viewer.ts'
import { slope } from './slope.ts'

/** Scenario R7: many users watch and play for long. `npm run soak -- --minutes 60`; memory is judged in runs of 30 minutes or more. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 5)
const JUDGED = 30
const VIEWERS = 300
const SUBMITTERS = 50
/** scores per second */
const SUBMISSIONS = 50
const MACHINES = 10
/** ms between two samples of the server */
const LOOK = 5000
/** MB per minute */
const MOST_GROWTH = 1

interface Sample {
  minutes: number
  /** MB of memory of the server's own process */
  rss: number
  /** open file descriptors */
  descriptors: number
  /** ms until the answer of /healthz */
  health: number
}

const random = createSeededRandom(1)
let server: ServerProcess
let machines: string[] = []
const submitters: Submitter[] = []
const viewers: Viewer[] = []

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'skillshot-soak-'))
  chmodSync(dataDir, 0o755)
  server = new ServerProcess(dataDir)
  await server.start()
  machines = await withOracle(async (_, pool) => {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM machines ORDER BY id LIMIT $1', [MACHINES])
    return rows.map(({ id }) => id)
  })
  for (let i = 0; i < SUBMITTERS; i++) {
    const player = openPlayer(server.endpoint, random)
    submitters.push(new Submitter({ player, userId: await player.signUp(`Player ${i}`), random }))
  }
  for (let i = 0; i < VIEWERS; i++) {
    const viewer = new Viewer(openPlayer(server.endpoint, random))
    viewer.watchBoard({ machineId: machines[i % MACHINES]!, window: i % 3 === 0 ? 'week' : 'all', limit: 50, verifiedOnly: false })
    if (i % 10 === 0) viewer.watchRecent({ limit: 100 })
    await viewer.waitUntilSynced(machines[0]!)
    viewers.push(viewer)
  }
})

afterAll(async () => {
  for (const { player } of [...submitters, ...viewers]) player.close()
  await server.stop('SIGTERM')
  await server.waitUntilEnded()
  rmSync(server.dataDir, { recursive: true, force: true })
})

async function withOracle<T>(use: (oracle: DatabaseOracle, pool: ReturnType<typeof createPool>) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir: server.dataDir, role: 'tool', log: () => {} })
  const database = openDatabase(createPool(postgres.connection, () => {}, { size: 3 }))
  try {
    return await use(await DatabaseOracle.read(database), database.pool)
  } finally {
    await database.close()
    await postgres.stop()
  }
}

async function sample(since: number): Promise<Sample> {
  const from = performance.now()
  await (await fetch(`http://127.0.0.1:${server.port}/healthz`)).text()
  return {
    minutes: (from - since) / 60_000,
    rss: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1024,
    descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
    health: performance.now() - from,
  }
}

it(`[R7] ${VIEWERS} watch and ${SUBMISSIONS} scores a second come for ${MINUTES} minutes: no connection is closed, the number of descriptors does not grow, and all viewers see the rows in the database`, async () => {
  const cuts: string[] = []
  for (const [i, { player }] of viewers.entries()) player.client.onOpen(() => cuts.push(`viewer ${i} had to come back`))
  const startedAt = performance.now()
  const samples: Sample[] = []
  const under = new Set<Promise<void>>()
  let next = 0
  let late = 0
  await new Promise<void>((resolve, reject) => {
    const playing = setInterval(() => {
      if (performance.now() - startedAt > MINUTES * 60_000) {
        clearInterval(playing)
        clearInterval(looking)
        resolve()
        return
      }
      if (under.size >= SUBMITTERS) {
        late++
        return
      }
      const step = submitters[next++ % SUBMITTERS]!.submit(machines, [undefined])
      under.add(step)
      void step.finally(() => under.delete(step))
    }, 1000 / SUBMISSIONS)
    const looking = setInterval(() => void sample(startedAt).then(sample => samples.push(sample), reject), LOOK)
  })
  await Promise.all(under)
  const settled = samples.slice(Math.floor(samples.length / 3))
  const growth = slope(settled.map(({ minutes, rss }) => [minutes, rss]))
  const descriptors = settled.map(each => each.descriptors)
  const health = settled.map(each => each.health).sort((a, b) => a - b)
  console.info(
    `${next} submissions in ${MINUTES} minutes, ${late} moments with all submitters waiting; from the first third on: memory ${settled[0]!.rss.toFixed(0)} → ${settled.at(-1)!.rss.toFixed(0)} MB, ${growth.toFixed(2)} MB a minute; descriptors ${Math.min(...descriptors)}–${Math.max(...descriptors)}, ${slope(settled.map(({ minutes, descriptors }) => [minutes, descriptors])).toFixed(3)} a minute; health answered in ${health[health.length >> 1]!.toFixed(1)} ms, at worst ${health.at(-1)!.toFixed(0)} ms`,
  )
  expect(cuts).toEqual([])
  expect(submitters.flatMap(({ violations: faults }) => faults)).toEqual([])
  // The sampling requests themselves hold one connection, and each may use another one.
  expect(Math.max(...descriptors) - Math.min(...descriptors)).toBeLessThanOrEqual(2)
  if (MINUTES >= JUDGED) expect(growth).toBeLessThan(MOST_GROWTH)
  await withOracle(async oracle => {
    expect(findLostWrites(submitters, oracle.scores)).toEqual([])
    for (const viewer of viewers) await viewer.expectMatchesDatabase(oracle, 'after the soak', { timeout: 5000 })
  })
})
