import { sql } from 'kysely'
import type { Presence } from '#events/rules/presence.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { PictureSize } from '#uploads/contract.ts'

export interface EntrantRow {
  id: string
  /** null for a guest */
  userId: string | null
  username: string | null
  displayName: string
  avatar: PictureSize | null
  ifpaNumber: string | null
  /** who of the people of the group's list the entrant was made from; no document has it, because few may see the list */
  personId: string | null
  presence: Presence
  /** 1 for the best; null: none */
  seed: number | null
  /** of a finalist: the entry in the qualifying; null: none */
  qualifiedAs: string | null
  /** since when the entrant waits for a place (ms); null: the entrant has one */
  waitingSince: number | null
}

/** @param ids only these entrants; omitted: all */
export async function listEntrants(db: Db, eventId: string, ids?: readonly string[]): Promise<EntrantRow[]> {
  const { rows } = await sql<EntrantRow>`
    SELECT n.id, n.user_id AS "userId", u.username, coalesce(n.guest_name, u.display_name) AS "displayName", u.avatar,
      coalesce(u.ifpa_number, n.guest_ifpa) AS "ifpaNumber", n.person_id AS "personId", n.presence, n.seed, n.qualified_as AS "qualifiedAs", ${epochMs('n.waiting_since')} AS "waitingSince"
    FROM event_entrants n LEFT JOIN player_cards u ON u.id = n.user_id
    WHERE n.event_id = ${eventId} AND ${ids === undefined ? sql<boolean>`true` : sql<boolean>`n.id = ANY (${ids}::text[])`}
  `.execute(db)
  return rows
}

/** Lists the entrants who have a place, and so stand in the standings. */
export const listPlayingEntrants = async (db: Db, eventId: string): Promise<EntrantRow[]> =>
  (await listEntrants(db, eventId)).filter(({ waitingSince }) => waitingSince === null)

interface NewUserEntrant {
  id: string
  presence?: Presence
  /** true: the event is full, so the user waits for a place */
  waits?: boolean
  /** false: a director adds the user */
  bySelf: boolean
}

/**
 * Adds the user as an entrant unless the user is one already.
 * @returns the entrant, with its row locked; `fresh`: it was added
 */
export async function ensureEntrant(
  tx: Db,
  eventId: string,
  userId: string,
  { id, presence = 'expected', waits = false, bySelf }: NewUserEntrant,
): Promise<{ id: string; fresh: boolean; waiting: boolean }> {
  const { rows } = await sql<{ id: string; fresh: boolean; waiting: boolean }>`
    INSERT INTO event_entrants (id, event_id, user_id, presence, by_self, waiting_since)
    VALUES (${id}, ${eventId}, ${userId}, ${presence}, ${bySelf}, CASE WHEN ${waits}::boolean THEN clock_timestamp() END)
    ON CONFLICT (event_id, user_id) DO UPDATE SET by_self = event_entrants.by_self OR excluded.by_self
    RETURNING id, (xmax = 0) AS fresh, waiting_since IS NOT NULL AS waiting
  `.execute(tx)
  return rows[0]!
}

/** A player without an account, as a director enters one. */
export interface Guest {
  id: string
  name: string
  ifpaNumber: string | null
  /** left out: `here` */
  presence?: Presence
  /** who of the group's people the guest is; left out: nobody of them */
  personId?: string | null
}

/** @returns false if the id was used before */
export async function insertGuest(
  tx: Db,
  eventId: string,
  { id, name, ifpaNumber, presence = 'here', personId = null }: Guest,
): Promise<boolean> {
  return returnsRow(
    tx
      .insertInto('event_entrants')
      .values({ id, event_id: eventId, guest_name: name, guest_ifpa: ifpaNumber, presence, person_id: personId })
      .onConflict(conflict => conflict.column('id').doNothing())
      .returning('id'),
  )
}

export interface LockedEntrant {
  userId: string | null
  guestName: string | null
  guestIfpa: string | null
  presence: Presence
  seed: number | null
  personId: string | null
  waiting: boolean
}

/** Returns an entrant of an event and locks its row. */
export async function lockEntrant(tx: Db, eventId: string, id: string): Promise<LockedEntrant | null> {
  const entrant = await tx
    .selectFrom('event_entrants')
    .select(['user_id as userId', 'guest_name as guestName', 'guest_ifpa as guestIfpa', 'presence', 'seed', 'person_id as personId'])
    .select(sql<boolean>`waiting_since IS NOT NULL`.as('waiting'))
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return entrant ?? null
}

/** Sets the presence of entrants. One who waits for a place gets one by being checked in. */
export async function setPresence(tx: Db, ids: readonly string[], presence: Presence): Promise<void> {
  const admitted = presence === 'here' ? { waiting_since: null } : {}
  await tx
    .updateTable('event_entrants')
    .set({ presence, ...admitted })
    .where('id', '=', anyOf(ids))
    .execute()
}

export async function updateGuest(tx: Db, { id, name, ifpaNumber }: Guest): Promise<void> {
  await tx.updateTable('event_entrants').set({ guest_name: name, guest_ifpa: ifpaNumber }).where('id', '=', id).execute()
}

/** Sets seeds by entrant. */
export async function saveSeeds(tx: Db, eventId: string, seeds: ReadonlyMap<string, number | null>): Promise<void> {
  await sql<never>`
    UPDATE event_entrants n SET seed = s.seed FROM unnest(${[...seeds.keys()]}::text[], ${[...seeds.values()]}::integer[]) AS s (id, seed)
    WHERE n.id = s.id AND n.event_id = ${eventId}
  `.execute(tx)
}

/** Says which entry of the qualifying each finalist comes from. @param entries that of the qualifying by that of the finals */
export async function saveQualifiers(tx: Db, eventId: string, entries: ReadonlyMap<string, string>): Promise<void> {
  await sql<never>`
    UPDATE event_entrants n SET qualified_as = q.qualified_as FROM unnest(${[...entries.keys()]}::text[], ${[...entries.values()]}::text[]) AS q (id, qualified_as)
    WHERE n.id = q.id AND n.event_id = ${eventId}
  `.execute(tx)
}

/** Deletes an entrant unless it has attempts or was drawn into a round or a bracket. @returns the deleted entrant's id, or an empty list */
export async function deleteUnplayedEntrant(tx: Db, eventId: string, entrantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM event_entrants n WHERE n.event_id = ${eventId} AND n.id = ${entrantId}
      AND NOT EXISTS (SELECT 1 FROM event_attempts a WHERE a.entrant_id = n.id)
      AND NOT EXISTS (SELECT 1 FROM event_rounds r WHERE r.event_id = n.event_id AND (
        n.id = ANY (r.byes) OR n.id = ANY (r.field) OR EXISTS (SELECT 1 FROM event_groups g WHERE g.round_id = r.id AND n.id = ANY (g.entrant_ids)))) RETURNING n.id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** @returns the entrant's id; null: the user is not in the event */
export async function findEntrant(db: Db, eventId: string, userId: string): Promise<string | null> {
  const entrant = await db
    .selectFrom('event_entrants')
    .select('id')
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return entrant?.id ?? null
}

/** Returns the ids of the events that a user plays in or runs. */
export async function listEventIdsOfUser(db: Db, userId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT event_id AS id FROM event_entrants WHERE user_id = ${userId} UNION SELECT id FROM events WHERE director_id = ${userId}
    UNION SELECT event_id AS id FROM event_staff WHERE user_id = ${userId}
    UNION SELECT event_id AS id FROM event_devices WHERE created_by = ${userId}
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
