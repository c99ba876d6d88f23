import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { VoidWindow } from '../../rules/attempt.ts'
import { ms } from '../store.ts'

export async function listVoidWindows(db: Db, eventId: string): Promise<VoidWindow[]> {
  const { rows } = await sql<VoidWindow>`
    SELECT id, machine_id AS "machineId", ${ms('from_at')} AS from, ${ms('to_at')} AS to FROM event_voids
    WHERE event_id = ${eventId} AND machine_id IS NOT NULL AND undone_at IS NULL
  `.execute(db)
  return rows
}

export interface NewVoid {
  id: string
  eventId: string
  attemptId: string | null
  window: Omit<VoidWindow, 'id'> | null
  by: string
  fingerprint: string
}

/** @returns false if the id was used before */
export async function insertVoid(tx: Db, { id, eventId, attemptId, window, by, fingerprint }: NewVoid): Promise<boolean> {
  const inserted = await tx
    .insertInto('event_voids')
    .values({
      ...{ id, event_id: eventId, attempt_id: attemptId, by_user: by, fingerprint },
      machine_id: window?.machineId ?? null,
      from_at: window === null ? null : new Date(window.from),
      to_at: window === null ? null : new Date(window.to),
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function wasVoided(db: Db, id: string, eventId: string, by: string, fingerprint: string): Promise<boolean> {
  const voided = await db
    .selectFrom('event_voids')
    .select('id')
    .where('id', '=', id)
    .where('event_id', '=', eventId)
    .where('by_user', '=', by)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return voided !== undefined
}

export interface VoidRow {
  attemptId: string | null
  undone: boolean
}

/** Returns a void and locks its row. */
export async function lockVoid(tx: Db, eventId: string, id: string): Promise<VoidRow | null> {
  const { rows } = await sql<VoidRow>`
    SELECT attempt_id AS "attemptId", undone_at IS NOT NULL AS undone FROM event_voids WHERE event_id = ${eventId} AND id = ${id} FOR NO KEY UPDATE
  `.execute(tx)
  return rows[0] ?? null
}

export async function undoVoid(tx: Db, id: string): Promise<void> {
  await tx.updateTable('event_voids').set({ undone_at: sql<Date>`now()` }).where('id', '=', id).execute()
}
