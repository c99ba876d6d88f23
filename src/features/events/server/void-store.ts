import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { VoidWindow } from '../rules/attempt.ts'
import { ms } from './store.ts'

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
  const { rows } = await sql`
    INSERT INTO event_voids (id, event_id, attempt_id, machine_id, from_at, to_at, by_user, fingerprint)
    VALUES (${id}, ${eventId}, ${attemptId}, ${window?.machineId ?? null}, ${window === null ? null : new Date(window.from)},
      ${window === null ? null : new Date(window.to)}, ${by}, ${fingerprint})
    ON CONFLICT (id) DO NOTHING RETURNING 1
  `.execute(tx)
  return rows.length > 0
}

export async function wasVoided(db: Db, id: string, eventId: string, by: string, fingerprint: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM event_voids WHERE id = ${id} AND event_id = ${eventId} AND by_user = ${by} AND fingerprint = ${fingerprint}
  `.execute(db)
  return rows.length > 0
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
  await sql`UPDATE event_voids SET undone_at = now() WHERE id = ${id}`.execute(tx)
}
