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
  /** the scores or people that it has made */
  ids: readonly string[]
  added: number
  groupId?: string | null
  eventId?: string
  /** what the event was imported from */
  source?: string
  fingerprint: string
}

/** @returns false if the id was used before, or the event was imported before */
export async function insertImport(tx: Db, made: NewImport): Promise<boolean> {
  const { id, userId, kind, title, ids, added, groupId = null, eventId = null, source = null, fingerprint } = made
  return returnsRow(
    tx
      .insertInto('imports')
      .values({ id, user_id: userId, kind, title, ids: [...ids], added, group_id: groupId, event_id: eventId, source, fingerprint })
      .onConflict(conflict => conflict.doNothing())
      .returning('id'),
  )
}

export interface ImportRow {
  id: string
  userId: string
  kind: ImportKind
  ids: string[]
  added: number
  groupId: string | null
  eventId: string | null
  fingerprint: string
  undone: boolean
}

const COLUMNS = sql<ImportRow>`id, user_id AS "userId", kind, ids, added, group_id AS "groupId", event_id AS "eventId", fingerprint, undone_at IS NOT NULL AS undone`

/** Returns an import, whose row is locked until the transaction ends; null: there is none. */
export async function lockImport(tx: Db, id: string): Promise<ImportRow | null> {
  const { rows } = await sql<ImportRow>`SELECT ${COLUMNS} FROM imports WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx)
  return rows[0] ?? null
}

export async function findImport(db: Db, id: string): Promise<ImportRow | null> {
  const { rows } = await sql<ImportRow>`SELECT ${COLUMNS} FROM imports WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Returns the event that was imported from this one and not undone; null: none was. @param groupId only in this group; null: in no group */
export async function findImported(db: Db, source: string, groupId: string | null): Promise<string | null> {
  const { rows } = await sql<{ eventId: string | null }>`
    SELECT event_id AS "eventId" FROM imports
    WHERE source = ${source} AND undone_at IS NULL AND group_id IS NOT DISTINCT FROM ${groupId}::text ORDER BY created_at LIMIT 1
  `.execute(db)
  return rows[0]?.eventId ?? null
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
