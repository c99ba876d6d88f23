import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { JsonObject } from '../../../platform/db/json.ts'
import { uuidv7 } from '../../../platform/uuid.ts'
import type { AuditEntry, AuditFilter, AuditRow } from './api.ts'

export async function insertEntry(tx: Db, { by, action, subject, about = null, details = {} }: AuditEntry): Promise<void> {
  const { kind: subject_kind, id: subject_id, label } = subject
  await tx
    .insertInto('audit_log')
    .values({ id: uuidv7(), by_user: by, action, subject_kind, subject_id, label, about_user: about, details: JSON.stringify(details) })
    .execute()
}

/** Newest first. */
export async function listEntries(db: Db, { action, userId, before, limit }: AuditFilter): Promise<AuditRow[]> {
  const conditions = [sql<boolean>`true`]
  if (action !== null) conditions.push(sql<boolean>`a.action = ${action}`)
  if (userId !== null) conditions.push(sql<boolean>`(a.by_user = ${userId} OR a.about_user = ${userId})`)
  if (before !== null) conditions.push(sql<boolean>`a.id < ${before}`)
  const { rows } = await sql<AuditRow & { details: JsonObject }>`
    SELECT a.id, a.at, a.by_user AS by, a.action, a.about_user AS about, a.details,
      json_build_object('kind', a.subject_kind, 'id', a.subject_id, 'label', a.label) AS subject,
      nullif(b.username, '') AS "byName", nullif(u.username, '') AS "aboutName"
    FROM audit_log a LEFT JOIN user_cards b ON b.id = a.by_user LEFT JOIN user_cards u ON u.id = a.about_user
    WHERE ${sql.join(conditions, sql<never>` AND `)} ORDER BY a.id DESC LIMIT ${limit}
  `.execute(db)
  return rows
}
