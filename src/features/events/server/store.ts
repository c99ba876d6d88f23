import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Attempt, VoidWindow } from '../rules/attempts.ts'
import type { EventFormat } from '../rules/format.ts'
import type { EventState } from '../rules/state.ts'

/** Times in ms. */
export interface EventRow {
  id: string
  receipt: number
  name: string
  description: string
  venue: string
  startsAt: number
  endsAt: number
  timeZone: string
  format: EventFormat
  machineIds: string[]
  groupId: string | null
  directorId: string
  cancelled: boolean
  players: number
}

const ms = (column: string): RawBuilder<number> => sql`(extract(epoch FROM ${sql.ref(column)}) * 1000)::bigint`

const EVENT = sql`
  e.id, e.receipt, e.name, e.description, e.venue, ${ms('e.starts_at')} AS "startsAt", ${ms('e.ends_at')} AS "endsAt", e.time_zone AS "timeZone", e.format,
  ARRAY(SELECT m.machine_id FROM event_machines m WHERE m.event_id = e.id ORDER BY m.ord) AS "machineIds", e.group_id AS "groupId",
  e.director_id AS "directorId", e.cancelled_at IS NOT NULL AS cancelled, (SELECT count(*) FROM event_entrants n WHERE n.event_id = e.id) AS players`

export async function eventById(db: Db, id: string): Promise<EventRow | null> {
  const { rows } = await sql<EventRow>`SELECT ${EVENT} FROM events e WHERE e.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Held until the transaction ends: by who changes the event alone, by who plays in it together with others who do. */
export async function lockEvent(tx: Db, id: string, how: 'to change' | 'to play'): Promise<EventRow | null> {
  await sql`SELECT 1 FROM events WHERE id = ${id} FOR ${how === 'to change' ? sql`NO KEY UPDATE` : sql`SHARE`}`.execute(tx)
  return eventById(tx, id)
}

export interface EventFilter {
  state: EventState | null
  limit: number
  before: string | null
  /** null: all that everybody may see */
  groupId: string | null
}

const PUBLIC = sql`(e.group_id IS NULL OR EXISTS (SELECT 1 FROM groups g WHERE g.id = e.group_id AND g.visibility = 'public' AND g.removed_at IS NULL))`

function inState(state: EventState | null, now: Date): RawBuilder<unknown> {
  switch (state) {
    case null:
      return sql`true`
    case 'cancelled':
      return sql`e.cancelled_at IS NOT NULL`
    case 'upcoming':
      return sql`e.cancelled_at IS NULL AND e.starts_at > ${now}`
    case 'live':
      return sql`e.cancelled_at IS NULL AND e.starts_at <= ${now} AND e.ends_at > ${now}`
    case 'finished':
      return sql`e.cancelled_at IS NULL AND e.ends_at <= ${now}`
  }
}

/** What is to come the soonest first, everything else the latest first. */
export async function listEvents(db: Db, { state, limit, before, groupId }: EventFilter, now: Date): Promise<EventRow[]> {
  const soonest = state === 'upcoming'
  const cursor =
    before === null
      ? sql`true`
      : sql`(e.starts_at, e.id) ${soonest ? sql`>` : sql`<`} (SELECT b.starts_at, b.id FROM events b WHERE b.id = ${before})`
  const { rows } = await sql<EventRow>`
    SELECT ${EVENT} FROM events e WHERE ${groupId === null ? PUBLIC : sql`e.group_id = ${groupId}`} AND ${inState(state, now)} AND ${cursor}
    ORDER BY e.starts_at ${soonest ? sql`ASC, e.id ASC` : sql`DESC, e.id DESC`} LIMIT ${limit}
  `.execute(db)
  return rows
}

/** When an event begins or ends next, ms; null: none will. */
export async function nextTurn(db: Db, now: Date): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    SELECT (extract(epoch FROM least(
      (SELECT min(starts_at) FROM events WHERE starts_at > ${now}), (SELECT min(ends_at) FROM events WHERE ends_at > ${now}))) * 1000)::bigint AS at
  `.execute(db)
  return rows[0]!.at
}

export interface NewEvent extends Omit<EventRow, 'receipt' | 'cancelled' | 'players'> {
  fingerprint: string
}

/** @returns false when the id was used before */
export async function insertEvent(tx: Db, event: NewEvent): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO events (id, name, description, venue, starts_at, ends_at, time_zone, format, group_id, director_id, fingerprint)
    VALUES (${event.id}, ${event.name}, ${event.description}, ${event.venue}, ${new Date(event.startsAt)}, ${new Date(event.endsAt)}, ${event.timeZone},
      ${JSON.stringify(event.format)}::jsonb, ${event.groupId}, ${event.directorId}, ${event.fingerprint})
    ON CONFLICT (id) DO NOTHING RETURNING 1
  `.execute(tx)
  if (rows.length === 0) return false
  await setMachines(tx, event.id, event.machineIds)
  return true
}

export async function wasAdded(db: Db, id: string, directorId: string, fingerprint: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM events WHERE id = ${id} AND director_id = ${directorId} AND fingerprint = ${fingerprint}
  `.execute(db)
  return rows.length > 0
}

export async function setMachines(tx: Db, eventId: string, machineIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM event_machines WHERE event_id = ${eventId}`.execute(tx)
  await sql`
    INSERT INTO event_machines (event_id, machine_id, ord)
    SELECT ${eventId}, m.id, m.ord FROM unnest(${machineIds}::text[]) WITH ORDINALITY AS m (id, ord)
  `.execute(tx)
}

export async function updateEvent(tx: Db, event: EventRow): Promise<void> {
  await sql`
    UPDATE events SET name = ${event.name}, description = ${event.description}, venue = ${event.venue}, starts_at = ${new Date(event.startsAt)},
      ends_at = ${new Date(event.endsAt)}, time_zone = ${event.timeZone}, format = ${JSON.stringify(event.format)}::jsonb WHERE id = ${event.id}
  `.execute(tx)
}

export async function cancelEvent(tx: Db, id: string): Promise<void> {
  await sql`UPDATE events SET cancelled_at = now() WHERE id = ${id}`.execute(tx)
}

export interface EventMachineRow {
  machineId: string
  name: string
  order: number
  active: boolean
}

export async function machinesOf(db: Db, eventId: string): Promise<EventMachineRow[]> {
  const { rows } = await sql<EventMachineRow>`
    SELECT e.machine_id AS "machineId", m.name, e.ord AS order, e.active FROM event_machines e JOIN machines m ON m.id = e.machine_id
    WHERE e.event_id = ${eventId} ORDER BY e.ord
  `.execute(db)
  return rows
}

export async function hasAttempts(db: Db, eventId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM event_attempts WHERE event_id = ${eventId} LIMIT 1`.execute(db)
  return rows.length > 0
}

export interface EntrantRow {
  id: string
  /** null: a guest */
  userId: string | null
  username: string | null
  displayName: string
}

export async function entrantsOf(db: Db, eventId: string): Promise<EntrantRow[]> {
  const { rows } = await sql<EntrantRow>`
    SELECT n.id, n.user_id AS "userId", u.username, coalesce(n.guest_name, u.display_name) AS "displayName"
    FROM event_entrants n LEFT JOIN users u ON u.id = n.user_id WHERE n.event_id = ${eventId}
  `.execute(db)
  return rows
}

/** @returns the entrant, held; it is made where there is none yet, under the id given */
export async function enterPlayer(tx: Db, eventId: string, userId: string, id: string): Promise<{ id: string; fresh: boolean }> {
  const { rows } = await sql<{ id: string; fresh: boolean }>`
    INSERT INTO event_entrants (id, event_id, user_id) VALUES (${id}, ${eventId}, ${userId})
    ON CONFLICT (event_id, user_id) DO UPDATE SET user_id = excluded.user_id RETURNING id, (xmax = 0) AS fresh
  `.execute(tx)
  return rows[0]!
}

/** @returns false when the id was used before */
export async function insertGuest(tx: Db, eventId: string, id: string, name: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO event_entrants (id, event_id, guest_name) VALUES (${id}, ${eventId}, ${name}) ON CONFLICT (id) DO NOTHING RETURNING 1
  `.execute(tx)
  return rows.length > 0
}

/** An entrant of an event with its row held. */
export async function lockEntrant(
  tx: Db,
  eventId: string,
  id: string,
): Promise<{ userId: string | null; guestName: string | null } | null> {
  const { rows } = await sql<{ userId: string | null; guestName: string | null }>`
    SELECT user_id AS "userId", guest_name AS "guestName" FROM event_entrants WHERE event_id = ${eventId} AND id = ${id} FOR NO KEY UPDATE
  `.execute(tx)
  return rows[0] ?? null
}

/** @returns their ids: at most one */
export async function deleteEntrant(tx: Db, eventId: string, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM event_entrants n WHERE n.event_id = ${eventId} AND n.user_id = ${userId}
      AND NOT EXISTS (SELECT 1 FROM event_attempts a WHERE a.entrant_id = n.id) RETURNING n.id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export async function isEntrant(db: Db, eventId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM event_entrants WHERE event_id = ${eventId} AND user_id = ${userId}`.execute(db)
  return rows.length > 0
}

/** @param which those of one entrant on one machine, or one of them; left out: all */
export async function attemptsOf(
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

export async function windowsOf(db: Db, eventId: string): Promise<VoidWindow[]> {
  const { rows } = await sql<VoidWindow>`
    SELECT id, machine_id AS "machineId", ${ms('from_at')} AS from, ${ms('to_at')} AS to FROM event_voids
    WHERE event_id = ${eventId} AND machine_id IS NOT NULL AND undone_at IS NULL
  `.execute(db)
  return rows
}

/** @returns false when the id was used before */
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

/** What a score says now of its attempt. @returns the event's id; null: it is no attempt */
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

/** @returns of those that were attempts, the event's id */
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

export interface NewVoid {
  id: string
  eventId: string
  attemptId: string | null
  window: Omit<VoidWindow, 'id'> | null
  by: string
  fingerprint: string
}

/** @returns false when the id was used before */
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

/** With its row held. */
export async function lockVoid(tx: Db, eventId: string, id: string): Promise<VoidRow | null> {
  const { rows } = await sql<VoidRow>`
    SELECT attempt_id AS "attemptId", undone_at IS NOT NULL AS undone FROM event_voids WHERE event_id = ${eventId} AND id = ${id} FOR NO KEY UPDATE
  `.execute(tx)
  return rows[0] ?? null
}

export async function undoVoid(tx: Db, id: string): Promise<void> {
  await sql`UPDATE event_voids SET undone_at = now() WHERE id = ${id}`.execute(tx)
}
