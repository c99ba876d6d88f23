import { sql } from 'kysely'
import type { BlockedKind } from '#accounts/rules/blocked-names.ts'
import type { Db } from '#platform/db/database.ts'
import { blockedKeys } from './name-matcher.ts'

export interface BlockedName {
  id: string
  kind: BlockedKind
  /** as an administrator wrote it */
  name: string
  keys: string[]
  anywhere: boolean
  addedAt: Date
}

export function listBlockedNames(db: Db): Promise<BlockedName[]> {
  return db
    .selectFrom('blocked_names')
    .select(['id', 'kind', 'name', 'keys', 'anywhere', 'added_at as addedAt'])
    .orderBy('kind')
    .orderBy('name')
    .$narrowType<{ kind: BlockedKind }>()
    .execute()
}

/** Gives all entries the keys by which names are compared now. */
export async function rekeyBlockedNames(tx: Db): Promise<void> {
  for (const { id, kind, name } of await listBlockedNames(tx))
    await tx
      .updateTable('blocked_names')
      .set({ keys: blockedKeys(kind, name) })
      .where('id', '=', id)
      .execute()
}

/** @returns false if the id was used, or the list has this name */
export async function insertBlockedName(tx: Db, { id, kind, name, keys, anywhere }: Omit<BlockedName, 'addedAt'>): Promise<boolean> {
  const added = await tx
    .insertInto('blocked_names')
    .values({ id, kind, name, keys, anywhere })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export async function findBlockedName(tx: Db, id: string): Promise<Omit<BlockedName, 'keys'> | null> {
  const found = await tx
    .selectFrom('blocked_names')
    .select(['id', 'kind', 'name', 'anywhere', 'added_at as addedAt'])
    .where('id', '=', id)
    .$narrowType<{ kind: BlockedKind }>()
    .executeTakeFirst()
  return found ?? null
}

/** @returns the deleted entry; null if there was none */
export async function deleteBlockedName(tx: Db, id: string): Promise<{ kind: BlockedKind; name: string } | null> {
  const deleted = await tx
    .deleteFrom('blocked_names')
    .where('id', '=', id)
    .returning(['kind', 'name'])
    .$narrowType<{ kind: BlockedKind }>()
    .executeTakeFirst()
  return deleted ?? null
}

export async function countBlockedNames(tx: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM blocked_names`.execute(tx)
  return rows[0]!.count
}

/** The names and addresses of one user. */
export interface UserNames {
  id: string
  username: string
  displayName: string
  addresses: string[]
}

/** A page of all users, in the order of their ids. */
export async function listUserNames(db: Db, after: string, limit: number): Promise<UserNames[]> {
  const { rows } = await sql<UserNames>`
    SELECT u.id, u.username, u.display_name AS "displayName",
      ARRAY(SELECT e.address_key FROM user_emails e WHERE e.user_id = u.id) AS addresses
    FROM users u WHERE u.id > ${after} AND u.deleted_at IS NULL ORDER BY u.id LIMIT ${limit}
  `.execute(db)
  return rows
}
