import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { BackupState } from '../contract.ts'
import type { KeptBackup } from './rotation.ts'

export interface NewBackup {
  id: string
  createdAt: Date
  byUser: string | null
  scheduledFor: Date | null
  kind: 'folder' | 's3'
  target: string
}

export interface BackupRow extends NewBackup {
  state: BackupState
  file: string | null
  bytes: number
  endedAt: Date | null
  error: string | null
}

/** Failed backups that stay in the list. */
const KEPT_FAILURES = 50

const columns = sql<BackupRow>`id, created_at AS "createdAt", by_user AS "byUser", scheduled_for AS "scheduledFor", kind, target, state, file,
  bytes, ended_at AS "endedAt", error`

/** @returns false if one is queued or runs, or if there is one for this scheduled time */
export async function insertBackup(tx: Db, { id, createdAt, byUser, scheduledFor, kind, target }: NewBackup): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO backups (id, created_at, by_user, scheduled_for, kind, target)
    VALUES (${id}, ${createdAt}, ${byUser}, ${scheduledFor}, ${kind}, ${target}) ON CONFLICT DO NOTHING RETURNING id
  `.execute(tx)
  return rows.length > 0
}

/** Lets the backup that is under way count as the scheduled one. @returns false if none is, or it has a scheduled time already */
export async function adoptScheduled(tx: Db, scheduledFor: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    UPDATE backups SET scheduled_for = ${scheduledFor} WHERE state IN ('queued', 'running') AND scheduled_for IS NULL
      AND NOT EXISTS (SELECT FROM backups o WHERE o.scheduled_for = ${scheduledFor}) RETURNING id
  `.execute(tx)
  return rows.length > 0
}

/** True if a backup was begun, or has succeeded, since this time. */
export async function hasBackupSince(db: Db, since: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM backups WHERE created_at >= ${since} OR scheduled_for >= ${since} LIMIT 1
  `.execute(db)
  return rows.length > 0
}

export async function findBackup(db: Db, id: string): Promise<BackupRow | null> {
  const { rows } = await sql<BackupRow>`SELECT ${columns} FROM backups WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Newest first. */
export async function listBackups(db: Db, limit: number): Promise<BackupRow[]> {
  const { rows } = await sql<BackupRow>`SELECT ${columns} FROM backups ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** Returns the one that ended last, in whatever way. */
export async function findLastEnded(db: Db): Promise<{ at: Date; bytes: number | null } | null> {
  const { rows } = await sql<{ at: Date; bytes: number | null }>`
    SELECT ended_at AS at, CASE state WHEN 'done' THEN bytes END AS bytes FROM backups WHERE ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT 1
  `.execute(db)
  return rows[0] ?? null
}

/** Begins a try. @returns false if the backup has ended */
export async function beginTry(tx: Db, id: string, { kind, target, file }: Pick<BackupRow, 'kind' | 'target' | 'file'>): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    UPDATE backups SET state = 'running', kind = ${kind}, target = ${target}, file = ${file}, bytes = 0
    WHERE id = ${id} AND state IN ('queued', 'running') RETURNING id
  `.execute(tx)
  return rows.length > 0
}

/** @returns false if another try has begun */
export const recordProgress = (tx: Db, id: string, file: string, bytes: number): Promise<boolean> =>
  returnsRow(
    tx
      .updateTable('backups')
      .set({ bytes })
      .where(row => row.and({ id, file, state: 'running' }))
      .returning('id'),
  )

/** @returns false if another try has begun */
export async function recordSuccess(tx: Db, id: string, file: string, bytes: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    UPDATE backups SET state = 'done', bytes = ${bytes}, ended_at = ${now}, error = NULL
    WHERE id = ${id} AND file = ${file} AND state = 'running' RETURNING id
  `.execute(tx)
  return rows.length > 0
}

/** Records why a try has failed. @param file of the try @param endedAt null: it is tried again */
export async function recordFailure(tx: Db, id: string, file: string, error: string | null, endedAt: Date | null): Promise<void> {
  await sql<never>`
    UPDATE backups SET error = coalesce(${error}, error), ended_at = ${endedAt}, bytes = 0,
      state = CASE WHEN ${endedAt}::timestamptz IS NULL THEN 'queued' ELSE 'failed' END
    WHERE id = ${id} AND file = ${file} AND state IN ('queued', 'running')
  `.execute(tx)
}

/** Returns those that succeeded and were not rotated away. */
export async function listDone(db: Db): Promise<KeptBackup[]> {
  const { rows } = await sql<KeptBackup>`
    SELECT id, file, target, ended_at AS "endedAt" FROM backups WHERE state = 'done' AND file IS NOT NULL
  `.execute(db)
  return rows
}

export async function deleteBackup(tx: Db, id: string): Promise<void> {
  await sql<never>`DELETE FROM backups WHERE id = ${id}`.execute(tx)
}

export async function deleteOldFailedBackups(tx: Db): Promise<void> {
  await sql<never>`
    DELETE FROM backups WHERE id IN (SELECT id FROM backups WHERE state = 'failed' ORDER BY created_at DESC OFFSET ${KEPT_FAILURES})
  `.execute(tx)
}

/** Stores a link, and deletes those that have ended. */
export async function insertDownload(
  tx: Db,
  tokenHash: string,
  { backupId, madeBy, expiresAt }: { backupId: string; madeBy: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await sql<never>`DELETE FROM backup_downloads WHERE expires_at <= ${now}`.execute(tx)
  await sql<never>`
    INSERT INTO backup_downloads (token_hash, backup_id, made_by, expires_at) VALUES (${tokenHash}, ${backupId}, ${madeBy}, ${expiresAt})
  `.execute(tx)
}

/** Uses a link up. @returns null: there is no such link, or it has ended */
export async function takeDownload(db: Db, tokenHash: string, now: Date): Promise<{ backupId: string; madeBy: string } | null> {
  const { rows } = await sql<{ backupId: string; madeBy: string }>`
    DELETE FROM backup_downloads WHERE token_hash = ${tokenHash} AND expires_at > ${now} RETURNING backup_id AS "backupId", made_by AS "madeBy"
  `.execute(db)
  return rows[0] ?? null
}

/** Empties the list of a restored site, so that it deletes nothing that the site of the backup has written (decision 045). */
export async function forgetBackups(tx: Db): Promise<void> {
  await sql<never>`DELETE FROM backups`.execute(tx)
}
