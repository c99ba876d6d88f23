import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'

/** An entry in an event that was made from somebody on the group's list of people. */
export interface PersonEntry {
  entrantId: string
  eventId: string
}

/** Returns the entries of a person that no account has claimed, the latest event first. */
export async function listGuestEntries(db: Db, personId: string): Promise<PersonEntry[]> {
  return db
    .selectFrom('event_entrants as n')
    .innerJoin('events as e', 'e.id', 'n.event_id')
    .select(['n.id as entrantId', 'n.event_id as eventId'])
    .where('n.person_id', '=', personId)
    .where('n.user_id', 'is', null)
    .orderBy('e.starts_at', 'desc')
    .orderBy('e.id')
    .execute()
}

/** Returns which of these people are in an event. */
export async function listPlayed(db: Db, personIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT person_id AS id FROM event_entrants WHERE person_id = ANY (${personIds}::text[])
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** @returns the entrant's id; null: the person is not in the event */
export async function findEntrantOfPerson(db: Db, eventId: string, personId: string): Promise<string | null> {
  const entrant = await db
    .selectFrom('event_entrants')
    .select('id')
    .where('person_id', '=', personId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return entrant?.id ?? null
}

/** Returns which entrants of an event are somebody on the list of its group. */
export async function listEntrantPeople(db: Db, eventId: string): Promise<{ entrantId: string; personId: string }[]> {
  const { rows } = await sql<{ entrantId: string; personId: string }>`
    SELECT id AS "entrantId", person_id AS "personId" FROM event_entrants WHERE event_id = ${eventId} AND person_id IS NOT NULL
  `.execute(db)
  return rows
}

/** True if both are in one event. */
export async function haveMet(db: Db, a: string, b: string): Promise<boolean> {
  return returnsRow(
    db
      .selectFrom('event_entrants as n')
      .innerJoin('event_entrants as o', 'o.event_id', 'n.event_id')
      .select('n.id')
      .where('n.person_id', '=', a)
      .where('o.person_id', '=', b),
  )
}

/** True if the account is in one of the events in which the person is a guest. */
export async function hasMetAccount(db: Db, personId: string, userId: string): Promise<boolean> {
  return returnsRow(
    db
      .selectFrom('event_entrants as n')
      .innerJoin('event_entrants as o', 'o.event_id', 'n.event_id')
      .select('n.id')
      .where('n.person_id', '=', personId)
      .where('n.user_id', 'is', null)
      .where('o.user_id', '=', userId),
  )
}

/** Names the guests whom a person is in all events. @returns their entries */
export async function renameGuests(
  tx: Db,
  personId: string,
  { name, ifpaNumber }: { name: string; ifpaNumber: string | null },
): Promise<PersonEntry[]> {
  return tx
    .updateTable('event_entrants')
    .set({ guest_name: name, guest_ifpa: ifpaNumber })
    .where('person_id', '=', personId)
    .where('user_id', 'is', null)
    .returning(['id as entrantId', 'event_id as eventId'])
    .execute()
}

export async function setPerson(tx: Db, entrantId: string, personId: string): Promise<void> {
  await tx.updateTable('event_entrants').set({ person_id: personId }).where('id', '=', entrantId).execute()
}

/** The entries of a person become another person's. */
export async function movePerson(tx: Db, from: string, into: string): Promise<void> {
  await tx.updateTable('event_entrants').set({ person_id: into }).where('person_id', '=', from).execute()
}

/** The entries of a person do not name the person any more. @returns the entries */
export async function releasePerson(tx: Db, personId: string): Promise<PersonEntry[]> {
  return tx
    .updateTable('event_entrants')
    .set({ person_id: null })
    .where('person_id', '=', personId)
    .returning(['id as entrantId', 'event_id as eventId'])
    .execute()
}

/** Erases from the logs of a group's events what these guests were called before, and whoever of that name was removed before playing. */
export async function eraseLoggedNames(
  tx: Db,
  entries: readonly PersonEntry[],
  { name, groupId, substitute }: { name: string; groupId: string; substitute: string },
): Promise<void> {
  await sql<never>`
    UPDATE event_log l SET subject = jsonb_set(l.subject, '{name}', to_jsonb(${substitute}::text))
    FROM events e WHERE e.id = l.event_id AND e.group_id = ${groupId} AND (
      (l.subject ->> 'kind' = 'name' AND l.subject ->> 'name' = ${name})
      OR (l.subject ->> 'kind' IN ('renamed', 'merged') AND l.subject -> 'players' ?| ${entries.map(({ entrantId }) => entrantId)}::text[]))
  `.execute(tx)
}
