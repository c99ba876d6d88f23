import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import { type RecordRow, recordColumns } from '#platform/db/record-columns.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { SearchTextRow } from '#platform/db/search-texts.ts'
import { matchesWords, preparedSearch } from '#platform/db/text-search.ts'
import { unknownCursor } from '#platform/live/contract.ts'
import { searchText } from '#platform/text/fold.ts'
import type { EventStaffMember, FoundEvent } from '../contract/documents.ts'
import { EVENT_FIELDS, type EventInput } from '../contract/event-fields.ts'
import { type EventState, stateAt } from '../rules/event-state.ts'
import { STAGES, type StageRow } from './stages.ts'

export const EVENT_COLUMNS = recordColumns('events', 'e', EVENT_FIELDS)

/** An event's row; times are in ms. */
export interface EventRow extends RecordRow<typeof EVENT_FIELDS> {
  id: string
  receipt: number
  /** the real end, while `endsAt` is the planned one; null: the director has not ended the event yet, which the clock does not end either */
  finishesAt: number | null
  groupId: string | null
  directorId: string
  directorName: string
  /** empty: the account was deleted */
  directorUsername: string
  cancelled: boolean
  /** those who have a place */
  players: number
  staff: EventStaffMember[]
  /** true: everybody may see it, but the lists for everybody show it only once another player has entered it */
  unlisted: boolean
  /** true: only those who direct the event see the standings */
  standingsHeld: boolean
  /** the group of the venue, on which depends who sees the venue; null: it has none */
  venueGroupId: string | null
  /** true: whoever sees the event may see the venue */
  venueShown: boolean
  /** null: the event has no venue, or that was removed */
  venueSlug: string | null
  /** the event from whose standings its players come; null: it is no final */
  qualifyingId: string | null
  /** the best place that it is played for, 1 in an A final; null: it is no final */
  finalFrom: number | null
  /** the events that belong together as qualifying and finals, this one among them, as they follow each other; one: there are no others */
  stages: StageRow[]
}

/** SQL: true if everybody may see the event `e`. */
export const isPublicEvent = sql<boolean>`(e.group_id IS NULL OR EXISTS (SELECT 1 FROM group_cards g WHERE g.id = e.group_id AND g.visibility = 'public'))`

/** SQL: true if the event `e` has been entered by another player, or never had to wait for one. */
const isTrustedEvent = sql<boolean>`(e.listed_at_once OR EXISTS (SELECT 1 FROM event_entrants n WHERE n.event_id = e.id AND n.by_self AND n.user_id <> e.director_id))`

/** SQL: true if the lists for everybody show the event `e`. */
export const isListedEvent = sql<boolean>`(${isPublicEvent} AND ${isTrustedEvent})`

const FROM_EVENTS = sql<never>`events e LEFT JOIN venue_cards v ON v.id = e.venue_id`

const EVENT = sql<EventRow>`
  e.id, e.receipt, ${EVENT_COLUMNS.select}, ${epochMs('e.finishes_at')} AS "finishesAt",
  ARRAY(SELECT m.machine_id FROM event_machines m WHERE m.event_id = e.id ORDER BY m.ord) AS "machineIds", e.group_id AS "groupId",
  e.director_id AS "directorId", (SELECT u.display_name FROM user_cards u WHERE u.id = e.director_id) AS "directorName",
  (SELECT coalesce(u.username, '') FROM user_cards u WHERE u.id = e.director_id) AS "directorUsername",
  coalesce((SELECT jsonb_agg(jsonb_build_object('userId', s.user_id, 'username', coalesce(u.username, ''), 'displayName', u.display_name, 'role', s.role)
    || CASE WHEN u.avatar IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('avatar', u.avatar) END
    ORDER BY u.display_name, s.user_id) FROM event_staff s JOIN player_cards u ON u.id = s.user_id WHERE s.event_id = e.id), '[]') AS staff, (${isPublicEvent} AND NOT ${isTrustedEvent}) AS unlisted,
  e.qualifying_id AS "qualifyingId", e.final_from AS "finalFrom", ${STAGES} AS stages,
  v.group_id AS "venueGroupId", v.slug AS "venueSlug", coalesce(v.is_public OR v.group_id = e.group_id, false) AS "venueShown",
  e.cancelled_at IS NOT NULL AS cancelled, e.standings_held AS "standingsHeld", (SELECT count(*) FROM event_entrants n WHERE n.event_id = e.id AND n.waiting_since IS NULL) AS players`

/** Returns what the director has filled in, as everybody sees it who sees the event: without a venue that some of them may not see. */
export const shownEventValues = (event: EventRow): EventInput => ({
  ...EVENT_COLUMNS.read(event),
  venueId: event.venueShown ? event.venueId : null,
})

export async function eventById(db: Db, id: string): Promise<EventRow | null> {
  const { rows } = await sql<EventRow>`SELECT ${EVENT} FROM ${FROM_EVENTS} WHERE e.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Returns the id of the venue that an event names; null: it names none, or there is no such event. */
export async function findVenueOfEvent(db: Db, id: string): Promise<string | null> {
  const event = await db.selectFrom('events').select('venue_id').where('id', '=', id).executeTakeFirst()
  return event?.venue_id ?? null
}

/** Returns the time zone of an event; null: there is no such event. */
export async function findTimeZone(db: Db, id: string): Promise<string | null> {
  const event = await db.selectFrom('events').select('time_zone').where('id', '=', id).executeTakeFirst()
  return event?.time_zone ?? null
}

/** Locks the event's row until the transaction ends: exclusively to change the event, shared to play in it. */
export async function lockEvent(tx: Db, id: string, how: 'to change' | 'to play'): Promise<EventRow | null> {
  const event = tx.selectFrom('events').select('id').where('id', '=', id)
  await (how === 'to change' ? event.forNoKeyUpdate() : event.forShare()).execute()
  return eventById(tx, id)
}

/** Locks events until the transaction ends, to change them. Their order is that of their ids, so that no two transactions wait for each other. */
export async function lockEvents(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.selectFrom('events').select('id').where('id', '=', anyOf(ids)).orderBy('id').forNoKeyUpdate().execute()
}

/** Returns the id of the event that a check-in code belongs to; null: of none. */
export async function findEventByCheckInCode(db: Db, code: string): Promise<string | null> {
  const event = await db.selectFrom('events').select('id').where('check_in_code', '=', code).executeTakeFirst()
  return event?.id ?? null
}

export interface EventFilter {
  state: EventState | null
  limit: number
  before: string | null
  /** null: all events that the lists for everybody show */
  groupId: string | null
  /** only events at this venue, those of its group too; null: anywhere */
  venue: { id: string; groupId: string | null } | null
}

/** SQL: true if the event `e` may be in a list. */
function isInScope({ groupId, venue }: Pick<EventFilter, 'groupId' | 'venue'>): RawBuilder<boolean> {
  const isShown = groupId === null ? isListedEvent : sql<boolean>`e.group_id = ${groupId}`
  if (venue === null) return isShown
  const ofVenue = venue.groupId === null || groupId !== null ? isShown : sql<boolean>`(${isShown} OR e.group_id = ${venue.groupId})`
  return sql<boolean>`(e.venue_id = ${venue.id} AND ${ofVenue})`
}

/** True before the real end of an event, which may have none yet. */
const isUnfinished = (now: Date): RawBuilder<boolean> => sql<boolean>`(e.finishes_at IS NULL OR e.finishes_at > ${now})`

function inState(state: EventState | null, now: Date): RawBuilder<boolean> {
  switch (state) {
    case null:
      return sql<boolean>`true`
    case 'cancelled':
      return sql<boolean>`e.cancelled_at IS NOT NULL`
    case 'upcoming':
      return sql<boolean>`e.cancelled_at IS NULL AND e.starts_at > ${now}`
    case 'live':
      return sql<boolean>`e.cancelled_at IS NULL AND e.starts_at <= ${now} AND ${isUnfinished(now)}`
    case 'finished':
      return sql<boolean>`e.cancelled_at IS NULL AND NOT ${isUnfinished(now)}`
  }
}

/** Returns those of the given events that match a list's filter. */
export async function eventsById(db: Db, ids: readonly string[], { state, ...scope }: EventFilter, now: Date): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT ${EVENT} FROM ${FROM_EVENTS} WHERE e.id = ANY (${ids}::text[]) AND ${isInScope(scope)} AND ${inState(state, now)}
  `.execute(db)
  return rows
}

/** Lists upcoming events soonest first, all others latest first. @throws DdpError 400 for an unknown `before` */
export async function listEvents(db: Db, { state, limit, before, ...scope }: EventFilter, now: Date): Promise<EventRow[]> {
  const soonest = state === 'upcoming'
  if (before !== null) {
    const { rows: found } = await sql<{ id: string }>`
      SELECT e.id FROM events e WHERE e.id = ${before} AND ${isInScope(scope)}
    `.execute(db)
    if (found.length === 0) throw unknownCursor()
  }
  const cursor =
    before === null
      ? sql<boolean>`true`
      : sql<boolean>`(e.starts_at, e.id) ${soonest ? sql<never>`>` : sql<never>`<`} (SELECT b.starts_at, b.id FROM events b WHERE b.id = ${before})`
  const { rows } = await sql<EventRow>`
    SELECT ${EVENT} FROM ${FROM_EVENTS} WHERE ${isInScope(scope)} AND ${inState(state, now)} AND ${cursor}
    ORDER BY e.starts_at ${soonest ? sql<never>`ASC, e.id ASC` : sql<never>`DESC, e.id DESC`} LIMIT ${limit}
  `.execute(db)
  return rows
}

/**
 * Finds events whose name or venue has words that begin with the words of the text. Live events come first, then upcoming ones, then
 * finished ones, each sorted by how near their start is. Events of private groups are found only by members, cancelled events by nobody.
 */
export async function searchEvents(db: Db, text: string, userId: string | null, limit: number, now: Date): Promise<FoundEvent[]> {
  const { rows } = await sql<{ eventId: string; name: string; startsAt: number; finishesAt: number | null }>`${preparedSearch(text)}
    SELECT e.id AS "eventId", e.name, ${epochMs('e.starts_at')} AS "startsAt", ${epochMs('e.finishes_at')} AS "finishesAt" FROM events e
    WHERE ${matchesWords(sql.ref<string>('e.search'), text)} AND e.cancelled_at IS NULL AND (${isListedEvent} OR EXISTS (
      SELECT 1 FROM group_memberships m JOIN group_cards g ON g.id = m.group_id WHERE m.group_id = e.group_id AND m.user_id = ${userId}))
    ORDER BY ${isUnfinished(now)} DESC, e.starts_at <= ${now} AND ${isUnfinished(now)} DESC, abs(extract(epoch FROM e.starts_at - ${now}::timestamptz)), e.id
    LIMIT ${limit}
  `.execute(db)
  return rows.map(({ eventId, name, ...times }) => ({ eventId, name, state: stateAt(times, now.getTime()) }))
}

/** Returns when the next event begins or ends (ms); null: none will. */
export async function nextTransition(db: Db, now: Date): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    SELECT (extract(epoch FROM least(
      (SELECT min(starts_at) FROM events WHERE starts_at > ${now}), (SELECT min(finishes_at) FROM events WHERE finishes_at > ${now}))) * 1000)::bigint AS at
  `.execute(db)
  return rows[0]!.at
}

/** Returns the events that began or ended after `from`, up to and including `to`. */
export async function listTransitionsBetween(db: Db, from: Date, to: Date): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT ${EVENT} FROM ${FROM_EVENTS} WHERE e.cancelled_at IS NULL
      AND ((e.starts_at > ${from} AND e.starts_at <= ${to}) OR (e.finishes_at > ${from} AND e.finishes_at <= ${to}))
  `.execute(db)
  return rows
}

export interface NewEventRow
  extends Omit<
    EventRow,
    | 'receipt'
    | 'cancelled'
    | 'players'
    | 'staff'
    | 'directorName'
    | 'directorUsername'
    | 'unlisted'
    | 'standingsHeld'
    | 'venueGroupId'
    | 'venueShown'
    | 'venueSlug'
    | 'qualifyingId'
    | 'finalFrom'
    | 'stages'
  > {
  qualifyingId?: string
  finalFrom?: number
  fingerprint: string
  /** false: the lists for everybody show it once another player has entered it */
  listedAtOnce: boolean
}

/** @returns false if the id was used before */
export async function insertEvent(tx: Db, event: NewEventRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('events')
    .values({
      id: event.id,
      ...eventValues(event),
      group_id: event.groupId,
      director_id: event.directorId,
      made_by: event.directorId,
      listed_at_once: event.listedAtOnce,
      fingerprint: event.fingerprint,
      qualifying_id: event.qualifyingId ?? null,
      final_from: event.finalFrom ?? null,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) return false
  await setMachines(tx, event.id, event.machineIds, new Date(event.startsAt))
  return true
}

/** The columns of an event that its director may change. */
const eventValues = (event: RecordRow<typeof EVENT_FIELDS> & Pick<EventRow, 'finishesAt'>) => ({
  ...EVENT_COLUMNS.values(event),
  search: searchText([event.name, event.venue]),
  finishes_at: event.finishesAt === null ? null : new Date(event.finishesAt),
})

/** Reads and locks events in the order of their ids, for their search texts. */
export async function readEventSearchTexts(tx: Db, after: string, limit: number): Promise<SearchTextRow[]> {
  const events = await tx
    .selectFrom('events')
    .select(['id', 'search', 'name', 'venue'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute()
  return events.map(({ id, search, name, venue }) => ({ id, search, folded: searchText([name, venue]) }))
}

export async function wasAdded(db: Db, id: string, madeBy: string, fingerprint: string): Promise<boolean> {
  return returnsRow(
    db
      .selectFrom('events')
      .select('id')
      .where(row => row.and({ id, made_by: madeBy, fingerprint })),
  )
}

/**
 * Sets the event's machines and their order. One that is left out is removed, unless something was played on it: then it stays, out of
 * order from now on.
 */
export async function setMachines(tx: Db, eventId: string, machineIds: readonly string[], now: Date): Promise<void> {
  await sql<never>`
    DELETE FROM event_machines m WHERE m.event_id = ${eventId} AND m.machine_id <> ALL (${machineIds}::text[])
      AND NOT EXISTS (SELECT 1 FROM event_attempts a WHERE a.event_id = m.event_id AND a.machine_id = m.machine_id)
      AND NOT EXISTS (SELECT 1 FROM event_rounds r JOIN event_groups g ON g.round_id = r.id JOIN event_games p ON p.group_id = g.id
        WHERE r.event_id = m.event_id AND p.machine_id = m.machine_id)
  `.execute(tx)
  await sql<never>`
    UPDATE event_machines SET broken_at = coalesce(broken_at, ${now}), ord = ord + ${machineIds.length}
    WHERE event_id = ${eventId} AND machine_id <> ALL (${machineIds}::text[])
  `.execute(tx)
  await sql<never>`
    INSERT INTO event_machines (event_id, machine_id, ord)
    SELECT ${eventId}, m.id, m.ord FROM unnest(${machineIds}::text[]) WITH ORDINALITY AS m (id, ord)
    ON CONFLICT (event_id, machine_id) DO UPDATE SET ord = excluded.ord
  `.execute(tx)
}

export async function updateEvent(tx: Db, event: EventRow): Promise<void> {
  await tx.updateTable('events').set(eventValues(event)).where('id', '=', event.id).execute()
}

export async function setCancelled(tx: Db, id: string): Promise<void> {
  await tx.updateTable('events').set({ cancelled_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

export async function setDirector(tx: Db, id: string, directorId: string): Promise<void> {
  await tx.updateTable('events').set({ director_id: directorId }).where('id', '=', id).execute()
}

/** @returns true if that changed */
export async function setStandingsHeld(tx: Db, id: string, held: boolean): Promise<boolean> {
  return returnsRow(
    tx
      .updateTable('events')
      .set({ standings_held: held })
      .where(row => row.and({ id, standings_held: !held }))
      .returning('id'),
  )
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
    SELECT e.machine_id AS "machineId", m.name, e.ord AS order, ${epochMs('e.broken_at')} AS "brokenAt" FROM event_machines e JOIN machine_cards m ON m.id = e.machine_id
    WHERE e.event_id = ${eventId} ORDER BY e.ord
  `.execute(db)
  return rows
}

export async function findEventMachine(db: Db, eventId: string, machineId: string): Promise<EventMachineRow | null> {
  return (await eventMachines(db, eventId)).find(each => each.machineId === machineId) ?? null
}

/** @param since when the machine went out of order; null: it is in order. @returns true if that changed */
export async function setBroken(tx: Db, eventId: string, machineId: string, since: Date | null): Promise<boolean> {
  return returnsRow(
    tx
      .updateTable('event_machines')
      .set({ broken_at: since })
      .where(row => row.and({ event_id: eventId, machine_id: machineId }))
      .where('broken_at', since === null ? 'is not' : 'is', null)
      .returning('machine_id'),
  )
}

/** True once the event has attempts, rounds or adjustments, which mean what they do in its format. */
export async function hasBegun(db: Db, eventId: string): Promise<boolean> {
  const { rows } = await sql<{ begun: boolean }>`
    SELECT EXISTS (SELECT 1 FROM event_attempts WHERE event_id = ${eventId}) OR EXISTS (SELECT 1 FROM event_rounds WHERE event_id = ${eventId})
      OR EXISTS (SELECT 1 FROM event_voids WHERE event_id = ${eventId} AND adjustment IS NOT NULL AND undone_at IS NULL) AS begun
  `.execute(db)
  return rows[0]!.begun
}
