import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import { uuidv7 } from '#platform/uuid.ts'

/** A job to add. @property key a job of the same kind and key is replaced; without it, the job is one of its own */
export interface NewJob<Body> {
  body: Body
  key?: string
  dueAt: Date
}

/** What a job is about, as JSON; each kind of job has its own fields. */
export interface JobBody {
  [field: string]: string | number | boolean | null
}

/** A job that this worker has until its lease ends. */
export interface ClaimedJob<Body = JobBody> {
  id: string
  key: string
  body: Body
  /** this try included */
  tries: number
  /** Version when the job was claimed. If it differs when the job ends, the job was added again in the meantime. */
  version: number
  /** id of the request that added it */
  requestId: string | null
  claimedBy: string
}

/** What shows that a worker still has a job. */
export type Claim = Pick<ClaimedJob, 'id' | 'version' | 'claimedBy'>

/** A job that is not tried again by itself. */
export interface FailedJob {
  id: string
  kind: string
  createdAt: Date
  failedAt: Date
  tries: number
  /** contains nothing that was sent (see `describeError`) */
  error: string
  /** null: not discarded */
  discardedAt: Date | null
}

export async function insertJobs(
  tx: Db,
  kind: string,
  jobs: readonly NewJob<object>[],
  now: Date,
  requestId: string | null,
): Promise<void> {
  if (jobs.length === 0) return
  const rows = JSON.stringify(jobs.map(({ key, ...job }) => ({ ...job, id: uuidv7(), key })))
  await sql<never>`
    INSERT INTO jobs (id, kind, key, body, created_at, due_at, request_id)
    SELECT j.id, ${kind}, coalesce(j.key, j.id), j.body, ${now}, j."dueAt", ${requestId}
    FROM jsonb_to_recordset(${rows}::jsonb) AS j (id text, key text, body jsonb, "dueAt" timestamptz)
    ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body, due_at = excluded.due_at, request_id = excluded.request_id, tries = 0,
      version = jobs.version + 1, last_error = NULL, failed_at = NULL, discarded_at = NULL
  `.execute(tx)
}

/** Deletes the jobs of a kind whose body has this value in a field. */
export async function deleteJobs(tx: Db, kind: string, field: string, value: string): Promise<void> {
  await sql<never>`DELETE FROM jobs WHERE kind = ${kind} AND body ->> ${field} = ${value}`.execute(tx)
}

export async function deleteJobsOfKind(tx: Db, kind: string): Promise<void> {
  await sql<never>`DELETE FROM jobs WHERE kind = ${kind}`.execute(tx)
}

/** Returns those of these kinds of which a job is due. */
export async function findDueKinds(db: Db, kinds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    SELECT k.kind FROM unnest(${kinds}::text[]) AS k (kind) WHERE EXISTS (
      SELECT 1 FROM jobs j WHERE j.kind = k.kind AND j.failed_at IS NULL AND j.due_at <= ${now}
        AND (j.claimed_until IS NULL OR j.claimed_until <= clock_timestamp()))
  `.execute(db)
  return rows.map(({ kind }) => kind)
}

/**
 * Claims the jobs that have been due for longest. No other worker gets them while their lease lasts. Leases go by the database's clock, since
 * those of the nodes may differ by more than a lease: a node whose clock is ahead would take jobs that others are doing.
 * @param lease ms
 * @param limit the most jobs to claim
 */
export async function claimJobs(db: Db, kind: string, now: Date, lease: number, limit: number): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`
    UPDATE jobs SET claimed_by = ${uuidv7()}, claimed_until = ${leaseEnd(lease)}, tries = tries + 1 WHERE id = ANY (ARRAY(
      SELECT id FROM jobs WHERE kind = ${kind} AND failed_at IS NULL AND due_at <= ${now}
        AND (claimed_until IS NULL OR claimed_until <= clock_timestamp())
      ORDER BY due_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )) RETURNING id, key, body, tries, version, request_id AS "requestId", claimed_by AS "claimedBy"
  `.execute(db)
  return rows
}

/** Begins the lease of a job anew. @param lease ms. @returns false if another worker has it, or it was deleted */
export const renewClaim = (db: Db, { id, claimedBy }: Claim, lease: number): Promise<boolean> =>
  returnsRow(
    db
      .updateTable('jobs')
      .set({ claimed_until: leaseEnd(lease) })
      .where(row => row.and({ id, claimed_by: claimedBy }))
      .returning('id'),
  )

/** @param lease ms */
const leaseEnd = (lease: number) => sql<Date>`clock_timestamp() + ${lease}::double precision * interval '1 millisecond'`

/**
 * Removes jobs that are done. Left are those that were added again meanwhile, and those that another transaction has locked just now: to wait
 * for several rows would be to risk deadlocks.
 * @returns the ids of those that were removed
 */
export async function removeJobs(db: Db, claims: readonly Claim[]): Promise<Set<string>> {
  const [ids, tokens, versions] = [claims.map(({ id }) => id), claims.map(each => each.claimedBy), claims.map(({ version }) => version)]
  const { rows } = await sql<{ id: string }>`
    DELETE FROM jobs WHERE id = ANY (ARRAY(
      SELECT j.id FROM unnest(${ids}::text[], ${tokens}::text[], ${versions}::integer[]) AS c (id, token, version)
      JOIN jobs j ON j.id = c.id AND j.claimed_by = c.token AND j.version = c.version FOR UPDATE OF j SKIP LOCKED
    )) RETURNING id
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Removes a job that is done. One that was added again meanwhile is given back instead. */
export async function finishJob(db: Db, { id, version, claimedBy }: Claim): Promise<void> {
  // Two statements, because one would not see a version that is committed while it waits for the row.
  const { rows } = await sql<{ id: string }>`
    DELETE FROM jobs WHERE id = ${id} AND claimed_by = ${claimedBy} AND version = ${version} RETURNING id
  `.execute(db)
  if (rows.length > 0) return
  await sql<never>`UPDATE jobs SET claimed_by = NULL, claimed_until = NULL WHERE id = ${id} AND claimed_by = ${claimedBy}`.execute(db)
}

/**
 * Puts a job back into the queue, due at `dueAt`; if it was added again while it ran, at the due time of that addition instead.
 * @param error null: the try succeeded, and the job begins anew
 */
export async function postponeJob(db: Db, { id, version, claimedBy }: Claim, dueAt: Date, error: string | null): Promise<void> {
  await sql<never>`
    UPDATE jobs SET claimed_by = NULL, claimed_until = NULL, last_error = ${error},
      due_at = CASE WHEN version = ${version} THEN ${dueAt} ELSE due_at END, tries = CASE WHEN ${error}::text IS NULL THEN 0 ELSE tries END
    WHERE id = ${id} AND claimed_by = ${claimedBy}
  `.execute(db)
}

/** Marks a job as failed. @returns false if it was added again meanwhile, or another worker has it; then it goes on */
export async function failJob(tx: Db, { id, version, claimedBy }: Claim, now: Date, error: string): Promise<boolean> {
  const { rows } = await sql<{ failed: boolean }>`
    UPDATE jobs SET claimed_by = NULL, claimed_until = NULL, last_error = ${error}, failed_at = CASE WHEN version = ${version} THEN ${now}::timestamptz END
    WHERE id = ${id} AND claimed_by = ${claimedBy} RETURNING failed_at IS NOT NULL AS failed
  `.execute(tx)
  return rows[0]?.failed ?? false
}

export interface JobCounts {
  kind: string
  queued: number
  failed: number
}

/** Counts the jobs that are still to be done, and the failed ones that nobody discarded. */
export async function countJobs(db: Db): Promise<JobCounts[]> {
  const { rows } = await sql<JobCounts>`
    SELECT kind, count(*) FILTER (WHERE failed_at IS NULL) AS queued,
      count(*) FILTER (WHERE failed_at IS NOT NULL AND discarded_at IS NULL) AS failed
    FROM jobs GROUP BY kind
  `.execute(db)
  return rows
}

/** The latest failure first. */
export async function listFailedJobs(db: Db, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    SELECT id, kind, created_at AS "createdAt", failed_at AS "failedAt", tries, coalesce(last_error, '') AS error, discarded_at AS "discardedAt"
    FROM jobs WHERE failed_at IS NOT NULL ORDER BY failed_at DESC, id DESC LIMIT ${limit}
  `.execute(db)
  return rows
}

/** Makes a failed job due again, with all its tries. @returns its kind; null: there is no such failed job */
export async function retryFailedJob(tx: Db, id: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ kind: string }>`
    UPDATE jobs SET failed_at = NULL, discarded_at = NULL, tries = 0, due_at = ${now} WHERE id = ${id} AND failed_at IS NOT NULL RETURNING kind
  `.execute(tx)
  return rows[0]?.kind ?? null
}

/** @param at null: takes the discarding back. @returns the job's kind; null: there is no such failed job */
export async function discardFailedJob(tx: Db, id: string, at: Date | null): Promise<string | null> {
  const { rows } = await sql<{ kind: string }>`
    UPDATE jobs SET discarded_at = ${at} WHERE id = ${id} AND failed_at IS NOT NULL RETURNING kind
  `.execute(tx)
  return rows[0]?.kind ?? null
}

/** Deletes failed jobs that were discarded, or that failed, before these times. @returns true if there were any */
export async function deleteOldFailures(db: Db, discardedBefore: Date, failedBefore: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM jobs WHERE failed_at IS NOT NULL AND (discarded_at < ${discardedBefore} OR failed_at < ${failedBefore}) RETURNING id
  `.execute(db)
  return rows.length > 0
}
