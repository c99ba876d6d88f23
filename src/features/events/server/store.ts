import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { matchesPrefixes } from '../../../platform/db/text-search.ts'
import { unknownCursor } from '../../../platform/live/contract.ts'
import type { FoundEvent } from '../contract/documents.ts'
import type { EventFormat } from '../formats/registry.ts'
import { type EventState, stateAt } from '../rules/event-state.ts'

/** An event's row; times are in ms. */
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
  directorName: string
  /** empty: the account was deleted */
  directorUsername: string
  cancelled: boolean
  players: number
}

/** SQL for a timestamp column as ms since 1970. */
export const ms = (column: string): RawBuilder<number> => sql`(extract(epoch FROM ${sql.ref(column)}) * 1000)::bigint`

const EVENT = sql`
  e.id, e.receipt, e.name, e.description, e.venue, ${ms('e.starts_at')} AS "startsAt", ${ms('e.ends_at')} AS "endsAt", e.time_zone AS "timeZone", e.format,
  ARRAY(SELECT m.machine_id FROM event_machines m WHERE m.event_id = e.id ORDER BY m.ord) AS "machineIds", e.group_id AS "groupId",
  e.director_id AS "directorId", (SELECT u.display_name FROM users u WHERE u.id = e.director_id) AS "directorName",
  (SELECT coalesce(u.username, '') FROM users u WHERE u.id = e.director_id) AS "directorUsername", e.cancelled_at IS NOT NULL AS cancelled, (SELECT count(*) FROM event_entrants n WHERE n.event_id = e.id) AS players`

export async function eventById(db: Db, id: string): Promise<EventRow | null> {
  const { rows } = await sql<EventRow>`SELECT ${EVENT} FROM events e WHERE e.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Locks the event's row until the transaction ends: exclusively to change the event, shared to play in it. */
export async function lockEvent(tx: Db, id: string, how: 'to change' | 'to play'): Promise<EventRow | null> {
  await sql`SELECT 1 FROM events WHERE id = ${id} FOR ${how === 'to change' ? sql`NO KEY UPDATE` : sql`SHARE`}`.execute(tx)
  return eventById(tx, id)
}

export interface EventFilter {
  state: EventState | null
  limit: number
  before: string | null
  /** null: all events that everybody may see */
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

/** Returns those of the given events that match a list's filter. */
export async function eventsById(db: Db, ids: readonly string[], { state, groupId }: EventFilter, now: Date): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT ${EVENT} FROM events e
    WHERE e.id = ANY (${ids}::text[]) AND ${groupId === null ? PUBLIC : sql`e.group_id = ${groupId}`} AND ${inState(state, now)}
  `.execute(db)
  return rows
}

/** Lists upcoming events soonest first, all others latest first. @throws DdpError 400 for an unknown `before` */
export async function listEvents(db: Db, { state, limit, before, groupId }: EventFilter, now: Date): Promise<EventRow[]> {
  const soonest = state === 'upcoming'
  const { rows: found } = await sql`
    SELECT 1 FROM events e WHERE e.id = ${before} AND ${groupId === null ? PUBLIC : sql`e.group_id = ${groupId}`}
  `.execute(db)
  if (before !== null && found.length === 0) throw unknownCursor()
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

/**
 * Finds events whose name or venue has words that begin with the words of the text. Live events come first, then upcoming ones, then
 * finished ones, each sorted by how near their start is. Events of private groups are found only by members, cancelled events by nobody.
 */
export async function searchEvents(db: Db, text: string, userId: string | null, limit: number, now: Date): Promise<FoundEvent[]> {
  const { rows } = await sql<EventRow>`
    SELECT ${EVENT} FROM events e
    WHERE ${matchesPrefixes(sql.ref('e.search'), text)} AND e.cancelled_at IS NULL AND (${PUBLIC} OR EXISTS (
      SELECT 1 FROM group_members m JOIN groups g ON g.id = m.group_id AND g.removed_at IS NULL WHERE m.group_id = e.group_id AND m.user_id = ${userId}))
    ORDER BY e.ends_at > ${now} DESC, e.starts_at <= ${now} AND e.ends_at > ${now} DESC, abs(extract(epoch FROM e.starts_at - ${now}::timestamptz)), e.id
    LIMIT ${limit}
  `.execute(db)
  return rows.map(event => ({ eventId: event.id, name: event.name, state: stateAt(event, now.getTime()) }))
}

/** Returns when the next event begins or ends (ms); null: none will. */
export async function nextTurn(db: Db, now: Date): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    SELECT (extract(epoch FROM least(
      (SELECT min(starts_at) FROM events WHERE starts_at > ${now}), (SELECT min(ends_at) FROM events WHERE ends_at > ${now}))) * 1000)::bigint AS at
  `.execute(db)
  return rows[0]!.at
}

/** Returns the events that began or ended after `from`, up to and including `to`. */
export async function turnedBetween(db: Db, from: Date, to: Date): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT ${EVENT} FROM events e WHERE e.cancelled_at IS NULL
      AND ((e.starts_at > ${from} AND e.starts_at <= ${to}) OR (e.ends_at > ${from} AND e.ends_at <= ${to}))
  `.execute(db)
  return rows
}

export interface NewEventRow extends Omit<EventRow, 'receipt' | 'cancelled' | 'players' | 'directorName' | 'directorUsername'> {
  fingerprint: string
}

/** @returns false if the id was used before */
export async function insertEvent(tx: Db, event: NewEventRow): Promise<boolean> {
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
  /** since when the machine is out of order (ms); null: it is in order */
  brokenAt: number | null
}

export async function eventMachines(db: Db, eventId: string): Promise<EventMachineRow[]> {
  const { rows } = await sql<EventMachineRow>`
    SELECT e.machine_id AS "machineId", m.name, e.ord AS order, ${ms('e.broken_at')} AS "brokenAt" FROM event_machines e JOIN machines m ON m.id = e.machine_id
    WHERE e.event_id = ${eventId} ORDER BY e.ord
  `.execute(db)
  return rows
}

/** @param since when the machine went out of order; null: it is in order. @returns true if that changed */
export async function setBroken(tx: Db, eventId: string, machineId: string, since: Date | null): Promise<boolean> {
  const { rows } = await sql`
    UPDATE event_machines SET broken_at = ${since} WHERE event_id = ${eventId} AND machine_id = ${machineId} AND (broken_at IS NULL) <> ${since === null}
    RETURNING 1
  `.execute(tx)
  return rows.length > 0
}

/** True once the event has attempts or rounds; its format and machines can then no longer be changed. */
export async function hasBegun(db: Db, eventId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 WHERE EXISTS (SELECT 1 FROM event_attempts WHERE event_id = ${eventId}) OR EXISTS (SELECT 1 FROM event_rounds WHERE event_id = ${eventId})
  `.execute(db)
  return rows.length > 0
}
