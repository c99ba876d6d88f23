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
import { measureTreeCpu } from './lib/process-tree.ts'
import { createDataFolder, installPeer } from './lib/program.ts'
import { formatNumber, formatRatio, printTable, Targets } from './lib/report.ts'
import { median, quantile } from './lib/stats.ts'

/**
 * Measures our job queue beside graphile-worker and pg-boss on the same Postgres, each with eight jobs at once (pg-boss: a hundred in a
 * batch). Ours and graphile-worker take turns; the ratio is the median of those of the rounds:
 * `npm run bench jobs -- [--jobs 2000] [--rounds 5] [--idle 30] [--latencies 30]`. `--idle`: seconds for which nothing happens.
 */
const { values: flags } = parseArgs({
  options: {
    jobs: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '5' },
    idle: { type: 'string', default: '30' },
    latencies: { type: 'string', default: '30' },
  },
})
const [count, rounds, idle, latencies] = [Number(flags.jobs), Number(flags.rounds), Number(flags.idle), Number(flags.latencies)]
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
const selectNumber = async (text: string, ...values: unknown[]): Promise<number> => Number((await admin.query(text, values)).rows[0].n)

/** A side in a database of its own, and what was measured of it. */
class Measured {
  readonly name: string
  readonly #waiting = new Map<number, (at: number) => void>()
  readonly #open: Open
  #side!: Side
  #next = 0
  #statementsBefore = 0
  /** ms from a commit to the start of its only job */
  readonly latencies: number[] = []
  readonly perSecond: number[] = []
  /** CPU µs of this process and of Postgres */
  readonly cpu: number[] = []
  readonly statements: number[] = []

  constructor(name: string, open: Open) {
    this.name = name
    this.#open = open
  }

  get #database(): string {
    return `bench_${this.name}`
  }

  async open(): Promise<void> {
    await admin.query(`CREATE DATABASE ${this.#database}`)
    this.#side = await this.#open({ ...postgres.connection, database: this.#database }, id => this.#waiting.get(id)?.(performance.now()))
    await this.#run(1)
  }

  /** Adds jobs and waits until they run. @returns ms from the commit to the start of the last one; negative: it started before */
  async #run(jobs: number): Promise<number> {
    const ids = Array.from({ length: jobs }, () => this.#next++)
    const runs = ids.map(id => new Promise<number>(resolve => this.#waiting.set(id, resolve)))
    await this.#side.add(ids)
    const committed = performance.now()
    return Math.max(...(await Promise.all(runs))) - committed
  }

  async runOne(): Promise<void> {
    this.latencies.push(await this.#run(1))
  }

  async runMany(): Promise<void> {
    const [cpu, statements] = [measureTreeCpu([process.pid]), await this.countStatements()]
    const ms = await this.#run(count)
    // What a side writes after the last job has started counts too.
    await sleep(500)
    this.perSecond.push((count / ms) * 1000)
    this.cpu.push((measureTreeCpu([process.pid]) - cpu) / count)
    this.statements.push(((await this.countStatements()) - statements) / count)
  }

  countStatements(): Promise<number> {
    const text = 'SELECT coalesce(sum(calls), 0) AS n FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = $1'
    return selectNumber(text, this.#database)
  }

  countConnections(): Promise<number> {
    return selectNumber('SELECT count(*) AS n FROM pg_stat_activity WHERE datname = $1', this.#database)
  }

  async beginIdle(): Promise<void> {
    this.#statementsBefore = await this.countStatements()
  }

  async idleStatements(): Promise<number> {
    return (await this.countStatements()) - this.#statementsBefore
  }

  stop(): Promise<void> {
    return this.#side.stop()
  }
}

const [own, graphile] = [new Measured('ours', ours), new Measured('graphile_worker', graphileWorker)]
/** What limits pg-boss is how often it polls, and that takes so long that one round has to do. */
const polling = [new Measured('pg_boss', pgBoss(2)), new Measured('pg_boss_often', pgBoss(0.5))]
const all = [own, graphile, ...polling]
for (const side of all) await side.open()
for (let i = 0; i < latencies; i++) {
  for (const side of [own, graphile]) await side.runOne()
  await Promise.all(polling.map(side => side.runOne()))
  await sleep(20 + (i % 7) * 30)
}
for (let round = 0; round < rounds; round++) for (const side of round % 2 === 0 ? [own, graphile] : [graphile, own]) await side.runMany()
for (const side of polling) await side.runMany()
await sleep(5000)
for (const side of all) await side.beginIdle()
await sleep(idle * 1000)

const settings: string[] = []
for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'])
  settings.push(`\`${name}\` ${(await admin.query(`SHOW ${name}`)).rows[0][name]}`)
console.log(`\n${count} jobs, ${AT_ONCE} at once; idle for ${idle} s. Postgres of all: ${settings.join(', ')}.\n`)
const rows: string[][] = []
for (const side of all)
  rows.push([
    side.name,
    formatNumber(median(side.cpu)),
    formatNumber(median(side.perSecond)),
    formatNumber(median(side.statements)),
    formatNumber(((await side.idleStatements()) / idle) * 60),
    String(await side.countConnections()),
    formatNumber(median(side.latencies)),
    formatNumber(quantile(side.latencies, 0.95)),
  ])
printTable(['', 'CPU µs a job', 'jobs/s', 'statements a job', 'statements/min idle', 'connections idle', 'ms to start', 'p95'], rows)
console.log('')
const targets = new Targets()
const ratio = median(own.perSecond.map((perSecond, round) => perSecond / graphile.perSecond[round]!))
targets.requireGoal(`as many jobs/s as graphile-worker: ${formatRatio(ratio)}`, ratio >= 1)
for (const side of all) await side.stop()
await admin.end()
await postgres.stop()
folder.remove()
targets.setExitCode()
