import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { createPool } from '../../src/platform/db/pool.ts'
import { type JobKind, type JobKindOptions, JobQueue } from '../../src/platform/jobs/job-queue.ts'
import { LogLines } from './log-lines.ts'
import { type SettableClock, settableClock } from './settable-clock.ts'
import { createWorld, type World } from './world.ts'

const MINUTE = 60_000

interface Task {
  n: number
}

/** A queue as one node has it, with one kind of job that records what it does. */
interface Node {
  queue: JobQueue
  tasks: JobKind<Task>
  done: number[]
}

let world: World
let clock: SettableClock
let lines: LogLines
let statements: string[] = []
/** A database of this test's own, whose statements are counted. */
let database: Database
/** Numbers of tasks that fail, with the message of their error. */
const failing = new Map<number, string>()
let told = 0

beforeAll(async () => {
  clock = settableClock()
  lines = new LogLines('warn')
  world = await createWorld()
  database = openDatabase(
    createPool(world.connection, () => undefined),
    text => {
      statements.push(String(text))
      return () => undefined
    },
  )
})
afterAll(async () => {
  await database.close()
  await world.close()
})
beforeEach(async () => {
  failing.clear()
  await database.pool.query('DELETE FROM jobs')
})

function node(options: Partial<JobKindOptions<Task>> = {}): Node {
  const done: number[] = []
  const queue = new JobQueue({
    database,
    clock,
    log: lines.log,
    random: () => 0,
    tell: async entries => {
      told += entries.length
    },
  })
  const tasks = queue.register<Task>({
    name: 'task',
    atOnce: 2,
    lease: 2 * MINUTE,
    mostTries: 3,
    backoff: { first: MINUTE, most: 60 * MINUTE },
    unavailable: 'tasks could not be looked for',
    async run({ body }) {
      const message = failing.get(body.n)
      if (message !== undefined) throw new Error(message)
      done.push(body.n)
      return null
    },
    logFailure: () => undefined,
    ...options,
  })
  return { queue, tasks, done }
}

const later = (ms: number): void => clock.set(clock.now() + ms)
const rows = async () => (await database.pool.query('SELECT key, tries, failed_at, last_error FROM jobs ORDER BY id')).rows

it('does what a transaction has added, once, and nothing of one that was rolled back', async () => {
  const { tasks, done } = node()
  const adding = database.transaction(async tx => {
    await tasks.add(tx, { body: { n: 1 } })
    throw new Error('no')
  })
  await expect(adding).rejects.toThrow('no')
  await database.transaction(tx =>
    tasks.add(tx, { body: { n: 2 } }, { body: { n: 3 } }, { body: { n: 4 }, dueAt: new Date(clock.now() + MINUTE) }),
  )
  await tasks.idle()
  expect(done.sort()).toEqual([2, 3])
  later(MINUTE)
  await tasks.idle()
  await tasks.idle()
  expect(done).toEqual([2, 3, 4])
  expect(await rows()).toEqual([])
})

it('has one job of a key: what is added again replaces it', async () => {
  const { tasks, done } = node()
  await tasks.add(database.db, { key: 'k', body: { n: 1 } })
  await tasks.add(database.db, { key: 'k', body: { n: 2 } })
  await tasks.idle()
  expect(done).toEqual([2])
})

it('does a job again that was added again while it was done, and never both at once', async () => {
  const seen = { now: 0, most: 0, bodies: [] as number[] }
  const { tasks } = node({
    async run({ body }) {
      seen.most = Math.max(seen.most, ++seen.now)
      seen.bodies.push(body.n)
      if (body.n === 1) {
        await tasks.add(database.db, { key: 'k', body: { n: 2 } })
        // A second node looks meanwhile.
        await other.tasks.idle()
      }
      seen.now--
      return null
    },
  })
  const other = node()
  await tasks.add(database.db, { key: 'k', body: { n: 1 } })
  await tasks.idle()
  expect(seen).toEqual({ now: 0, most: 1, bodies: [1, 2] })
  expect(other.done).toEqual([])
  expect(await rows()).toEqual([])
})

it('repeats one that never ends at the time that it names, with all its tries', async () => {
  let runs = 0
  const { tasks } = node({
    async run() {
      runs++
      return new Date(clock.now() + 60 * MINUTE)
    },
  })
  await tasks.add(database.db, { key: 'k', body: { n: 1 } })
  await tasks.idle()
  later(59 * MINUTE)
  await tasks.idle()
  expect(runs).toBe(1)
  later(MINUTE)
  await tasks.idle()
  expect(runs).toBe(2)
  expect(await rows()).toMatchObject([{ key: 'k', tries: 0 }])
})

describe('a job that fails', () => {
  it('is tried again after growing pauses; others are done meanwhile', async () => {
    const { tasks, done } = node()
    failing.set(1, 'no')
    await tasks.add(database.db, { body: { n: 1 } }, { body: { n: 2 } })
    await tasks.idle()
    expect(done).toEqual([2])
    later(MINUTE - 5000)
    await tasks.idle()
    expect(await rows()).toMatchObject([{ tries: 1, failed_at: null, last_error: 'Error: no' }])
    later(6000)
    await tasks.idle()
    expect(await rows()).toMatchObject([{ tries: 2 }])
    failing.clear()
    later(2 * MINUTE)
    await tasks.idle()
    expect(done).toEqual([2, 1])
  })

  it('is listed after its last try, with an error that tells no secret, until it is tried again', async () => {
    const { queue, tasks, done } = node()
    failing.set(1, 'ada@example.com has no token "abc"')
    await tasks.add(database.db, { body: { n: 1 } })
    told = 0
    for (let tries = 0; tries < 5; tries++) {
      await tasks.idle()
      later(60 * MINUTE)
    }
    const [failed, ...more] = await queue.listFailed(database.db)
    expect(more).toEqual([])
    expect(failed).toMatchObject({ kind: 'task', tries: 3, error: 'Error: (address) has no token "…"', discardedAt: null })
    expect(told).toBe(1)
    expect(await queue.retryFailed(database.db, failed!.id)).toBe('task')
    expect(await queue.retryFailed(database.db, failed!.id)).toBe(null)
    failing.clear()
    await tasks.idle()
    expect(done).toEqual([1])
  })

  it('is discarded, which can be taken back; a day later it is deleted, and what nobody looks at after a month', async () => {
    const { queue, tasks } = node({ advise: () => ({ final: true }) })
    for (const n of [1, 2]) {
      failing.set(n, 'no')
      await tasks.add(database.db, { body: { n } })
    }
    await tasks.idle()
    const [first, second] = (await queue.listFailed(database.db)).map(({ id }) => id)
    for (const id of [first!, second!]) expect(await queue.discardFailed(database.db, id, true)).toBe('task')
    expect(await queue.discardFailed(database.db, second!, false)).toBe('task')
    const listed = async () => (await queue.listFailed(database.db)).map(({ id, discardedAt }) => [id, discardedAt !== null])
    expect(await listed()).toEqual([
      [first, true],
      [second, false],
    ])
    const sweeping = async (): Promise<void> => {
      const { queue: restarted } = node()
      restarted.start()
      await restarted.stop()
    }
    later(25 * 60 * MINUTE)
    await sweeping()
    expect(await listed()).toEqual([[second, false]])
    later(31 * 24 * 60 * MINUTE)
    await sweeping()
    expect(await listed()).toEqual([])
  })

  it('is not tried after its deadline, nor sooner than was asked for, and holds up its kind where that was advised', async () => {
    const advice = { wait: 10 * MINUTE, hold: 5 * MINUTE, deadline: clock.now() + 15 * MINUTE }
    const { tasks, done } = node({ atOnce: 1, advise: () => advice })
    failing.set(1, 'no')
    await tasks.add(database.db, { body: { n: 1 } })
    await tasks.add(database.db, { body: { n: 2 } })
    await tasks.idle()
    expect(done).toEqual([])
    later(5 * MINUTE)
    await tasks.idle()
    expect(done).toEqual([2])
    later(4 * MINUTE)
    await tasks.idle()
    expect(await rows()).toMatchObject([{ tries: 1, failed_at: null }])
    later(2 * MINUTE)
    await tasks.idle()
    expect(await rows()).toMatchObject([{ tries: 2, failed_at: expect.any(Date) }])
  })
})

describe('several nodes', () => {
  it('share the work, and each job is done once', async () => {
    const nodes = [node(), node(), node()]
    const all = Array.from({ length: 60 }, (_, n) => n)
    await database.transaction(tx => nodes[0]!.tasks.add(tx, ...all.map(n => ({ body: { n } }))))
    await Promise.all(nodes.map(({ tasks }) => tasks.idle()))
    expect(nodes.flatMap(({ done }) => done).sort((a, b) => a - b)).toEqual(all)
  })

  it('do what one had when it died, once its lease is over; what that one says late counts no more', async () => {
    const { tasks, done } = node()
    let release = (): void => undefined
    const dead = node({ run: () => new Promise(resolve => (release = () => resolve(null))) })
    await tasks.add(database.db, { key: 'k', body: { n: 7 } })
    const late = dead.tasks.idle()
    await expect.poll(async () => (await rows())[0]?.tries).toBe(1)
    await tasks.idle()
    expect(done).toEqual([])
    later(2 * MINUTE)
    failing.set(7, 'no')
    await tasks.idle()
    release()
    await late
    expect(await rows()).toMatchObject([{ key: 'k', tries: 2, last_error: 'Error: no' }])
  })
})

it('says when the database is away, and goes on once it is back', async () => {
  const { queue, tasks, done } = node()
  queue.start()
  await tasks.add(database.db, { body: { n: 1 }, dueAt: new Date(clock.now() + MINUTE) })
  await database.pool.query('ALTER TABLE jobs RENAME TO gone')
  later(MINUTE)
  await lines.line(({ msg }) => msg === 'queued jobs could not be looked for')
  await tasks.idle()
  await lines.line(({ msg }) => msg === 'tasks could not be looked for')
  await world.app.database.pool.query('ALTER TABLE gone RENAME TO jobs')
  await world.app.database.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  later(MINUTE)
  await expect.poll(() => done).toEqual([1])
  await queue.stop()
})

it('looks once a minute for all kinds together where there is nothing to do', async () => {
  const { queue } = node()
  for (const name of ['a', 'b', 'c'])
    queue.register({
      name,
      atOnce: 8,
      lease: MINUTE,
      mostTries: 1,
      backoff: { first: MINUTE, most: MINUTE },
      unavailable: '',
      run: async () => null,
      logFailure: () => undefined,
    })
  statements = []
  queue.start()
  await expect.poll(() => statements.some(text => text.includes('DELETE FROM jobs WHERE failed_at'))).toBe(true)
  statements = []
  for (let minutes = 1; minutes <= 5; minutes++) {
    later(MINUTE)
    await expect.poll(() => statements.length).toBe(minutes)
  }
  await queue.stop()
  expect(statements).toHaveLength(5)
})
