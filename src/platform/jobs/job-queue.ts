import { randomInt } from 'node:crypto'
import type { Clock, Timer } from '../../ddp/timing/clock.ts'
import { DdpError } from '../../ddp/wire/error.ts'
import { defineChange } from '../db/change-log/define-change.ts'
import { appendChanges, type ChangeLogEntry } from '../db/change-log/write.ts'
import type { Database, Db } from '../db/database.ts'
import type { Log } from '../log/log.ts'
import { currentRequest, runInContext, runWithoutContext } from '../log/request-context.ts'
import { type Backoff, backoffPause } from './backoff.ts'
import { describeError } from './describe-error.ts'
import { type IntervalJob, startIntervalJob } from './interval-job.ts'
import * as store from './job-store.ts'

export type { ClaimedJob } from './job-store.ts'

/** The list of failed jobs has changed. */
export const failedJobsChanged = defineChange<Record<string, never>>('failed jobs')

/** What a kind of job makes of the error of a try. */
export interface FailureAdvice {
  /** true: another try is pointless */
  final?: boolean
  /** least ms until the next try */
  wait?: number
  /** ms since the epoch; from then on another try is pointless, and the job is dropped */
  deadline?: number
  /** ms for which this node takes no job of the kind, since others would fail likewise */
  hold?: number
}

/** One kind of job, and how its jobs are done. */
export interface JobKindOptions<Body extends object> {
  /** stored with every job, so it never changes */
  name: string
  /** how many jobs a node does at once */
  concurrency: number
  /** ms for which a job is reserved for the worker that does it; longer than a try takes */
  lease: number
  /** tries after which a job has failed; null: it is tried until it succeeds */
  maxTries: number | null
  backoff: Backoff
  /** log text for when the database does not answer */
  unavailable: string
  /**
   * Does the job; a job may be done twice if a node dies in between. An error is a failed try.
   * @returns null: it is done; else when to do it again, for a job that repeats
   */
  run(job: store.ClaimedJob<Body>): Promise<Date | null>
  advise?(error: unknown, job: store.ClaimedJob<Body>): FailureAdvice
  /** Logs a failed try. @param last it is not tried again */
  logFailure(error: unknown, job: store.ClaimedJob<Body>, last: boolean): void
}

/** The jobs of one kind. */
export interface JobKind<Body extends object> {
  /**
   * Adds jobs in the transaction that causes them; call `wake` after its commit. Without `dueAt` they are due at once. A job that is being
   * done while the same key is added is done again afterwards, never at the same time.
   */
  add(tx: Db, ...jobs: readonly { body: Body; key?: string; dueAt?: Date }[]): Promise<void>
  /** Deletes the jobs, also the failed ones, whose body has this value in a field. */
  cancel(tx: Db, field: keyof Body & string, value: string): Promise<void>
  /** Begins to do the due jobs, in the background. */
  processDue(): void
  /** Resolves when the jobs that are due now have been done or postponed. */
  idle(): Promise<void>
  /** Takes no further job. Resolves when those under way have ended. */
  stop(): Promise<void>
}

export interface JobQueueOptions {
  database: Database
  clock: Clock
  log: Log
  /** Publishes committed changes. */
  publish(entries: ChangeLogEntry[]): Promise<void>
  /** returns a number from 0 to less than 1, by which pauses differ; default: a random one */
  random?: () => number
}

/** ms between two looks for due jobs of all kinds. A job that this node adds is begun at once. */
const POLL_MS = 60_000
const DAY_MS = 86_400_000
/** how many pauses there are to choose from */
const RANDOM_STEPS = 1000
/** ms after which failed jobs are deleted */
const FAILED_RETENTION_MS = 30 * DAY_MS
/** Failed jobs that are listed. */
const MAX_LISTED = 100

/**
 * Does work after the transaction that causes it, in the table `jobs`: several nodes share it, each job is done at least once, failed tries
 * are repeated after growing pauses, and what fails for good stays listed until an administrator decides.
 */
export class JobQueue {
  readonly #options: Required<JobQueueOptions>
  readonly #kinds = new Map<string, Worker>()
  #poll: IntervalJob | null = null
  /** time of the last deletion of old failures, ms */
  #lastCleanupAt = 0

  constructor(options: JobQueueOptions) {
    this.#options = { random: () => randomInt(RANDOM_STEPS) / RANDOM_STEPS, ...options }
  }

  /** Declares a kind of job. Called once for each, before `start`. */
  register<Body extends object>(options: JobKindOptions<Body>): JobKind<Body> {
    const { clock } = this.#options
    const { name } = options
    const worker = new Worker(this.#options, options as unknown as JobKindOptions<object>)
    this.#kinds.set(name, worker)
    return {
      add: (tx, ...jobs) => {
        const now = new Date(clock.now())
        const rows = jobs.map(({ dueAt = now, ...job }) => ({ ...job, dueAt }))
        return store.insertJobs(tx, name, rows, now, currentRequest()?.ids[0] ?? null)
      },
      cancel: (tx, field, value) => store.deleteJobs(tx, name, field, value),
      processDue: () => void worker.run(),
      idle: () => worker.run(),
      stop: () => worker.stop(),
    }
  }

  /** Begins to look for due jobs: at once, and every minute. */
  start(): void {
    const { clock, log } = this.#options
    this.#poll = startIntervalJob(
      clock,
      POLL_MS,
      () => this.#pollOnce(),
      err => log.error({ err }, 'queued jobs could not be looked for'),
    )
    void this.#poll.run()
  }

  /** Resolves when what is under way has ended. */
  async stop(): Promise<void> {
    await this.#poll?.stop()
    await Promise.all([...this.#kinds.values()].map(worker => worker.stop()))
  }

  /** The jobs that have failed for good, the latest first. */
  listFailed(db: Db): Promise<store.FailedJob[]> {
    return store.listFailedJobs(db, MAX_LISTED)
  }

  /**
   * Makes a failed job due again; call `processDue` with its kind after the commit.
   * @returns its kind; null: there is no such failed job
   * @throws DdpError 409 if this server does no such jobs, so that nobody would do it
   */
  async retryFailed(tx: Db, id: string): Promise<string | null> {
    const kind = await store.retryFailedJob(tx, id, this.#now())
    if (kind !== null && !this.#kinds.has(kind)) throw new DdpError(409, 'This site does not do such jobs now.')
    return kind
  }

  /** Discards a failed job, which is deleted a day later, or takes that back. @returns its kind; null: there is no such failed job */
  discardFailed(tx: Db, id: string, discard: boolean): Promise<string | null> {
    return store.discardFailedJob(tx, id, discard ? this.#now() : null)
  }

  processDue(kind: string): void {
    void this.#kinds.get(kind)?.run()
  }

  async #pollOnce(): Promise<void> {
    const { database, clock } = this.#options
    for (const kind of await store.findDueKinds(database.db, [...this.#kinds.keys()], this.#now())) this.processDue(kind)
    const now = clock.now()
    if (now - this.#lastCleanupAt < DAY_MS) return
    this.#lastCleanupAt = now
    await this.#options.publish(
      await database.transaction(async tx => {
        const deleted = await store.deleteOldFailures(tx, new Date(now - DAY_MS), new Date(now - FAILED_RETENTION_MS))
        return deleted ? appendChanges(tx, [failedJobsChanged.of({})]) : []
      }),
    )
  }

  #now(): Date {
    return new Date(this.#options.clock.now())
  }
}

/** Does the due jobs of one kind, a few at once. */
class Worker {
  readonly #queue: Required<JobQueueOptions>
  readonly #kind: JobKindOptions<object>
  readonly #drain: IntervalJob
  /** starts another lane while jobs are being done; null: none is */
  #startLane: (() => void) | null = null
  /** ms; until then no job is taken */
  #pausedUntil = 0
  #stopped = false

  constructor(queue: Required<JobQueueOptions>, kind: JobKindOptions<object>) {
    this.#queue = queue
    this.#kind = kind
    this.#drain = startIntervalJob(
      queue.clock,
      null,
      () => this.#processAll(),
      err => queue.log.error({ err }, kind.unavailable),
    )
  }

  /**
   * Does the due jobs. Resolves when those that are due now have ended. A job that takes long does not hold up those that are added
   * meanwhile, as long as a lane is free.
   */
  run(): Promise<void> {
    const startLane = this.#startLane
    if (startLane !== null) runWithoutContext(startLane)
    return this.#drain.run()
  }

  stop(): Promise<void> {
    this.#stopped = true
    return this.#drain.stop()
  }

  /** Each job that is found starts another lane, up to the kind's limit, so an empty queue costs one statement. */
  async #processAll(): Promise<void> {
    const lanes: Promise<void>[] = []
    const failures: unknown[] = []
    let running = 0
    const start = (): void => {
      if (running >= this.#kind.concurrency) return
      running++
      lanes.push(
        lane().then(
          () => void running--,
          error => void failures.push(error),
        ),
      )
    }
    const lane = async (): Promise<void> => {
      for (let job = await this.#claim(); job !== null; job = await this.#claim()) {
        start()
        const { requestId } = job
        const due = job
        await runInContext(requestId === null ? undefined : { ids: [requestId], spans: [] }, () => this.#process(due))
      }
    }
    this.#startLane = start
    start()
    // The array grows while it is walked.
    for (const each of lanes) await each
    this.#startLane = null
    if (failures.length > 0) throw failures[0]
  }

  async #claim(): Promise<store.ClaimedJob<object> | null> {
    const { database, clock } = this.#queue
    const now = clock.now()
    if (this.#stopped || now < this.#pausedUntil) return null
    const job = await store.claimJob(database.db, this.#kind.name, new Date(now), new Date(now + this.#kind.lease))
    return job as store.ClaimedJob<object> | null
  }

  async #process(job: store.ClaimedJob<object>): Promise<void> {
    const { database } = this.#queue
    const { maxTries } = this.#kind
    // Each try that ended in an error is counted below; one too many means that the process ended during a try.
    if (maxTries !== null && job.tries > maxTries) return this.#onFailure(job, new Error('The process ended during each try.'))
    let nextRun: Date | null
    try {
      nextRun = await this.#runWithinLease(job)
    } catch (error) {
      return this.#onFailure(job, error)
    }
    if (nextRun === null) await store.finishJob(database.db, job)
    else await store.postponeJob(database.db, job, nextRun, null)
  }

  /** Runs a try. When the lease ends first, another worker may take the job, so the try has failed. */
  async #runWithinLease(job: store.ClaimedJob<object>): Promise<Date | null> {
    const { lease } = this.#kind
    let timer: Timer | undefined
    const leaseEnd = new Promise<never>((_, reject) => {
      timer = this.#queue.clock.after(lease, () => reject(new Error(`The try took longer than ${lease} ms.`)))
    })
    try {
      return await Promise.race([this.#kind.run(job), leaseEnd])
    } finally {
      timer?.cancel()
    }
  }

  async #onFailure(job: store.ClaimedJob<object>, error: unknown): Promise<void> {
    const { database, clock, random, publish } = this.#queue
    const { maxTries, backoff } = this.#kind
    const { final = false, wait = 0, deadline = Number.POSITIVE_INFINITY, hold = 0 } = this.#kind.advise?.(error, job) ?? {}
    const now = clock.now()
    const next = now + backoffPause(backoff, job.tries, wait, random())
    const isPastDeadline = next >= deadline
    const last = final || isPastDeadline || (maxTries !== null && job.tries >= maxTries)
    this.#pausedUntil = Math.max(this.#pausedUntil, now + hold)
    this.#kind.logFailure(error, job, last)
    const text = describeError(error)
    if (!last) {
      await store.postponeJob(database.db, job, new Date(next), text)
      if (next - now < POLL_MS) clock.after(next - now, () => void this.run())
      return
    }
    // Nobody could do anything about it any more.
    if (isPastDeadline && !final) return store.finishJob(database.db, job)
    await publish(
      await database.transaction(async tx =>
        (await store.failJob(tx, job, new Date(now), text)) ? appendChanges(tx, [failedJobsChanged.of({})]) : [],
      ),
    )
  }
}
