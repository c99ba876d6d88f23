import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Attempt } from '../rules/attempt.ts'
import { ms } from './store.ts'

/** @param which restricts the list to one entrant's attempts on one machine, or to one attempt; null: all */
export async function listEventAttempts(
  db: Db,
  eventId: string,
  which: { entrantId: string; machineId: string } | { id: string } | null = null,
): Promise<Attempt[]> {
  const only =
    which === null
      ? sql`true`
      : 'id' in which
        ? sql`a.id = ${which.id}`
        : sql`a.entrant_id = ${which.entrantId} AND a.machine_id = ${which.machineId}`
  const { rows } = await sql<Omit<Attempt, 'strokes'> & { strokes: number | null }>`
    SELECT a.id, a.entrant_id AS "entrantId", a.machine_id AS "machineId", a.value, a.strokes, ${ms('a.at')} AS at, a.rejected, a.pending,
      EXISTS (SELECT 1 FROM event_voids v WHERE v.attempt_id = a.id AND v.undone_at IS NULL) AS voided
    FROM event_attempts a WHERE a.event_id = ${eventId} AND ${only}
  `.execute(db)
  return rows.map(({ strokes, ...attempt }) => (strokes === null ? attempt : { ...attempt, strokes }))
}

/** @returns false if the id was used before */
export async function insertAttempt(
  tx: Db,
  eventId: string,
  { id, entrantId, machineId, value, strokes, at, pending = false }: Attempt,
  fingerprint: string,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO event_attempts (id, event_id, entrant_id, machine_id, value, strokes, at, pending, fingerprint)
    VALUES (${id}, ${eventId}, ${entrantId}, ${machineId}, ${value}, ${strokes ?? null}, ${new Date(at)}, ${pending}, ${fingerprint})
    ON CONFLICT (id) DO NOTHING RETURNING 1
  `.execute(tx)
  return rows.length > 0
}

export async function wasEntered(db: Db, id: string, eventId: string, fingerprint: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM event_attempts WHERE id = ${id} AND event_id = ${eventId} AND fingerprint = ${fingerprint}
  `.execute(db)
  return rows.length > 0
}

/** Copies a changed score to its attempt. @returns the event's id; null: the score is not an attempt */
export async function followScore(
  tx: Db,
  id: string,
  { value, strokes, rejected }: { value: number; strokes: number | null; rejected: boolean },
): Promise<string | null> {
  const { rows } = await sql<{ eventId: string }>`
    UPDATE event_attempts SET value = ${value}, strokes = ${strokes}, rejected = ${rejected} WHERE id = ${id} RETURNING event_id AS "eventId"
  `.execute(tx)
  return rows[0]?.eventId ?? null
}

/** @returns those of the given ids that were attempts, with their event's id */
export async function deleteAttempts(tx: Db, ids: readonly string[]): Promise<{ id: string; eventId: string }[]> {
  const { rows } = await sql<{ id: string; eventId: string }>`
    DELETE FROM event_attempts WHERE id = ANY (${ids}::text[]) RETURNING id, event_id AS "eventId"
  `.execute(tx)
  return rows
}

export async function eventOfAttempt(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ eventId: string }>`SELECT event_id AS "eventId" FROM event_attempts WHERE id = ${id}`.execute(db)
  return rows[0]?.eventId ?? null
}

export async function acceptLate(tx: Db, id: string): Promise<void> {
  await sql`UPDATE event_attempts SET pending = false WHERE id = ${id}`.execute(tx)
}

export interface AttemptFilter {
  limit: number
  /** id of the last attempt of the previous page */
  before: string | null
  entrantId: string | null
  machineId: string | null
}

export interface ShownAttempt extends Omit<Attempt, 'strokes' | 'rejected' | 'voided' | 'pending'> {
  displayName: string
  strokes: number | null
  rejected: boolean
  pending: boolean
  /** id of the latest void that covers the attempt */
  voidId: string | null
}

/** Lists attempts that wait for the director first, then the latest. */
export async function listAttempts(
  db: Db,
  eventId: string,
  { limit, before, entrantId, machineId }: AttemptFilter,
): Promise<ShownAttempt[]> {
  const { rows } = await sql<ShownAttempt>`
    SELECT a.id, a.entrant_id AS "entrantId", coalesce(n.guest_name, u.display_name) AS "displayName", a.machine_id AS "machineId", a.value, a.strokes,
      ${ms('a.at')} AS at, a.rejected, a.pending,
      (SELECT v.id FROM event_voids v WHERE v.event_id = a.event_id AND v.undone_at IS NULL
        AND (v.attempt_id = a.id OR (v.machine_id = a.machine_id AND v.from_at <= a.at AND a.at < v.to_at)) ORDER BY v.id DESC LIMIT 1) AS "voidId"
    FROM event_attempts a JOIN event_entrants n ON n.id = a.entrant_id LEFT JOIN users u ON u.id = n.user_id
    WHERE a.event_id = ${eventId} AND ${entrantId === null ? sql`true` : sql`a.entrant_id = ${entrantId}`}
      AND ${machineId === null ? sql`true` : sql`a.machine_id = ${machineId}`}
      AND ${before === null ? sql`true` : sql`coalesce((a.pending, a.at, a.id) < (SELECT b.pending, b.at, b.id FROM event_attempts b WHERE b.id = ${before}), true)`}
    ORDER BY a.pending DESC, a.at DESC, a.id DESC LIMIT ${limit}
  `.execute(db)
  return rows
}
