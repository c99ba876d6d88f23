import type { Clock } from '#ddp/timing/clock.ts'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { Log } from '#platform/log/log.ts'
import type { Backoff } from './backoff.ts'
import type { ClaimedJob } from './job-store.ts'

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
  /** true: the lease is renewed while a try runs, for work that takes longer than a node should be waited for after it has died */
  renews?: boolean
  /** tries after which a job has failed; null: it is tried until it succeeds */
  maxTries: number | null
  backoff: Backoff
  /** log text for when the database does not answer */
  unavailable: string
  /**
   * Does the job; a job may be done twice if a node dies in between. An error is a failed try.
   * @returns null: it is done; else when to do it again, for a job that repeats
   */
  run(job: ClaimedJob<Body>): Promise<Date | null>
  advise?(error: unknown, job: ClaimedJob<Body>): FailureAdvice
  /** Logs a failed try. @param last it is not tried again */
  logFailure(error: unknown, job: ClaimedJob<Body>, last: boolean): void
}

/** The jobs of one kind. */
export interface JobKind<Body extends object> {
  /**
   * Adds jobs in the transaction that causes them; call `processDue` after its commit. Without `dueAt` they are due at once. A job that is
   * being done while the same key is added is done again afterwards, never at the same time.
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
