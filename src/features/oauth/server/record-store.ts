import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import type { StoredPayload } from './grant-store.ts'

/** A code, a token, or a request that waits for its answer. */
export interface StoredRecord {
  hashedId: string
  /** null: nothing was allowed yet */
  grantId: string | null
  payload: StoredPayload
}

/** s for which a token that was used is remembered, so that a second use is recognised */
const REMEMBERED = 7 * 86_400

/**
 * Writes a record, or replaces one with its id.
 * @param lifetime s
 * @returns false if its grant has ended
 */
export async function putRecord(db: Db, { hashedId, grantId, payload }: StoredRecord, lifetime: number): Promise<boolean> {
  const { numAffectedRows } = await sql<never>`
    INSERT INTO oauth_records (hashed_id, grant_id, payload, expires_at)
    SELECT ${hashedId}, ${grantId}::text, ${JSON.stringify(payload)}::jsonb, now() + make_interval(secs => ${lifetime})
    WHERE ${grantId}::text IS NULL OR EXISTS (SELECT 1 FROM oauth_grants g WHERE g.id = ${grantId} FOR KEY SHARE)
    ON CONFLICT (hashed_id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at
  `.execute(db)
  return numAffectedRows === 1n
}

/** @returns null if there is none, or it has ended. `consumedAt`: s since 1970; null: it was not used yet */
export async function findRecord(db: Db, hashedId: string): Promise<{ payload: StoredPayload; consumedAt: number | null } | null> {
  const { rows } = await sql<{ payload: StoredPayload; consumedAt: number | null }>`
    SELECT payload, extract(epoch FROM consumed_at)::float8 AS "consumedAt" FROM oauth_records WHERE hashed_id = ${hashedId} AND expires_at > now()
  `.execute(db)
  return rows[0] ?? null
}

/** Marks a code or a refresh token as used. @returns false if another request was first */
export async function consumeRecord(db: Db, hashedId: string): Promise<boolean> {
  const { numAffectedRows } = await sql<never>`
    UPDATE oauth_records SET consumed_at = now(), expires_at = least(expires_at, now() + make_interval(secs => ${REMEMBERED}))
    WHERE hashed_id = ${hashedId} AND consumed_at IS NULL
  `.execute(db)
  return numAffectedRows === 1n
}

/** Returns the grant of a record; null: it has none, or there is no such record. */
export async function findGrantOf(db: Db, hashedId: string): Promise<string | null> {
  const row = await db.selectFrom('oauth_records').select('grant_id as grantId').where('hashed_id', '=', hashedId).executeTakeFirst()
  return row?.grantId ?? null
}

export async function deleteRecord(db: Db, hashedId: string): Promise<void> {
  await db.deleteFrom('oauth_records').where('hashed_id', '=', hashedId).execute()
}

/** Deletes what has ended by its time. */
export async function deleteExpired(db: Db): Promise<void> {
  await db.deleteFrom('oauth_grants').where('expires_at', '<=', sql<Date>`now()`).execute()
  await db.deleteFrom('oauth_records').where('expires_at', '<=', sql<Date>`now()`).execute()
}
