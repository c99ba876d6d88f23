import type { Timer } from '#ddp/timing/clock.ts'
import { defineChange } from '#platform/db/change-log/define-change.ts'
import { appendChanges } from '#platform/db/change-log/write.ts'
import { GroupCommit } from '#platform/db/group-commit.ts'
import { runInContext, runWithoutContext } from '#platform/log/request-context.ts'
import { backoffPause } from './backoff.ts'
import { describeError } from './describe-error.ts'
import { type IntervalJob, startIntervalJob } from './interval-job.ts'
import type { JobKindOptions, JobQueueOptions } from './job-kind.ts'
import * as store from './job-store.ts'

/** The list of failed jobs has changed. */
export const failedJobsChanged = defineChange<Record<string, never>>('failed jobs')

/** ms between two looks for due jobs of all kinds. A job that this node adds is begun at once. */
export const POLL_MS = 60_000

/**
 * Does the due jobs of one kind. A lane is a loop that takes one due job after the other and does it; at most `concurrency` lanes of a kind
 * run at the same time.
 */
export class JobWorker {
  readonly #queue: Required<JobQueueOptions>
  readonly #kind: JobKindOptions<object>
  readonly #drain: IntervalJob
  /** Lanes that look for a job at the same time get their jobs by one statement, … */
  readonly #claims = new GroupCommit<null, store.ClaimedJob | null>(lanes => this.#claimFor(lanes.length))
  /** … and jobs that are done at the same time are removed by one. The outcome is false for a job that was not removed. */
  readonly #removals = new GroupCommit<store.Claim, boolean>(async jobs => {
    const removed = await store.removeJobs(this.#queue.database.db, jobs)
    return jobs.map(({ id }) => removed.has(id))
  })
  /** starts another lane while jobs are being done; null: no job is being done */
  #startLane: (() => void) | null = null
  /** how often `run` was called */
  #runs = 0
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
    this.#runs++
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
      lanes.push(lane().catch((error: unknown) => void failures.push(error)))
    }
    const lane = async (): Promise<void> => {
      try {
        for (;;) {
          const runs = this.#runs
          const job = await this.#claim()
          // A call of `run` while this lane looked for a job may have found no free lane for the job that it is about.
          if (job === null && runs === this.#runs) return
          if (job === null) continue
          start()
          const { requestId } = job
          await runInContext(requestId === null ? undefined : { ids: [requestId], spans: [] }, () => this.#process(job))
        }
      } finally {
        running--
      }
    }
    this.#startLane = start
    start()
    // The array grows while it is walked.
    for (const each of lanes) await each
    this.#startLane = null
    if (failures.length > 0) throw failures[0]
  }

  #claim(): Promise<store.ClaimedJob | null> {
    return this.#claims.add(null)
  }

  async #claimFor(lanes: number): Promise<(store.ClaimedJob | null)[]> {
    const { database, clock } = this.#queue
    const { name, lease } = this.#kind
    if (this.#stopped || clock.now() < this.#pausedUntil) return new Array<null>(lanes).fill(null)
    const jobs = await store.claimJobs(database.db, name, new Date(clock.now()), lease, lanes)
    return Array.from({ length: lanes }, (_, i) => jobs[i] ?? null)
  }

  /** Removes a job that is done. */
  async #finish(job: store.ClaimedJob<object>): Promise<void> {
    if (!(await this.#removals.add(job))) await store.finishJob(this.#queue.database.db, job)
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
    if (nextRun === null) await this.#finish(job)
    else await store.postponeJob(database.db, job, nextRun, null)
  }

  /**
   * Runs a try. When the lease ends first, another worker may take the job, so the try has failed. Where the lease is renewed, one that could
   * not be renewed because the database did not answer is still good until its end.
   */
  async #runWithinLease(job: store.ClaimedJob<object>): Promise<Date | null> {
    const { lease, renews = false, name: kind } = this.#kind
    const { database, clock, log } = this.#queue
    let timer: Timer | undefined
    let ended = false
    let renewedAt = clock.now()
    const leaseEnd = new Promise<never>((_, reject) => {
      const giveUp = (err: Error): void => {
        if (!ended) log.warn({ err, kind }, 'a try of a job was given up')
        reject(err)
      }
      const renew = async (): Promise<void> => {
        const now = clock.now()
        try {
          if (!(await store.renewClaim(database.db, job, lease))) return giveUp(new Error('Another worker has taken the job.'))
          renewedAt = now
        } catch (err) {
          if (!ended) log.warn({ err, kind }, 'the lease of a job could not be renewed')
          if (clock.now() - renewedAt >= lease) return giveUp(new Error(`The lease could not be renewed for ${lease} ms.`))
        }
        if (!ended) wait()
      }
      const wait = (): void => {
        timer = renews
          ? clock.after(lease / 3, () => void renew())
          : clock.after(lease, () => reject(new Error(`The try took longer than ${lease} ms.`)))
      }
      wait()
    })
    try {
      return await Promise.race([this.#kind.run(job), leaseEnd])
    } finally {
      ended = true
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
