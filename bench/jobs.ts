import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { systemClock } from '#ddp/timing/system-clock.ts'
import { openDatabase } from '#platform/db/database.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded/launcher.ts'
import { migrateIn } from '#platform/db/migrate.ts'
import { createPool, type DatabaseAddress } from '#platform/db/pool.ts'
import { jobMigrations } from '#platform/jobs/job-migrations.ts'
import { JobQueue } from '#platform/jobs/job-queue.ts'
import { createLog } from '#platform/log/log.ts'
import { createDataFolder, installPeer } from './lib/program.ts'
import { formatNumber, printTable } from './lib/report.ts'
import { median, quantile } from './lib/stats.ts'

/**
 * Measures our job queue beside graphile-worker and pg-boss on the same Postgres, each with eight jobs at once (pg-boss:
 * a hundred in a batch):
 * `npm run bench jobs -- [--jobs 2000] [--idle 60] [--latencies 50]`. `--idle`: seconds for which nothing happens.
 */
const { values: flags } = parseArgs({
  options: {
    jobs: { type: 'string', default: '2000' },
    idle: { type: 'string', default: '60' },
    latencies: { type: 'string', default: '50' },
  },
})
const [count, idle, latencies] = [Number(flags.jobs), Number(flags.idle), Number(flags.latencies)]
const AT_ONCE = 8

/** A queue with one kind of job, which does nothing but call `done`. */
interface Side {
  /** Adds jobs in a transaction that also writes a row of its own, and starts them after the commit. */
  add(ids: readonly number[]): Promise<void>
  stop(): Promise<void>
}

type Open = (address: DatabaseAddress, done: (id: number) => void) => Promise<Side>

const ours: Open = async (address, done) => {
  const database = openDatabase(createPool(address, () => {}))
  await database.transaction(async tx => {
    await migrateIn(tx, jobMigrations)
  })
  const queue = new JobQueue({ database, clock: systemClock, log: createLog('silent'), publish: async () => {} })
  const tasks = queue.register<{ id: number }>({
    name: 'task',
    concurrency: AT_ONCE,
    lease: 60_000,
    maxTries: 3,
    backoff: { initialMs: 1000, maxMs: 60_000 },
    unavailable: '',
    async run({ body }) {
      done(body.id)
      return null
    },
    logFailure: () => {},
  })
  queue.start()
  return {
    async add(ids) {
      await database.transaction(tx => tasks.add(tx, ...ids.map(id => ({ body: { id } }))))
      tasks.processDue()
    },
    async stop() {
      await queue.stop()
      await database.close()
    },
  }
}

const peer = <T>(name: string): Promise<T> => {
  const require = createRequire(join(installPeer('jobs'), 'package.json'))
  return import(pathToFileURL(require.resolve(name)).href) as Promise<T>
}

interface GraphileWorker {
  Logger: new (scope: () => () => void) => object
  run(options: object): Promise<{ stop(): Promise<void> }>
}

const graphileWorker: Open = async (address, done) => {
  const { run, Logger } = await peer<GraphileWorker>('graphile-worker')
  const pgPool = new pg.Pool({ ...address, max: 10 })
  const runner = await run({
    pgPool,
    concurrency: AT_ONCE,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    taskList: { task: async (body: { id: number }) => done(body.id) },
  })
  return {
    async add(ids) {
      const client = await pgPool.connect()
      await client.query('BEGIN')
      const specs = JSON.stringify(ids.map(id => ({ identifier: 'task', payload: { id } })))
      await client.query(
        `SELECT graphile_worker.add_jobs(ARRAY(SELECT json_populate_recordset(NULL::graphile_worker.job_spec, $1::json)))`,
        [specs],
      )
      await client.query('COMMIT')
      client.release()
    },
    async stop() {
      await runner.stop()
      await pgPool.end()
    },
  }
}

interface Boss {
  start(): Promise<unknown>
  stop(options: object): Promise<void>
  on(name: 'error', listener: () => void): void
  createQueue(name: string): Promise<void>
  work(name: string, options: object, run: (jobs: { data: { id: number } }[]) => Promise<void>): Promise<unknown>
  insert(jobs: object[], options: object): Promise<unknown>
}

/** It fetches jobs in batches, and only when it polls. @param seconds between two polls; 2 is the default, 0.5 the least */
const pgBoss =
  (seconds: number): Open =>
  async (address, done) => {
    const { default: PgBoss } = await peer<{ default: new (options: object) => Boss }>('pg-boss')
    const boss = new PgBoss({ ...address })
    boss.on('error', () => {})
    await boss.start()
    await boss.createQueue('task')
    await boss.work('task', { batchSize: 100, pollingIntervalSeconds: seconds }, async jobs => {
      for (const { data } of jobs) done(data.id)
    })
    const pool = new pg.Pool({ ...address, max: 1 })
    return {
      async add(ids) {
        const client = await pool.connect()
        await client.query('BEGIN')
        const db = { executeSql: (text: string, values: unknown[]) => client.query(text, values) }
        await boss.insert(
          ids.map(id => ({ name: 'task', data: { id } })),
          { db },
        )
        await client.query('COMMIT')
        client.release()
      },
      async stop() {
        await boss.stop({ graceful: false })
        await pool.end()
      },
    }
  }

const folder = createDataFolder()
const postgres = await startEmbeddedPostgres({
  dataDir: folder.path,
  role: 'server',
  log: console.error,
  settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'top' },
})
const admin = new pg.Client(postgres.connection)
await admin.connect()
await admin.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')

async function measure(name: string, open: Open): Promise<string[]> {
  const database = `bench_${name}`
  await admin.query(`CREATE DATABASE ${database}`)
  const waiting = new Map<number, (at: number) => void>()
  const side = await open({ ...postgres.connection, database }, id => waiting.get(id)?.(performance.now()))
  const number = async (text: string): Promise<number> => Number((await admin.query(text, [database])).rows[0].n)
  const statements = (): Promise<number> =>
    number('SELECT coalesce(sum(calls), 0) AS n FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = $1')
  let next = 0
  /** Adds jobs and waits until they run. @returns ms from the commit to the start of the last one; negative: it started before */
  const once = async (jobs: number): Promise<number> => {
    const ids = Array.from({ length: jobs }, () => next++)
    const runs = ids.map(id => new Promise<number>(resolve => waiting.set(id, resolve)))
    await side.add(ids)
    const committed = performance.now()
    return Math.max(...(await Promise.all(runs))) - committed
  }
  await once(1)
  const took: number[] = []
  for (let i = 0; i < latencies; i++) {
    took.push(await once(1))
    await sleep(20 + (i % 7) * 30)
  }
  const before = await statements()
  const all = await once(count)
  const each = ((await statements()) - before) / count
  await sleep(5000)
  const [from, since] = [await statements(), performance.now()]
  await sleep(idle * 1000)
  const perMinute = ((await statements()) - from) / ((performance.now() - since) / 60_000)
  const connections = await number('SELECT count(*) AS n FROM pg_stat_activity WHERE datname = $1')
  await side.stop()
  return [
    name,
    formatNumber(perMinute),
    String(connections),
    formatNumber((count / all) * 1000),
    formatNumber(each),
    formatNumber(median(took)),
    formatNumber(quantile(took, 0.95)),
  ]
}

console.log(`\n${count} jobs, ${AT_ONCE} at once; idle for ${idle} s.\n`)
const rows: string[][] = []
for (const [name, open] of Object.entries({ ours, graphile_worker: graphileWorker, pg_boss: pgBoss(2), pg_boss_often: pgBoss(0.5) }))
  rows.push(await measure(name, open))
printTable(['', 'statements/min idle', 'connections idle', 'jobs/s', 'statements a job', 'ms to start', 'p95'], rows)
await admin.end()
await postgres.stop()
folder.remove()
