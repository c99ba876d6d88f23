import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import { checkCursor } from '#platform/live/server/check-cursor.ts'
import type { ReportKind, ReportState } from '../contract.ts'
import { CHILD_IN_DANGER } from '../rules.ts'

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
  return returnsRow(
    tx
      .insertInto('reports')
      .values({ id, kind, subject_id: subjectId, label, about_user: about, reason, by_user: by })
      .onConflict(conflict => conflict.column('id').doNothing())
      .returning('id'),
  )
}

export type ExistingReport = Pick<ReportInsert, 'kind' | 'subjectId' | 'reason'> & { by: string | null }

export async function findReport(db: Db, id: string): Promise<ExistingReport | null> {
  const report = await db
    .selectFrom('reports')
    .select(['kind', 'subject_id as subjectId', 'reason', 'by_user as by'])
    .$narrowType<{ kind: ReportKind }>()
    .where('id', '=', id)
    .executeTakeFirst()
  return report ?? null
}

/** @returns the subject of the report; null: the report was not open */
export async function closeReport(
  tx: Db,
  id: string,
  by: string,
  outcome: string | null,
): Promise<Pick<ReportInsert, 'kind' | 'subjectId' | 'about'> | null> {
  const report = await tx
    .updateTable('reports')
    .set({ closed_at: sql<Date>`date_trunc('milliseconds', now())`, closed_by: by, outcome })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning(['kind', 'subject_id as subjectId', 'about_user as about'])
    .$narrowType<{ kind: ReportKind }>()
    .executeTakeFirst()
  return report ?? null
}

export interface ReportFilter {
  state: ReportState | null
  limit: number
  before: string | null
}

/** Open reports of a child in danger that stand on the first page besides the newest. */
const MAX_URGENT = 100

/**
 * Newest first. The first page of the open ones also has all that say that a child is in danger, however old they are.
 * @throws DdpError 400 for an unknown `before`
 */
export async function listReports(db: Db, { state, limit, before }: ReportFilter): Promise<ReportRow[]> {
  const conditions = [sql<boolean>`true`]
  if (state !== null) conditions.push(state === 'open' ? sql<boolean>`r.closed_at IS NULL` : sql<boolean>`r.closed_at IS NOT NULL`)
  if (before !== null) conditions.push(sql<boolean>`r.receipt < (SELECT receipt FROM reports WHERE id = ${before})`)
  const first = sql<string>`SELECT receipt FROM reports r WHERE ${sql.join(conditions, sql<never>` AND `)} ORDER BY receipt DESC LIMIT ${limit}`
  const chosen =
    state === 'open' && before === null
      ? sql<string>`(${first}) UNION (
          SELECT receipt FROM reports WHERE closed_at IS NULL AND starts_with(reason, ${CHILD_IN_DANGER}) ORDER BY receipt LIMIT ${MAX_URGENT})`
      : first
  const { rows } = await sql<ReportRow>`
    SELECT r.id, r.receipt, r.kind, r.subject_id AS "subjectId", r.label, r.reason, r.at, r.closed_at AS "closedAt", r.outcome,
      b.id AS "byId", b.username AS "byName", c.id AS "closedById", c.username AS "closedByName"
    FROM reports r LEFT JOIN user_cards b ON b.id = r.by_user LEFT JOIN user_cards c ON c.id = r.closed_by
    WHERE r.receipt IN (${chosen}) ORDER BY r.receipt DESC
  `.execute(db)
  await checkCursor(rows, before, cursorId => db.selectFrom('reports').select('id').where('id', '=', cursorId).execute())
  return rows
}

/** A report, as the data export of the user who made it shows it. */
export interface OwnReport {
  id: string
  kind: string
  label: string
  reason: string
  at: Date
  closedAt: Date | null
}

/** The reports that a user has made, oldest first. */
export function listReportsBy(db: Db, userId: string): Promise<OwnReport[]> {
  return db
    .selectFrom('reports')
    .select(['id', 'kind', 'label', 'reason', 'at', 'closed_at as closedAt'])
    .where('by_user', '=', userId)
    .orderBy('receipt')
    .execute()
}

/**
 * Removes a user from all reports: as reporter, as the moderator who closed it, and as the owner of the subject. @returns how many changed
 */
export async function removeUserFromReports(tx: Db, userId: string, label: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    UPDATE reports SET
      by_user = nullif(by_user, ${userId}), closed_by = nullif(closed_by, ${userId}),
      label = CASE WHEN about_user = ${userId} THEN ${label} ELSE label END,
      about_user = nullif(about_user, ${userId})
    WHERE by_user = ${userId} OR closed_by = ${userId} OR about_user = ${userId} RETURNING id
  `.execute(tx)
  return rows.length
}

export async function countOpenReports(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM reports WHERE closed_at IS NULL`.execute(db)
  return rows[0]!.count
}
