import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { SeriesAction } from '../contract/documents.ts'

/** What an entry is about: the nights before and after, or how many finalists were entered. */
export type SeriesLogSubject = { before: string[]; after: string[] } | { players: number }

export async function insertSeriesLog(
  tx: Db,
  { seriesId, by, action, subject = null }: { seriesId: string; by: string; action: SeriesAction; subject?: SeriesLogSubject | null },
): Promise<void> {
  await tx
    .insertInto('series_log')
    .values({ id: uuidv7(), series_id: seriesId, by_user: by, action, subject: subject === null ? null : JSON.stringify(subject) })
    .execute()
}

export interface LogRow {
  id: string
  at: Date
  action: SeriesAction
  subject: SeriesLogSubject | null
  userId: string
  /** null: the account was deleted */
  username: string | null
}

/** Lists the entries of a season's log, oldest first. */
export async function listLog(db: Db, seriesId: string): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    SELECT l.id, l.at, l.action, l.subject, l.by_user AS "userId", u.username FROM series_log l LEFT JOIN user_cards u ON u.id = l.by_user
    WHERE l.series_id = ${seriesId} ORDER BY l.at, l.id
  `.execute(db)
  return rows
}

/** Returns the nights before and after a change; null: there is no such change of nights. */
export async function findNightsChange(db: Db, seriesId: string, entryId: string): Promise<{ before: string[]; after: string[] } | null> {
  const entry = await db
    .selectFrom('series_log')
    .select('subject')
    .where(row => row.and({ id: entryId, series_id: seriesId }))
    .executeTakeFirst()
  const subject = (entry?.subject ?? null) as SeriesLogSubject | null
  return subject !== null && 'before' in subject ? subject : null
}

/** Returns the names of those of the events that all who see the season may see, with the groups that the events belong to. */
export async function listNamedNights(
  db: Db,
  groupId: string | null,
  eventIds: readonly string[],
): Promise<{ id: string; name: string; groupId: string | null }[]> {
  const { rows } = await sql<{ id: string; name: string; groupId: string | null }>`
    SELECT e.id, e.name, e.group_id AS "groupId" FROM event_cards e WHERE e.id = ANY (${eventIds}::text[])
      AND ${groupId === null ? sql<boolean>`e.is_public` : sql<boolean>`e.group_id = ${groupId}`}
  `.execute(db)
  return rows
}

/** What a user has done to seasons, for the export of the user's data. */
export async function listOwnEntries(
  db: Db,
  userId: string,
): Promise<{ seriesId: string; name: string; at: Date; action: SeriesAction }[]> {
  const { rows } = await sql<{ seriesId: string; name: string; at: Date; action: SeriesAction }>`
    SELECT s.id AS "seriesId", s.name, l.at, l.action FROM series_log l JOIN series s ON s.id = l.series_id WHERE l.by_user = ${userId} ORDER BY l.at, l.id
  `.execute(db)
  return rows
}
