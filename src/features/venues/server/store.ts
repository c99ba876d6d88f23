import { sql } from 'kysely'
import type { MachineType } from '#machines/contract/machine-types.ts'
import type { MachineDisplay } from '#machines/rules/backglass-style.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import { type RecordRow, recordColumns } from '#platform/db/record-columns.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { SearchTextRow } from '#platform/db/search-texts.ts'
import { likeness, matchesWords, preparedSearch } from '#platform/db/text-search.ts'
import { checkCursor } from '#platform/live/server/check-cursor.ts'
import { searchText } from '#platform/text/fold.ts'
import type { PictureSize } from '#uploads/contract.ts'
import { type FoundVenue, VENUE_FIELDS } from '../contract.ts'
import type { KnownVenue } from './api.ts'

export const COLUMNS = recordColumns('venues', 'v', VENUE_FIELDS)

export interface VenueRow extends RecordRow<typeof VENUE_FIELDS> {
  id: string
  receipt: number
  slug: string
  groupId: string | null
  machineCount: number
}

/** SQL: true if everybody may see the venue `v`. */
const isPublic = sql<boolean>`(v.group_id IS NULL OR EXISTS (SELECT 1 FROM group_cards g WHERE g.id = v.group_id AND g.visibility = 'public'))`

/** SQL: true if the user may see the venue `v`, which was not removed. */
const isVisibleTo = (userId: string | null) => sql<boolean>`(${isPublic} OR EXISTS (
  SELECT 1 FROM group_memberships m JOIN group_cards g ON g.id = m.group_id WHERE m.group_id = v.group_id AND m.user_id = ${userId}))`

const VENUE = sql<VenueRow>`v.id, v.receipt, v.slug, ${COLUMNS.select}, v.group_id AS "groupId",
  (SELECT count(*) FROM venue_machines c WHERE c.venue_id = v.id AND c.position IS NOT NULL) AS "machineCount"`

const KNOWN = sql<KnownVenue>`v.id, v.slug, v.name, v.time_zone AS "timeZone", v.group_id AS "groupId", ${isPublic} AS "isPublic"`

export async function venueById(db: Db, id: string): Promise<VenueRow | null> {
  const { rows } = await sql<VenueRow>`SELECT ${VENUE} FROM venues v WHERE v.id = ${id} AND v.removed_at IS NULL`.execute(db)
  return rows[0] ?? null
}

export async function knownVenue(db: Db, by: { id: string } | { slug: string }): Promise<KnownVenue | null> {
  const isMeant = 'id' in by ? sql<boolean>`v.id = ${by.id}` : sql<boolean>`v.slug = ${by.slug}`
  const { rows } = await sql<KnownVenue>`SELECT ${KNOWN} FROM venues v WHERE v.removed_at IS NULL AND ${isMeant}`.execute(db)
  return rows[0] ?? null
}

/** Every change to a venue, its machines or its managers holds this lock on its row. */
export async function lockVenue(tx: Db, id: string): Promise<VenueRow | null> {
  await tx.selectFrom('venues').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return venueById(tx, id)
}

/** Returns the given slug, and those that begin with it and a hyphen, as far as venues have them, also removed ones. */
export async function takenSlugs(db: Db, base: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('venues')
    .select('slug')
    .where(({ eb, or }) => or([eb('slug', '=', base), eb('slug', 'like', `${base}-%`)]))
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

export interface NewVenue extends RecordRow<typeof VENUE_FIELDS> {
  id: string
  slug: string
  groupId: string | null
  madeBy: string
  fingerprint: string
}

const textsOf = ({ name, place }: Pick<NewVenue, 'name' | 'place'>): string => searchText([name], [place])

export async function insertVenue(tx: Db, { id, slug, groupId, madeBy, fingerprint, ...fields }: NewVenue): Promise<void> {
  await tx
    .insertInto('venues')
    .values({ id, slug, ...COLUMNS.values(fields), group_id: groupId, made_by: madeBy, fingerprint, search: textsOf(fields) })
    .execute()
}

/** Returns a venue of this id, also one that was removed. `isSame`: this user has added it by the same call */
export async function findAdded(
  db: Db,
  id: string,
  madeBy: string,
  fingerprint: string,
): Promise<{ slug: string; isSame: boolean } | null> {
  const venue = await db
    .selectFrom('venues')
    .select(['slug', 'made_by', 'fingerprint', 'removed_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (venue === undefined) return null
  return { slug: venue.slug, isSame: venue.made_by === madeBy && venue.fingerprint === fingerprint && venue.removed_at === null }
}

export async function updateVenue(tx: Db, id: string, fields: RecordRow<typeof VENUE_FIELDS>): Promise<void> {
  await tx
    .updateTable('venues')
    .set({ ...COLUMNS.values(fields), search: textsOf(fields) })
    .where('id', '=', id)
    .execute()
}

export async function removeVenue(tx: Db, id: string, by: string, at: Date): Promise<void> {
  await tx.updateTable('venues').set({ removed_at: at, removed_by: by }).where('id', '=', id).execute()
}

/**
 * Locks a venue that the user has removed after `since`, or has removed and brought back. @returns null: there is none; `groupId`: null:
 * everybody sees it
 */
export async function lockRemoved(
  tx: Db,
  id: string,
  by: string,
  since: Date,
): Promise<{ groupId: string | null; isRemoved: boolean } | null> {
  const { rows } = await sql<{ groupId: string | null; isRemoved: boolean }>`
    SELECT v.group_id AS "groupId", v.removed_at IS NOT NULL AS "isRemoved" FROM venues v
    WHERE v.id = ${id} AND v.removed_by = ${by} AND (v.removed_at IS NULL OR v.removed_at > ${since}) FOR NO KEY UPDATE
  `.execute(tx)
  return rows[0] ?? null
}

/** The row goes on to name who had removed the venue, so that the same call again finds it. */
export async function restoreVenue(tx: Db, id: string): Promise<void> {
  await tx.updateTable('venues').set({ removed_at: null }).where('id', '=', id).execute()
}

/** Venues that everybody may see, newest first. `before` may be one that was removed. @throws DdpError 400 for an unknown `before` */
export async function publicVenues(db: Db, limit: number, before: string | null): Promise<VenueRow[]> {
  const cursor = before === null ? sql<boolean>`true` : sql<boolean>`v.receipt < (SELECT b.receipt FROM venues b WHERE b.id = ${before})`
  const { rows } = await sql<VenueRow>`
    SELECT ${VENUE} FROM venues v WHERE v.removed_at IS NULL AND ${isPublic} AND ${cursor} ORDER BY v.receipt DESC LIMIT ${limit}
  `.execute(db)
  await checkCursor(
    rows,
    before,
    async id => (await sql<{ id: string }>`SELECT v.id FROM venues v WHERE v.id = ${id} AND ${isPublic}`.execute(db)).rows,
  )
  return rows
}

/** Returns those of these venues that everybody may see. */
export async function publicVenuesById(db: Db, ids: readonly string[]): Promise<VenueRow[]> {
  const { rows } = await sql<VenueRow>`
    SELECT ${VENUE} FROM venues v WHERE v.id = ${anyOf(ids)} AND v.removed_at IS NULL AND ${isPublic} ORDER BY v.receipt DESC
  `.execute(db)
  return rows
}

/** Returns the venues that a user may see and manages, or that belong to the user's groups, by name. */
export async function venuesOf(db: Db, userId: string): Promise<VenueRow[]> {
  const { rows } = await sql<VenueRow>`
    SELECT ${VENUE} FROM venues v WHERE v.removed_at IS NULL AND v.id IN (
      SELECT o.venue_id FROM venue_managers o WHERE o.user_id = ${userId}
      UNION SELECT o.id FROM venues o JOIN group_memberships n ON n.group_id = o.group_id WHERE n.user_id = ${userId}
    ) AND ${isVisibleTo(userId)} ORDER BY v.name COLLATE "und-x-icu", v.id
  `.execute(db)
  return rows
}

/** Returns the venues that everybody may see in which a machine stands, by name. */
export async function listVenuesOfMachine(db: Db, machineId: string, limit: number): Promise<VenueRow[]> {
  const { rows } = await sql<VenueRow>`
    SELECT ${VENUE} FROM venue_machines o JOIN venues v ON v.id = o.venue_id
    WHERE o.machine_id = ${machineId} AND o.position IS NOT NULL AND v.removed_at IS NULL AND ${isPublic}
    ORDER BY v.name COLLATE "und-x-icu", v.id LIMIT ${limit}
  `.execute(db)
  return rows
}

/** Venues of this name come first, then those whose names begin with the text. */
export async function searchVenues(db: Db, text: string, userId: string | null, limit: number): Promise<FoundVenue[]> {
  const { rows } = await sql<FoundVenue>`${preparedSearch(text)}
    SELECT v.id AS "venueId", v.slug, v.name, v.place, v.time_zone AS "timeZone" FROM venues v
    WHERE v.removed_at IS NULL AND ${matchesWords(sql.ref<string>('v.search'), text)} AND ${isVisibleTo(userId)}
    ORDER BY ${likeness(sql.ref<string>('v.search'), text)} DESC, v.name COLLATE "und-x-icu", v.id LIMIT ${limit}
  `.execute(db)
  return rows
}

/** Reads and locks venues in the order of their ids, for their search texts. */
export async function readVenueSearchTexts(tx: Db, after: string, limit: number): Promise<SearchTextRow[]> {
  const venues = await tx
    .selectFrom('venues')
    .select(['id', 'search', 'name', 'place'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute()
  return venues.map(({ id, search, ...texts }) => ({ id, search, folded: textsOf(texts) }))
}

/** A machine that stands in a venue; times are in ms. */
export interface VenueMachineRow {
  venueId: string
  machineId: string
  name: string
  facts: { year: number | null; type: MachineType; display: MachineDisplay | null; backglass?: PictureSize }
  position: number
  code: string
  outOfOrderSince: number | null
  note: string
}

const MACHINE = sql<VenueMachineRow>`o.venue_id AS "venueId", o.machine_id AS "machineId", m.name, m.facts, o.position, o.code,
  ${epochMs('o.out_of_order_since')} AS "outOfOrderSince", o.note`

/** Returns the machines that stand in a venue, in their order. */
export async function venueMachines(db: Db, venueId: string): Promise<VenueMachineRow[]> {
  const { rows } = await sql<VenueMachineRow>`
    SELECT ${MACHINE} FROM venue_machines o JOIN machine_cards m ON m.id = o.machine_id
    WHERE o.venue_id = ${venueId} AND o.position IS NOT NULL ORDER BY o.position
  `.execute(db)
  return rows
}

/** Returns a machine as it stands in each of these venues. */
export async function machineInVenues(db: Db, machineId: string, venueIds: readonly string[]): Promise<VenueMachineRow[]> {
  const { rows } = await sql<VenueMachineRow>`
    SELECT ${MACHINE} FROM venue_machines o JOIN machine_cards m ON m.id = o.machine_id
    WHERE o.machine_id = ${machineId} AND o.venue_id = ${anyOf(venueIds)} AND o.position IS NOT NULL
  `.execute(db)
  return rows
}

/** Returns the codes that a venue has given to machines, by machine, also those of machines that have left it. */
export async function machineCodes(db: Db, venueId: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('venue_machines').select(['machine_id', 'code']).where('venue_id', '=', venueId).execute()
  return new Map(rows.map(({ machine_id, code }) => [machine_id, code]))
}

/** Keeps machines of the catalogue from being merged away until the transaction ends. @returns those that exist */
export async function keepMachines(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM machine_cards WHERE id = ${anyOf(ids)} ORDER BY id FOR KEY SHARE
  `.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Sets the machines of a venue in their order. `code`: for one that never stood there */
export async function saveVenueMachines(tx: Db, venueId: string, machines: readonly { machineId: string; code: string }[]): Promise<void> {
  const ids = machines.map(({ machineId }) => machineId)
  await sql<never>`
    UPDATE venue_machines SET position = NULL, out_of_order_since = NULL, note = ''
    WHERE venue_id = ${venueId} AND position IS NOT NULL AND machine_id <> ALL (${ids}::text[])
  `.execute(tx)
  await sql<never>`
    INSERT INTO venue_machines (venue_id, machine_id, position, code)
    SELECT ${venueId}, n.id, n.position, n.code FROM unnest(${ids}::text[], ${machines.map(({ code }) => code)}::text[]) WITH ORDINALITY AS n (id, code, position)
    ON CONFLICT (venue_id, machine_id) DO UPDATE SET position = excluded.position
  `.execute(tx)
}

/** @param since when the machine went out of order; null: it is in order */
export async function setMachineState(tx: Db, venueId: string, machineId: string, since: Date | null, note: string): Promise<void> {
  await tx
    .updateTable('venue_machines')
    .set({ out_of_order_since: since, note })
    .where(row => row.and({ venue_id: venueId, machine_id: machineId }))
    .execute()
}

export interface VenueManagerRow {
  venueId: string
  userId: string
  username: string
  displayName: string
  avatar: PictureSize | null
}

const MANAGER = sql<VenueManagerRow>`o.venue_id AS "venueId", o.user_id AS "userId", u.username, u.display_name AS "displayName", u.avatar`

/** Returns the managers of a venue, by name. */
export async function venueManagers(db: Db, venueId: string): Promise<VenueManagerRow[]> {
  const { rows } = await sql<VenueManagerRow>`
    SELECT ${MANAGER} FROM venue_managers o JOIN player_cards u ON u.id = o.user_id
    WHERE o.venue_id = ${venueId} ORDER BY u.display_name COLLATE "und-x-icu", o.user_id
  `.execute(db)
  return rows
}

/** Returns a user as manager of venues. */
export async function managerRows(db: Db, userId: string): Promise<VenueManagerRow[]> {
  const { rows } = await sql<VenueManagerRow>`
    SELECT ${MANAGER} FROM venue_managers o JOIN player_cards u ON u.id = o.user_id WHERE o.user_id = ${userId}
  `.execute(db)
  return rows
}

export async function groupIdsOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT m.group_id AS id FROM group_memberships m WHERE m.user_id = ${userId}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function isListedManager(db: Db, venueId: string, userId: string): Promise<boolean> {
  return returnsRow(
    db
      .selectFrom('venue_managers')
      .select('user_id')
      .where(row => row.and({ venue_id: venueId, user_id: userId })),
  )
}

export async function setManagers(tx: Db, venueId: string, userIds: readonly string[]): Promise<void> {
  await sql<never>`DELETE FROM venue_managers WHERE venue_id = ${venueId} AND user_id <> ALL (${userIds}::text[])`.execute(tx)
  await sql<never>`
    INSERT INTO venue_managers (venue_id, user_id) SELECT ${venueId}, n.id FROM unnest(${userIds}::text[]) AS n (id) ON CONFLICT DO NOTHING
  `.execute(tx)
}
