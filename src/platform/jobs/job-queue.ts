import { randomInt } from 'node:crypto'
import { appendChanges } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { jobsNotDone } from '#platform/live/call-errors.ts'
import { currentRequest } from '#platform/log/request-context.ts'
import { type IntervalJob, startIntervalJob } from './interval-job.ts'
import type { JobKind, JobKindOptions, JobQueueOptions } from './job-kind.ts'
import * as store from './job-store.ts'
import { failedJobsChanged, JobWorker, POLL_MS } from './job-worker.ts'

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
  readonly #kinds = new Map<string, JobWorker>()
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
    const worker = new JobWorker(this.#options, options as unknown as JobKindOptions<object>)
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

  /** Counts the jobs of each kind that there are: those that are still to be done, and the failed ones that nobody discarded. */
  count(db: Db): Promise<store.JobCounts[]> {
    return store.countJobs(db)
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
    if (kind !== null && !this.#kinds.has(kind)) throw jobsNotDone()
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
