import { sql } from 'kysely'
import { PERSON_FIELDS } from '#groups/contract.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import { epochMs } from '#platform/db/epoch-ms.ts'
import { type RecordRow, recordColumns } from '#platform/db/record-columns.ts'

const COLUMNS = recordColumns('group_people', 'p', PERSON_FIELDS)

/** Somebody on a group's list. `name` and `ifpaNumber` are what the group has typed, also when an account has claimed the person. */
export interface PersonRow extends RecordRow<typeof PERSON_FIELDS> {
  id: string
  groupId: string
  /** the account that has claimed the person */
  userId: string | null
  /** when the person was last corrected, or another one was merged into them, in ms; null: never */
  changedAt: number | null
}

/** The same with the name and the number of the account, if there is one. */
export interface ShownPersonRow extends Omit<PersonRow, 'changedAt'> {
  username: string | null
}

const PERSON = sql<PersonRow>`p.id, p.group_id AS "groupId", p.user_id AS "userId", ${epochMs('p.changed_at')} AS "changedAt", ${COLUMNS.select}`

/** Returns everybody on a group's list. */
export async function listPeople(db: Db, groupId: string): Promise<ShownPersonRow[]> {
  const { rows } = await sql<ShownPersonRow>`
    SELECT p.id, p.group_id AS "groupId", p.user_id AS "userId", u.username, coalesce(u.display_name, p.name) AS name,
      CASE WHEN p.user_id IS NULL THEN p.ifpa_number ELSE u.ifpa_number END AS "ifpaNumber", p.note
    FROM group_people p LEFT JOIN player_cards u ON u.id = p.user_id WHERE p.group_id = ${groupId} AND p.removed_at IS NULL
  `.execute(db)
  return rows
}

/** Locks people of a list until the transaction ends, in the order of their ids. */
export async function lockPeople(tx: Db, ids: readonly string[]): Promise<Map<string, PersonRow>> {
  const { rows } = await sql<PersonRow>`
    SELECT ${PERSON} FROM group_people p WHERE p.id = ANY (${ids}::text[]) AND p.removed_at IS NULL ORDER BY p.id FOR NO KEY UPDATE
  `.execute(tx)
  return new Map(rows.map(person => [person.id, person]))
}

/** Returns somebody on a group's list, who stays as the row is until the transaction ends; several transactions may lock the same person so. */
export async function lockPersonForShare(tx: Db, groupId: string, id: string): Promise<PersonRow | null> {
  const { rows } = await sql<PersonRow>`
    SELECT ${PERSON} FROM group_people p WHERE p.id = ${id} AND p.group_id = ${groupId} AND p.removed_at IS NULL FOR SHARE
  `.execute(tx)
  return rows[0] ?? null
}

export async function countPeople(db: Db, groupId: string): Promise<number> {
  const { count } = await db
    .selectFrom('group_people')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('group_id', '=', groupId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export interface NewPerson extends RecordRow<typeof PERSON_FIELDS> {
  id: string
  groupId: string
  madeBy: string
  fingerprint: string
}

/** @returns the ids of those who are new; the other ids were used before */
export async function insertPeople(tx: Db, people: readonly NewPerson[]): Promise<Set<string>> {
  const rows = await tx
    .insertInto('group_people')
    .values(
      people.map(({ id, groupId, madeBy, fingerprint, ...fields }) => ({
        ...{ id, group_id: groupId, made_by: madeBy, fingerprint },
        ...COLUMNS.values(fields),
      })),
    )
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the fingerprints by which these people of the group were added, by id. */
export async function findFingerprints(db: Db, groupId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('group_people')
    .select(['id', 'fingerprint'])
    .where('id', '=', anyOf(ids))
    .where('group_id', '=', groupId)
    .where('removed_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]))
}

/** Writes what a person is called, and that it was changed. @param at when, in ms; default: now */
export async function updatePerson(tx: Db, person: PersonRow, at?: number): Promise<void> {
  await tx
    .updateTable('group_people')
    .set({ ...COLUMNS.values(person), changed_at: at === undefined ? sql<Date>`now()` : new Date(at) })
    .where('id', '=', person.id)
    .execute()
}

/** The group's row of a person whom the account has claimed; null: the account has claimed nobody of the group. */
export async function findClaimedPerson(db: Db, groupId: string, userId: string): Promise<string | null> {
  const person = await db
    .selectFrom('group_people')
    .select('id')
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return person?.id ?? null
}

export async function setClaimed(tx: Db, id: string, userId: string): Promise<void> {
  await tx.updateTable('group_people').set({ user_id: userId }).where('id', '=', id).execute()
}

/** What is left of somebody who is not on the list any more: an id that is not used again. */
const REMOVED = { removed_at: sql<Date>`now()`, name: '', note: '', ifpa_number: null, user_id: null, changed_at: null, fingerprint: '' }

export async function removePeople(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.updateTable('group_people').set(REMOVED).where('id', '=', anyOf(ids)).execute()
}

/** Removes the whole list of a group. */
export async function removeAllPeople(tx: Db, groupId: string): Promise<void> {
  await tx.updateTable('group_people').set(REMOVED).where('group_id', '=', groupId).where('removed_at', 'is', null).execute()
}

/** Removes the people whom an account has claimed. @returns their groups */
export async function removePeopleOf(tx: Db, userId: string): Promise<string[]> {
  const rows = await tx.updateTable('group_people').set(REMOVED).where('user_id', '=', userId).returning('group_id as groupId').execute()
  return [...new Set(rows.map(({ groupId }) => groupId))]
}

/** What the lists of groups say of somebody whose account has claimed it, for the export of the account's data. */
export interface OwnPersonRow extends PersonRow {
  groupName: string
}

export async function listPeopleOf(db: Db, userId: string): Promise<OwnPersonRow[]> {
  const { rows } = await sql<OwnPersonRow>`
    SELECT ${PERSON}, g.name AS "groupName" FROM group_people p JOIN groups g ON g.id = p.group_id
    WHERE p.user_id = ${userId} AND p.removed_at IS NULL ORDER BY p.created_at, p.id
  `.execute(db)
  return rows
}
