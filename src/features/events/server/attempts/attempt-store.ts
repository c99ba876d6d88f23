import { sql } from 'kysely'
import type { Attempt } from '#events/rules/attempt.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import { checkCursor } from '#platform/live/server/check-cursor.ts'

/** @param filter restricts the list to one entrant's attempts on one machine, or to one attempt; null: all */
export async function listEventAttempts(
  db: Db,
  eventId: string,
  filter: { entrantId: string; machineId?: string } | { id: string } | null = null,
): Promise<Attempt[]> {
  const condition =
    filter === null
      ? sql<boolean>`true`
      : 'id' in filter
        ? sql<boolean>`a.id = ${filter.id}`
        : filter.machineId === undefined
          ? sql<boolean>`a.entrant_id = ${filter.entrantId}`
          : sql<boolean>`a.entrant_id = ${filter.entrantId} AND a.machine_id = ${filter.machineId}`
  const { rows } = await sql<Required<Omit<Attempt, 'strokes' | 'value'>> & { strokes: number | null; value: number | null }>`
    SELECT a.id, a.entrant_id AS "entrantId", a.machine_id AS "machineId", a.value, a.strokes, ${epochMs('a.at')} AS at, a.rejected, a.pending,
      EXISTS (SELECT 1 FROM event_voids v WHERE v.attempt_id = a.id AND v.undone_at IS NULL) AS voided
    FROM event_attempts a WHERE a.event_id = ${eventId} AND ${condition}
  `.execute(db)
  return rows.map(({ value, strokes, ...attempt }) => ({
    ...attempt,
    ...(value === null ? {} : { value }),
    ...(strokes === null ? {} : { strokes }),
  }))
}

/** @returns false if the id was used before */
export async function insertAttempt(
  tx: Db,
  eventId: string,
  { id, entrantId, machineId, value, strokes, at, pending = false }: Attempt,
  fingerprint: string,
): Promise<boolean> {
  return returnsRow(
    tx
      .insertInto('event_attempts')
      .values({
        ...{ id, pending, fingerprint },
        value: value ?? null,
        event_id: eventId,
        entrant_id: entrantId,
        machine_id: machineId,
        strokes: strokes ?? null,
        at: new Date(at),
      })
      .onConflict(conflict => conflict.column('id').doNothing())
      .returning('id'),
  )
}

export async function wasEntered(db: Db, id: string, eventId: string, fingerprint: string): Promise<boolean> {
  return returnsRow(
    db
      .selectFrom('event_attempts')
      .select('id')
      .where(row => row.and({ id, event_id: eventId, fingerprint })),
  )
}

/** Copies a changed score to its attempt. @returns the event's id; null: the score is not an attempt */
export async function syncAttempt(
  tx: Db,
  id: string,
  { value, strokes, rejected, pending }: { value: number; strokes: number | null; rejected: boolean; pending?: boolean },
): Promise<string | null> {
  const attempt = await tx
    .updateTable('event_attempts')
    .set({ value, strokes, rejected, ...(pending === undefined ? {} : { pending }) })
    .where('id', '=', id)
    .returning('event_id')
    .executeTakeFirst()
  return attempt?.event_id ?? null
}

/** Locks an attempt until the transaction ends, so that a correction of its score and a void do not tell each other's state before. */
export async function lockAttempt(tx: Db, id: string): Promise<void> {
  await tx.selectFrom('event_attempts').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** @returns those of the given ids that were attempts, with their event's id */
export function deleteAttempts(tx: Db, ids: readonly string[]): Promise<{ id: string; eventId: string }[]> {
  return tx.deleteFrom('event_attempts').where('id', '=', anyOf(ids)).returning(['id', 'event_id as eventId']).execute()
}

export async function findEventOfAttempt(db: Db, id: string): Promise<string | null> {
  const attempt = await db.selectFrom('event_attempts').select('event_id').where('id', '=', id).executeTakeFirst()
  return attempt?.event_id ?? null
}

export async function acceptLateAttempt(tx: Db, id: string): Promise<void> {
  await tx.updateTable('event_attempts').set({ pending: false }).where('id', '=', id).execute()
}

export interface AttemptFilter {
  limit: number
  /** id of the last attempt of the previous page */
  before: string | null
  entrantId: string | null
  machineId: string | null
}

export interface AttemptRow extends Omit<Attempt, 'value' | 'strokes' | 'rejected' | 'voided' | 'pending'> {
  displayName: string
  value: number | null
  strokes: number | null
  rejected: boolean
  pending: boolean
  /** id of the latest void that covers the attempt */
  voidId: string | null
}

const ATTEMPT = sql<AttemptRow>`
  a.id, a.entrant_id AS "entrantId", coalesce(n.guest_name, u.display_name) AS "displayName", a.machine_id AS "machineId", a.value, a.strokes,
  ${epochMs('a.at')} AS at, a.rejected, a.pending,
  (SELECT v.id FROM event_voids v WHERE v.event_id = a.event_id AND v.undone_at IS NULL
    AND (v.attempt_id = a.id OR (v.machine_id = a.machine_id AND v.from_at <= a.at AND a.at < v.to_at)) ORDER BY v.id DESC LIMIT 1) AS "voidId"`
const FROM_ATTEMPTS = sql<never>`event_attempts a JOIN event_entrants n ON n.id = a.entrant_id LEFT JOIN user_cards u ON u.id = n.user_id`

/** Lists attempts that wait for the director first, then the latest. @throws DdpError 400 for an unknown `before` */
export async function listAttempts(db: Db, eventId: string, { limit, before, entrantId, machineId }: AttemptFilter): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    SELECT ${ATTEMPT} FROM ${FROM_ATTEMPTS}
    WHERE a.event_id = ${eventId} AND ${entrantId === null ? sql<boolean>`true` : sql<boolean>`a.entrant_id = ${entrantId}`}
      AND ${machineId === null ? sql<boolean>`true` : sql<boolean>`a.machine_id = ${machineId}`}
      AND ${before === null ? sql<boolean>`true` : sql<boolean>`(a.pending, a.at, a.id) < (SELECT b.pending, b.at, b.id FROM event_attempts b WHERE b.id = ${before} AND b.event_id = ${eventId})`}
    ORDER BY a.pending DESC, a.at DESC, a.id DESC LIMIT ${limit}
  `.execute(db)
  await checkCursor(rows, before, cursorId =>
    db.selectFrom('event_attempts').select('id').where('id', '=', cursorId).where('event_id', '=', eventId).execute(),
  )
  return rows
}

/** Returns those of the given attempts that the event has. */
export async function attemptsById(db: Db, eventId: string, ids: readonly string[]): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    SELECT ${ATTEMPT} FROM ${FROM_ATTEMPTS} WHERE a.event_id = ${eventId} AND a.id = ANY (${ids}::text[])
  `.execute(db)
  return rows
}
