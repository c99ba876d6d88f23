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
export const ms = (column: string): RawBuilder<number> => sql<number>`(extract(epoch FROM ${sql.ref(column)}) * 1000)::bigint`

const EVENT = sql<EventRow>`
  e.id, e.receipt, e.name, e.description, e.venue, ${ms('e.starts_at')} AS "startsAt", ${ms('e.ends_at')} AS "endsAt", e.time_zone AS "timeZone", e.format,
  ARRAY(SELECT m.machine_id FROM event_machines m WHERE m.event_id = e.id ORDER BY m.ord) AS "machineIds", e.group_id AS "groupId",
  e.director_id AS "directorId", (SELECT u.display_name FROM user_cards u WHERE u.id = e.director_id) AS "directorName",
  (SELECT coalesce(u.username, '') FROM user_cards u WHERE u.id = e.director_id) AS "directorUsername", e.cancelled_at IS NOT NULL AS cancelled, (SELECT count(*) FROM event_entrants n WHERE n.event_id = e.id) AS players`

export async function eventById(db: Db, id: string): Promise<EventRow | null> {
  const { rows } = await sql<EventRow>`SELECT ${EVENT} FROM events e WHERE e.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Locks the event's row until the transaction ends: exclusively to change the event, shared to play in it. */
export async function lockEvent(tx: Db, id: string, how: 'to change' | 'to play'): Promise<EventRow | null> {
  const event = tx.selectFrom('events').select('id').where('id', '=', id)
  await (how === 'to change' ? event.forNoKeyUpdate() : event.forShare()).execute()
  return eventById(tx, id)
}

export interface EventFilter {
  state: EventState | null
  limit: number
  before: string | null
  /** null: all events that everybody may see */
  groupId: string | null
}

const PUBLIC = sql<boolean>`(e.group_id IS NULL OR EXISTS (SELECT 1 FROM group_cards g WHERE g.id = e.group_id AND g.visibility = 'public'))`

function inState(state: EventState | null, now: Date): RawBuilder<boolean> {
  switch (state) {
    case null:
      return sql<boolean>`true`
    case 'cancelled':
      return sql<boolean>`e.cancelled_at IS NOT NULL`
    case 'upcoming':
      return sql<boolean>`e.cancelled_at IS NULL AND e.starts_at > ${now}`
    case 'live':
      return sql<boolean>`e.cancelled_at IS NULL AND e.starts_at <= ${now} AND e.ends_at > ${now}`
    case 'finished':
      return sql<boolean>`e.cancelled_at IS NULL AND e.ends_at <= ${now}`
  }
}

/** Returns those of the given events that match a list's filter. */
export async function eventsById(db: Db, ids: readonly string[], { state, groupId }: EventFilter, now: Date): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT ${EVENT} FROM events e
    WHERE e.id = ANY (${ids}::text[]) AND ${groupId === null ? PUBLIC : sql<boolean>`e.group_id = ${groupId}`} AND ${inState(state, now)}
  `.execute(db)
  return rows
}

/** Lists upcoming events soonest first, all others latest first. @throws DdpError 400 for an unknown `before` */
export async function listEvents(db: Db, { state, limit, before, groupId }: EventFilter, now: Date): Promise<EventRow[]> {
  const soonest = state === 'upcoming'
  const { rows: found } = await sql<{ id: string }>`
    SELECT e.id FROM events e WHERE e.id = ${before} AND ${groupId === null ? PUBLIC : sql<boolean>`e.group_id = ${groupId}`}
  `.execute(db)
  if (before !== null && found.length === 0) throw unknownCursor()
  const cursor =
    before === null
      ? sql<boolean>`true`
      : sql<boolean>`(e.starts_at, e.id) ${soonest ? sql<never>`>` : sql<never>`<`} (SELECT b.starts_at, b.id FROM events b WHERE b.id = ${before})`
  const { rows } = await sql<EventRow>`
    SELECT ${EVENT} FROM events e WHERE ${groupId === null ? PUBLIC : sql<boolean>`e.group_id = ${groupId}`} AND ${inState(state, now)} AND ${cursor}
    ORDER BY e.starts_at ${soonest ? sql<never>`ASC, e.id ASC` : sql<never>`DESC, e.id DESC`} LIMIT ${limit}
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
    WHERE ${matchesPrefixes(sql.ref<string>('e.search'), text)} AND e.cancelled_at IS NULL AND (${PUBLIC} OR EXISTS (
      SELECT 1 FROM group_memberships m JOIN group_cards g ON g.id = m.group_id WHERE m.group_id = e.group_id AND m.user_id = ${userId}))
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
  const inserted = await tx
    .insertInto('events')
    .values({ id: event.id, ...eventValues(event), group_id: event.groupId, director_id: event.directorId, fingerprint: event.fingerprint })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) return false
  await setMachines(tx, event.id, event.machineIds)
  return true
}

type EventValues = Pick<EventRow, 'name' | 'description' | 'venue' | 'startsAt' | 'endsAt' | 'timeZone' | 'format'>

/** The columns of an event that its director may change. */
const eventValues = ({ name, description, venue, startsAt, endsAt, timeZone, format }: EventValues) => ({
  name,
  description,
  venue,
  starts_at: new Date(startsAt),
  ends_at: new Date(endsAt),
  time_zone: timeZone,
  format: JSON.stringify(format),
})

export async function wasAdded(db: Db, id: string, directorId: string, fingerprint: string): Promise<boolean> {
  const event = await db
    .selectFrom('events')
    .select('id')
    .where('id', '=', id)
    .where('director_id', '=', directorId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return event !== undefined
}

export async function setMachines(tx: Db, eventId: string, machineIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('event_machines').where('event_id', '=', eventId).execute()
  await sql<never>`
    INSERT INTO event_machines (event_id, machine_id, ord)
    SELECT ${eventId}, m.id, m.ord FROM unnest(${machineIds}::text[]) WITH ORDINALITY AS m (id, ord)
  `.execute(tx)
}

export async function updateEvent(tx: Db, event: EventRow): Promise<void> {
  await tx.updateTable('events').set(eventValues(event)).where('id', '=', event.id).execute()
}

export async function cancelEvent(tx: Db, id: string): Promise<void> {
  await tx.updateTable('events').set({ cancelled_at: sql<Date>`now()` }).where('id', '=', id).execute()
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
    SELECT e.machine_id AS "machineId", m.name, e.ord AS order, ${ms('e.broken_at')} AS "brokenAt" FROM event_machines e JOIN machine_cards m ON m.id = e.machine_id
    WHERE e.event_id = ${eventId} ORDER BY e.ord
  `.execute(db)
  return rows
}

/** @param since when the machine went out of order; null: it is in order. @returns true if that changed */
export async function setBroken(tx: Db, eventId: string, machineId: string, since: Date | null): Promise<boolean> {
  const changed = await tx
    .updateTable('event_machines')
    .set({ broken_at: since })
    .where('event_id', '=', eventId)
    .where('machine_id', '=', machineId)
    .where('broken_at', since === null ? 'is not' : 'is', null)
    .returning('machine_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** True once the event has attempts or rounds; its format and machines can then no longer be changed. */
export async function hasBegun(db: Db, eventId: string): Promise<boolean> {
  const { rows } = await sql<{ begun: boolean }>`
    SELECT EXISTS (SELECT 1 FROM event_attempts WHERE event_id = ${eventId}) OR EXISTS (SELECT 1 FROM event_rounds WHERE event_id = ${eventId}) AS begun
  `.execute(db)
  return rows[0]!.begun
}
