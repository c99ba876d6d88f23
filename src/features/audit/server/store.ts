import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import type { JsonObject } from '#platform/db/json.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import { checkCursor } from '#platform/live/server/check-cursor.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { AuditAction, AuditFormat } from '../contract.ts'
import type { AuditApi, AuditEntry, AuditExport, AuditFilter, AuditRow } from './api.ts'

export async function insertEntry(tx: Db, { by, action, subject, about = null, details = {} }: AuditEntry): Promise<void> {
  const { kind: subject_kind, id: subject_id, label } = subject
  await tx
    .insertInto('audit_log')
    .values({ id: uuidv7(), by_user: by, action, subject_kind, subject_id, label, about_user: about, details: JSON.stringify(details) })
    .execute()
}

export const hasEntry: AuditApi['has'] = (db, { by, action, subject }) =>
  returnsRow(
    db
      .selectFrom('audit_log')
      .select('id')
      .where(row => row.and({ by_user: by, action, subject_kind: subject.kind, subject_id: subject.id }))
      .limit(1),
  )

/** Newest first. @throws DdpError 400 for an unknown `before` */
export async function listEntries(db: Db, { action, userId, before, limit }: AuditFilter): Promise<AuditRow[]> {
  const conditions = [sql<boolean>`true`]
  if (action !== null) conditions.push(sql<boolean>`a.action = ${action}`)
  if (userId !== null) conditions.push(sql<boolean>`(a.by_user = ${userId} OR a.about_user = ${userId})`)
  if (before !== null) conditions.push(sql<boolean>`a.id < (SELECT b.id FROM audit_log b WHERE b.id = ${before})`)
  const { rows } = await sql<AuditRow & { details: JsonObject }>`
    SELECT a.id, a.at, a.by_user AS by, a.action, a.about_user AS about, a.details,
      json_build_object('kind', a.subject_kind, 'id', a.subject_id, 'label', a.label) AS subject,
      nullif(b.username, '') AS "byName", nullif(u.username, '') AS "aboutName"
    FROM audit_log a LEFT JOIN user_cards b ON b.id = a.by_user LEFT JOIN user_cards u ON u.id = a.about_user
    WHERE ${sql.join(conditions, sql<never>` AND `)} ORDER BY a.id DESC LIMIT ${limit}
  `.execute(db)
  await checkCursor(rows, before, cursorId => db.selectFrom('audit_log').select('id').where('id', '=', cursorId).execute())
  return rows
}

/** Stores the link of a download. Links that have ended are deleted. */
export async function insertExport(
  tx: Db,
  { hashedToken, madeBy, format, action, userId, expiresAt }: AuditExport & { hashedToken: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await tx.deleteFrom('audit_exports').where('expires_at', '<=', now).execute()
  await tx
    .insertInto('audit_exports')
    .values({ hashed_token: hashedToken, made_by: madeBy, format, action, user_id: userId, expires_at: expiresAt })
    .execute()
}

/** Uses up the link of a download. @returns null if it was used, has ended, or never was */
export async function takeExport(db: Db, hashedToken: string, now: Date): Promise<AuditExport | null> {
  const taken = await db
    .deleteFrom('audit_exports')
    .where('hashed_token', '=', hashedToken)
    .returning(['made_by as madeBy', 'format', 'action', 'user_id as userId', 'expires_at as expiresAt'])
    .$narrowType<{ format: AuditFormat; action: AuditAction | null }>()
    .executeTakeFirst()
  if (taken === undefined || taken.expiresAt <= now) return null
  const { madeBy, format, action, userId } = taken
  return { madeBy, format, action, userId }
}
