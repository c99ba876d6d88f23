import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { ReportKind, ReportState } from '../contract.ts'

export interface ReportRow {
  id: string
  receipt: number
  kind: ReportKind
  subjectId: string
  label: string
  reason: string
  byId: string | null
  byName: string | null
  at: Date
  closedAt: Date | null
  closedById: string | null
  closedByName: string | null
  outcome: string | null
}

export interface ReportInsert {
  id: string
  kind: ReportKind
  subjectId: string
  label: string
  /** the user to whom the subject belongs */
  about: string | null
  reason: string
  by: string
}

/** @returns false if the id is taken */
export async function insertReport(tx: Db, { id, kind, subjectId, label, about, reason, by }: ReportInsert): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO reports (id, kind, subject_id, label, about_user, reason, by_user)
    VALUES (${id}, ${kind}, ${subjectId}, ${label}, ${about}, ${reason}, ${by})
    ON CONFLICT (id) DO NOTHING RETURNING id
  `.execute(tx)
  return rows.length > 0
}

export type KnownReport = Pick<ReportInsert, 'kind' | 'subjectId' | 'reason'> & { by: string | null }

export async function knownReport(db: Db, id: string): Promise<KnownReport | null> {
  const { rows } = await sql<KnownReport>`
    SELECT kind, subject_id AS "subjectId", reason, by_user AS by FROM reports WHERE id = ${id}
  `.execute(db)
  return rows[0] ?? null
}

/** @returns the subject of the report; null: the report was not open */
export async function closeReport(
  tx: Db,
  id: string,
  by: string,
  outcome: string | null,
): Promise<Pick<ReportInsert, 'kind' | 'subjectId' | 'about'> | null> {
  const { rows } = await sql<Pick<ReportInsert, 'kind' | 'subjectId' | 'about'>>`
    UPDATE reports SET closed_at = date_trunc('milliseconds', now()), closed_by = ${by}, outcome = ${outcome}
    WHERE id = ${id} AND closed_at IS NULL RETURNING kind, subject_id AS "subjectId", about_user AS about
  `.execute(tx)
  return rows[0] ?? null
}

export interface ReportFilter {
  state: ReportState | null
  limit: number
  before: string | null
}

/** Newest first. */
export async function listReports(db: Db, { state, limit, before }: ReportFilter): Promise<ReportRow[]> {
  const conditions = [sql`true`]
  if (state !== null) conditions.push(state === 'open' ? sql`r.closed_at IS NULL` : sql`r.closed_at IS NOT NULL`)
  if (before !== null) conditions.push(sql`r.receipt < (SELECT receipt FROM reports WHERE id = ${before})`)
  const { rows } = await sql<ReportRow>`
    SELECT r.id, r.receipt, r.kind, r.subject_id AS "subjectId", r.label, r.reason, r.at, r.closed_at AS "closedAt", r.outcome,
      b.id AS "byId", b.username AS "byName", c.id AS "closedById", c.username AS "closedByName"
    FROM reports r LEFT JOIN users b ON b.id = r.by_user LEFT JOIN users c ON c.id = r.closed_by
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY r.receipt DESC LIMIT ${limit}
  `.execute(db)
  return rows
}

/** The reports that a user has made, oldest first. */
export async function reportsBy(db: Db, userId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    SELECT id, kind, label, reason, at, closed_at AS "closedAt" FROM reports WHERE by_user = ${userId} ORDER BY receipt
  `.execute(db)
  return rows
}

/**
 * Removes a user from all reports: as reporter, as the moderator who closed it, and as the owner of the subject. @returns how many changed
 */
export async function forgetReporter(tx: Db, userId: string, label: string): Promise<number> {
  const { rows } = await sql`
    UPDATE reports SET
      by_user = nullif(by_user, ${userId}), closed_by = nullif(closed_by, ${userId}),
      label = CASE WHEN about_user = ${userId} THEN ${label} ELSE label END,
      about_user = nullif(about_user, ${userId})
    WHERE by_user = ${userId} OR closed_by = ${userId} OR about_user = ${userId} RETURNING id
  `.execute(tx)
  return rows.length
}
