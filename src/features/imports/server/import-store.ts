import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { ImportInfo, ImportKind } from '../contract.ts'

export interface NewImport {
  id: string
  userId: string
  kind: ImportKind
  /** what people know it by */
  title: string
  /** the scores or people that it makes */
  ids: readonly string[]
  /** people who were on the list before and get a number */
  numbered?: readonly string[]
  added: number
  groupId?: string | null
  eventId?: string
  /** what the event was imported from */
  source?: string
  fingerprint: string
  /** default: now */
  createdAt?: Date
}

/** Locks a user until the transaction ends, so that what is imported at the same moment is counted in turn. @returns false if there is none */
export async function lockImporter(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM user_cards WHERE id = ${userId} AND deleted_at IS NULL FOR NO KEY UPDATE
  `.execute(tx)
  return rows.length > 0
}

/** Counts the scores of a user's imports since then, those of undone imports included. */
export async function countScores(db: Db, userId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    SELECT coalesce(sum(cardinality(ids)), 0)::integer AS made FROM imports
    WHERE user_id = ${userId} AND kind = 'scores' AND created_at > ${since}
  `.execute(db)
  return rows[0]!.made
}

/** @returns false if the id was used before, or the event was imported before */
export async function insertImport(tx: Db, made: NewImport): Promise<boolean> {
  const { id, userId, kind, title, ids, numbered = [], added, groupId = null, eventId = null, source = null, fingerprint, createdAt } = made
  return returnsRow(
    tx
      .insertInto('imports')
      .values({
        ...{ id, user_id: userId, kind, title, ids: [...ids], numbered: [...numbered], added },
        ...{ group_id: groupId, event_id: eventId, source, fingerprint },
        ...(createdAt === undefined ? {} : { created_at: createdAt }),
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('id'),
  )
}

export interface ImportRow {
  id: string
  userId: string
  kind: ImportKind
  ids: string[]
  numbered: string[]
  added: number
  groupId: string | null
  eventId: string | null
  fingerprint: string
  /** in ms */
  createdAt: number
  undone: boolean
}

const COLUMNS = sql<ImportRow>`id, user_id AS "userId", kind, ids, numbered, added, group_id AS "groupId", event_id AS "eventId", fingerprint,
  ${epochMs('created_at')} AS "createdAt", undone_at IS NOT NULL AS undone`

/** Returns an import, whose row is locked until the transaction ends; null: there is none. */
export async function lockImport(tx: Db, id: string): Promise<ImportRow | null> {
  const { rows } = await sql<ImportRow>`SELECT ${COLUMNS} FROM imports WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx)
  return rows[0] ?? null
}

export async function findImport(db: Db, id: string): Promise<ImportRow | null> {
  const { rows } = await sql<ImportRow>`SELECT ${COLUMNS} FROM imports WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** True for an import of an event that was cancelled since. */
const IS_CANCELLED = sql<boolean>`EXISTS (SELECT e.id FROM event_cards e WHERE e.id = imports.event_id AND e.cancelled_at IS NOT NULL)`

/**
 * Returns the event that was imported from this one, and neither undone nor cancelled; null: none was.
 * @param groupId only in this group; null: in no group
 */
export async function findImported(db: Db, source: string, groupId: string | null): Promise<string | null> {
  const { rows } = await sql<{ eventId: string | null }>`
    SELECT event_id AS "eventId" FROM imports
    WHERE source = ${source} AND undone_at IS NULL AND group_id IS NOT DISTINCT FROM ${groupId}::text AND NOT ${IS_CANCELLED}
    ORDER BY created_at LIMIT 1
  `.execute(db)
  return rows[0]?.eventId ?? null
}

/** Marks the import of a cancelled event undone, so that the event can be imported again. The arguments are those of `findImported`. */
export async function markCancelledUndone(tx: Db, source: string, groupId: string | null): Promise<void> {
  await sql<never>`
    UPDATE imports SET undone_at = now()
    WHERE source = ${source} AND undone_at IS NULL AND group_id IS NOT DISTINCT FROM ${groupId}::text AND ${IS_CANCELLED}
  `.execute(tx)
}

/** Adds scores to those that an import makes. */
export async function addIds(tx: Db, id: string, ids: readonly string[]): Promise<void> {
  await sql<never>`UPDATE imports SET ids = ids || ${ids}::text[] WHERE id = ${id}`.execute(tx)
}

export async function setAdded(tx: Db, id: string, added: number): Promise<void> {
  await tx.updateTable('imports').set({ added }).where('id', '=', id).execute()
}

export async function deleteImportsOf(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('imports').where('user_id', '=', userId).execute()
}

export async function markUndone(tx: Db, id: string): Promise<void> {
  await tx.updateTable('imports').set({ undone_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

/** @param kind null: all */
export async function listImports(db: Db, userId: string, kind: ImportKind | null, limit: number): Promise<ImportInfo[]> {
  const { rows } = await sql<
    Omit<ImportInfo, 'createdAt' | 'undoneAt' | 'groupId' | 'eventId'> & {
      createdAt: number
      undoneAt: number | null
      groupId: string | null
      eventId: string | null
    }
  >`
    SELECT id AS "importId", kind, title, added, ${epochMs('created_at')} AS "createdAt", ${epochMs('undone_at')} AS "undoneAt",
      group_id AS "groupId", event_id AS "eventId"
    FROM imports WHERE user_id = ${userId} AND (${kind}::text IS NULL OR kind = ${kind}::text) ORDER BY created_at DESC, id DESC LIMIT ${limit}
  `.execute(db)
  return rows.map(({ createdAt, undoneAt, groupId, eventId, ...info }) => ({
    ...info,
    createdAt: new Date(createdAt),
    undoneAt: undoneAt === null ? null : new Date(undoneAt),
    ...(groupId === null ? {} : { groupId }),
    ...(eventId === null ? {} : { eventId }),
  }))
}
