import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Clock } from '#ddp/timing/clock.ts'
import { type Database, openDatabase } from '#platform/db/database.ts'
import { createPool } from '#platform/db/pool.ts'
import type { JobKind, JobKindOptions } from '#platform/jobs/job-kind.ts'
import { JobQueue } from '#platform/jobs/job-queue.ts'
import { createDeferred } from '../../deferred.ts'
import { WAITING_FOR_LOCK } from '../helpers/db.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'

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

let testApp: TestApp
let clock: SettableClock
let log: RecordedLog
let statements: string[] = []
/** A database of this test's own, whose statements are counted. */
let database: Database
/** Numbers of tasks that fail, with the message of their error. */
const failing = new Map<number, string>()
let told = 0

beforeAll(async () => {
  clock = createSettableClock()
  log = new RecordedLog('warn')
  testApp = await createTestApp()
  database = openDatabase(
    createPool(testApp.connection, () => undefined),
    text => {
      statements.push(String(text))
      return () => undefined
    },
  )
})
afterAll(async () => {
  await database.close()
  await testApp.close()
})
beforeEach(async () => {
  failing.clear()
  await database.pool.query('DELETE FROM jobs')
})

function node(options: Partial<JobKindOptions<Task>> = {}, ownClock: Clock = clock, ownDatabase: Database = database): Node {
  const done: number[] = []
  const queue = new JobQueue({
    database: ownDatabase,
    clock: ownClock,
    log: log.log,
    random: () => 0,
    publish: async entries => {
      told += entries.length
    },
  })
  const tasks = queue.register<Task>({
    name: 'task',
    concurrency: 2,
    lease: 2 * MINUTE,
    maxTries: 3,
    backoff: { initialMs: MINUTE, maxMs: 60 * MINUTE },
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

it('claims and removes jobs together that are due and done at the same time', async () => {
  const { tasks, done } = node({ concurrency: 8 })
  const all = Array.from({ length: 80 }, (_, n) => n)
  await database.transaction(tx => tasks.add(tx, ...all.map(n => ({ body: { n } }))))
  statements = []
  await tasks.idle()
  expect(done.sort((a, b) => a - b)).toEqual(all)
  expect(await rows()).toEqual([])
  expect(statements.length).toBeLessThan(all.length)
})

it('keeps one job per key: adding it again replaces it', async () => {
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

  it('is dropped after its deadline, is not tried sooner than was asked for, and holds up its kind where that was advised', async () => {
    const advice = { wait: 10 * MINUTE, hold: 5 * MINUTE, deadline: clock.now() + 15 * MINUTE }
    const { tasks, done } = node({ concurrency: 1, advise: () => advice })
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
    expect(await rows()).toEqual([])
  })

  it('has failed when each of its tries ended with the process, without another try', async () => {
    const { tasks, done, queue } = node()
    await tasks.add(database.db, { body: { n: 1 } })
    await database.pool.query('UPDATE jobs SET tries = 3')
    await tasks.idle()
    expect(done).toEqual([])
    expect(await queue.listFailed(database.db)).toMatchObject([{ error: 'Error: The process ended during each try.' }])
  })

  it('is not made due again where no node does such jobs', async () => {
    const { tasks, queue } = node({ maxTries: 1 })
    failing.set(1, 'no')
    await tasks.add(database.db, { body: { n: 1 } })
    await tasks.idle()
    const [failed] = await queue.listFailed(database.db)
    const { queue: other } = node({ name: 'other' })
    const retrying = database.transaction(tx => other.retryFailed(tx, failed!.id))
    await expect(retrying).rejects.toMatchObject({ error: 409, reason: 'This site does not do such jobs now.' })
    expect(await queue.listFailed(database.db)).toEqual([failed])
  })
})

describe('a job that takes long', () => {
  it('does not hold up one that is added meanwhile, as long as a lane is free', async () => {
    const { promise: endless, resolve: finish } = createDeferred()
    const { promise: beginning, resolve: began } = createDeferred()
    const done: number[] = []
    const { tasks } = node({
      async run({ body }) {
        if (body.n === 1) {
          began()
          await endless
        }
        done.push(body.n)
        return null
      },
    })
    await tasks.add(database.db, { body: { n: 1 } })
    tasks.processDue()
    await beginning
    await tasks.add(database.db, { body: { n: 2 } })
    tasks.processDue()
    await expect.poll(() => done).toEqual([2])
    finish()
    await tasks.idle()
    expect(done).toEqual([2, 1])
  })

  it('does not hold up one that is added while the other lane looks for a job and finds none', async () => {
    const { promise: endless, resolve: finish } = createDeferred()
    const { promise: looked, resolve: foundNone } = createDeferred()
    const { promise: answered, resolve: answer } = createDeferred()
    // The answer to a lane that found no job comes only when the test says so.
    const slow: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.length > 0) return result
        foundNone()
        await answered
        return result
      },
    }
    const { tasks, done } = node(
      {
        async run({ body }) {
          if (body.n === 1) await endless
          done.push(body.n)
          return null
        },
      },
      clock,
      { ...database, db: database.db.withPlugin(slow) },
    )
    await tasks.add(database.db, { body: { n: 1 } })
    tasks.processDue()
    await looked
    await tasks.add(database.db, { body: { n: 2 } })
    tasks.processDue()
    answer()
    await expect.poll(() => done).toEqual([2])
    finish()
    await tasks.idle()
    expect(done).toEqual([2, 1])
  })

  it('has failed a try when its lease ends, so that its lane is free again', async () => {
    const { tasks, done } = node({
      concurrency: 1,
      lease: 50,
      async run({ body }) {
        if (body.n === 1) await new Promise(() => {})
        done.push(body.n)
        return null
      },
    })
    await tasks.add(database.db, { body: { n: 1 } })
    await tasks.add(database.db, { body: { n: 2 } })
    await tasks.idle()
    expect(done).toEqual([2])
    expect(await rows()).toMatchObject([{ tries: 1, last_error: 'Error: The try took longer than 50 ms.' }])
  })

  describe('and whose lease is renewed', () => {
    const NOT_RENEWED = 'the lease of a job could not be renewed'
    const countLines = (msg: string): number => log.all.filter(line => line.msg === msg).length
    const claimedUntil = async (): Promise<number> =>
      (await testApp.app.database.pool.query<{ claimed_until: Date }>('SELECT claimed_until FROM jobs')).rows[0]!.claimed_until.getTime()

    /** Begins a job that runs until `finish` is called. */
    async function begin(): Promise<Node & { finish(): void; idle: Promise<void> }> {
      const { promise: endless, resolve: finish } = createDeferred()
      const { promise: beginning, resolve: began } = createDeferred()
      const own: Node = node({
        lease: MINUTE,
        renews: true,
        async run({ body }) {
          began()
          await endless
          own.done.push(body.n)
          return null
        },
      })
      await own.tasks.add(database.db, { body: { n: 1 } })
      const idle = own.tasks.idle()
      await beginning
      return { ...own, finish, idle }
    }

    /** Lets the next renewal fail, as it does while the database does not answer. */
    async function failRenewal(): Promise<void> {
      const before = countLines(NOT_RENEWED)
      later(MINUTE / 3)
      await expect.poll(() => countLines(NOT_RENEWED)).toBe(before + 1)
    }

    it('goes on when a renewal has failed, and renews the lease at the next third of it', async () => {
      const { done, finish, idle } = await begin()
      const before = await claimedUntil()
      await database.pool.query('ALTER TABLE jobs RENAME TO gone')
      await failRenewal()
      await failRenewal()
      await database.pool.query('ALTER TABLE gone RENAME TO jobs')
      later(MINUTE / 3)
      await expect.poll(claimedUntil).toBeGreaterThan(before)
      // The lease is a new one, so two more failures do not end it either.
      await database.pool.query('ALTER TABLE jobs RENAME TO gone')
      await failRenewal()
      await failRenewal()
      await database.pool.query('ALTER TABLE gone RENAME TO jobs')
      finish()
      await idle
      expect(done).toEqual([1])
      expect(await rows()).toEqual([])
    })

    it('is given up when its lease has passed, or another worker has it, and the log says so', async () => {
      const givenUp = (): string[] =>
        log.all.flatMap(({ msg, err }) => (msg === 'a try of a job was given up' ? [(err as { message: string }).message] : []))
      const { finish, idle } = await begin()
      await database.pool.query('ALTER TABLE jobs RENAME TO gone')
      for (let third = 0; third < 3; third++) await failRenewal()
      await idle
      expect(givenUp()).toEqual(['The lease could not be renewed for 60000 ms.'])
      await database.pool.query('ALTER TABLE gone RENAME TO jobs')
      finish()

      await database.pool.query('DELETE FROM jobs')
      const second = await begin()
      await database.pool.query(`UPDATE jobs SET claimed_by = 'another'`)
      later(MINUTE / 3)
      await second.idle
      expect(givenUp()).toEqual(['The lease could not be renewed for 60000 ms.', 'Another worker has taken the job.'])
      second.finish()
    })
  })

  it('is done again at once when it was added again by a transaction that ended after it', async () => {
    const { tasks, done } = node()
    await tasks.add(database.db, { key: 'k', body: { n: 1 } })
    await tasks.add(database.db, { key: 'other', body: { n: 3 } })
    const adding = await database.pool.connect()
    await adding.query('BEGIN')
    const locked = createDeferred()
    const again = node({
      async run({ body }) {
        if (body.n === 1) {
          await adding.query(`UPDATE jobs SET body = '{"n": 2}', version = version + 1 WHERE key = 'k'`)
          locked.resolve()
        }
        if (body.n === 3) await locked.promise
        done.push(body.n)
        return null
      },
    })
    const idle = again.tasks.idle()
    // The job ends when the transaction has the row, and waits for it. The other one, which ends at the same time, does not.
    await expect.poll(async () => (await database.pool.query(WAITING_FOR_LOCK)).rowCount).toBe(1)
    await expect.poll(async () => (await rows()).map(({ key }) => key)).toEqual(['k'])
    await adding.query('COMMIT')
    adding.release()
    await idle
    expect(done.sort()).toEqual([1, 2, 3])
    expect(await rows()).toEqual([])
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
    // This node stands still, so it does not notice that its lease is over.
    const dead = node(
      { run: () => new Promise(resolve => (release = () => resolve(null))) },
      { ...clock, after: () => ({ cancel: () => {} }) },
    )
    await tasks.add(database.db, { key: 'k', body: { n: 7 } })
    const late = dead.tasks.idle()
    await expect.poll(async () => (await rows())[0]?.tries).toBe(1)
    await tasks.idle()
    // Leases go by the clock of the database, so a node whose own clock is ahead takes no job that another is doing.
    const ahead = node({}, { ...clock, now: () => clock.now() + 60 * MINUTE })
    await ahead.tasks.idle()
    expect([...done, ...ahead.done]).toEqual([])
    expect(await rows()).toMatchObject([{ key: 'k', tries: 1 }])
    await database.pool.query('UPDATE jobs SET claimed_until = clock_timestamp()')
    failing.set(7, 'no')
    await tasks.idle()
    release()
    await late
    expect(await rows()).toMatchObject([{ key: 'k', tries: 2, last_error: 'Error: no' }])
  })
})

/** Starts a queue, and resolves when it has looked for due jobs once and waits for the next time. */
async function startQueue(queue: JobQueue, timers: ReturnType<typeof countTimers>): Promise<void> {
  queue.start()
  // The first timer is that of the start, which the look at once takes the place of.
  await expect.poll(timers.started).toBe(2)
}

/** The tests' clock, and how many timers were started on it. */
function countTimers() {
  let started = 0
  return {
    started: () => started,
    clock: {
      ...clock,
      after: (ms: number, run: () => void) => {
        started++
        return clock.after(ms, run)
      },
    },
  }
}

it('says when the database is away, and goes on once it is back', async () => {
  const timers = countTimers()
  const { queue, tasks, done } = node({}, timers.clock)
  await startQueue(queue, timers)
  await tasks.add(database.db, { body: { n: 1 }, dueAt: new Date(clock.now() + MINUTE) })
  await database.pool.query('ALTER TABLE jobs RENAME TO gone')
  later(MINUTE)
  await log.waitForLine(({ msg }) => msg === 'queued jobs could not be looked for')
  await tasks.idle()
  await log.waitForLine(({ msg }) => msg === 'tasks could not be looked for')
  await testApp.app.database.pool.query('ALTER TABLE gone RENAME TO jobs')
  await testApp.app.database.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  // A connection that was ended fails once more, so the queue may need another minute.
  await expect
    .poll(() => {
      later(MINUTE)
      return done
    })
    .toEqual([1])
  await queue.stop()
})

it('looks once a minute for all kinds together where there is nothing to do', async () => {
  const timers = countTimers()
  const { queue } = node({}, timers.clock)
  for (const name of ['a', 'b', 'c'])
    queue.register({
      name,
      concurrency: 8,
      lease: MINUTE,
      maxTries: 1,
      backoff: { initialMs: MINUTE, maxMs: MINUTE },
      unavailable: '',
      run: async () => null,
      logFailure: () => undefined,
    })
  await startQueue(queue, timers)
  statements = []
  for (let minutes = 1; minutes <= 5; minutes++) {
    later(MINUTE)
    await expect.poll(timers.started).toBe(2 + minutes)
  }
  await queue.stop()
  expect(statements).toHaveLength(5)
})
