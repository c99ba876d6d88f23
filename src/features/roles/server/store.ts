import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import type { JsonValue } from '#platform/db/json.ts'
import { GLOBAL_GROUP, parseRoles, type Roles } from '../rules.ts'

/** Creates the roles that do not exist yet. @returns how many those were */
export async function insertRoles(db: Db, names: readonly string[]): Promise<number> {
  const { rows } = await sql<{ name: string }>`
    INSERT INTO roles (name) SELECT * FROM unnest(${[...names].sort()}::text[]) ON CONFLICT DO NOTHING RETURNING name
  `.execute(db)
  return rows.length
}

/** Prevents the creation of roles until the commit, and waits for those being created: no user is given a role that is being deleted. */
export async function lockRoles(tx: Db): Promise<void> {
  await sql<never>`LOCK TABLE roles IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
}

/** @returns false if there was none */
export async function deleteRole(tx: Db, name: string): Promise<boolean> {
  return (await tx.deleteFrom('roles').where('name', '=', name).returning('name').executeTakeFirst()) !== undefined
}

/** True if any user has the role, in a flat list or in any group. */
export async function isInUse(db: Db, name: string): Promise<boolean> {
  const list = JSON.stringify([name])
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM user_cards u
    WHERE u.roles @> ${list}::jsonb
      OR EXISTS (SELECT 1 FROM jsonb_each(CASE jsonb_typeof(u.roles) WHEN 'object' THEN u.roles END) g WHERE g.value @> ${list}::jsonb)
    LIMIT 1
  `.execute(db)
  return rows.length > 0
}

/** All existing roles, and how many users hold each, in a flat list or in any group. */
export async function listRoles(db: Db): Promise<{ name: string; users: number }[]> {
  const { rows } = await sql<{ name: string; users: number }>`
    SELECT r.name, count(DISTINCT h.id) AS users FROM roles r LEFT JOIN (
      SELECT u.id, v #>> '{}' AS name FROM user_cards u CROSS JOIN LATERAL jsonb_path_query(u.roles, '$.**') v WHERE jsonb_typeof(v) = 'string'
    ) h ON h.name = r.name GROUP BY r.name
  `.execute(db)
  return rows
}

/** All users who have roles, by name. */
export async function listRoleHolders(db: Db): Promise<{ username: string; roles: Roles }[]> {
  const { rows } = await sql<{ username: string; roles: JsonValue }>`
    SELECT username, roles FROM user_cards WHERE roles IS NOT NULL AND deleted_at IS NULL ORDER BY username_key
  `.execute(db)
  return rows.map(({ username, roles }) => ({ username, roles: parseRoles(roles) }))
}

const ADMINS = sql<boolean>`(u.roles @> '["admin"]' OR u.roles @> ${JSON.stringify({ [GLOBAL_GROUP]: ['admin'] })}::jsonb)`

/** Locks users in the order of their ids. @param admins true to lock all admins too. @returns the roles of the users that exist, by id */
export async function lockUsers(tx: Db, userIds: readonly string[], { admins }: { admins: boolean }): Promise<Map<string, Roles>> {
  const { rows } = await sql<{ id: string; roles: JsonValue }>`
    SELECT u.id, u.roles FROM user_cards u
    WHERE u.deleted_at IS NULL AND (u.id = ANY (${userIds}) OR ${admins ? ADMINS : sql<boolean>`false`})
    ORDER BY u.id FOR NO KEY UPDATE
  `.execute(tx)
  return new Map(rows.map(({ id, roles }) => [id, parseRoles(roles)]))
}

/** Returns null for a user without roles. */
export async function readRoles(db: Db, userId: string): Promise<Roles> {
  const { rows } = await sql<{ roles: JsonValue }>`SELECT u.roles FROM user_cards u WHERE u.id = ${userId}`.execute(db)
  return parseRoles(rows[0]?.roles)
}
