import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { GLOBAL_GROUP, parseRoles, type Roles } from '../rules.ts'

/** Makes those that are missing. @returns how many were */
export async function insertRoles(db: Db, names: readonly string[]): Promise<number> {
  const { rows } = await sql`
    INSERT INTO roles (name) SELECT * FROM unnest(${[...names].sort()}::text[]) ON CONFLICT DO NOTHING RETURNING name
  `.execute(db)
  return rows.length
}

/** Keeps everybody from making roles until the commit, and waits for those who are: nobody is given a role that is being deleted. */
export async function holdRoles(tx: Db): Promise<void> {
  await sql`LOCK TABLE roles IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
}

/** @returns whether there was one */
export async function deleteRole(tx: Db, name: string): Promise<boolean> {
  const { rows } = await sql`DELETE FROM roles WHERE name = ${name} RETURNING 1`.execute(tx)
  return rows.length > 0
}

/** Whether anybody has it, flat or in any group. */
export async function isInUse(db: Db, name: string): Promise<boolean> {
  const list = JSON.stringify([name])
  const { rows } = await sql`
    SELECT 1 FROM users u
    WHERE u.roles @> ${list}::jsonb
      OR EXISTS (SELECT 1 FROM jsonb_each(CASE jsonb_typeof(u.roles) WHEN 'object' THEN u.roles END) g WHERE g.value @> ${list}::jsonb)
    LIMIT 1
  `.execute(db)
  return rows.length > 0
}

/** Every role that there is, and how many hold it, flat or in any group. */
export async function listRoles(db: Db): Promise<{ name: string; users: number }[]> {
  const { rows } = await sql<{ name: string; users: number }>`
    SELECT r.name, count(DISTINCT h.id) AS users FROM roles r LEFT JOIN (
      SELECT u.id, v #>> '{}' AS name FROM users u CROSS JOIN LATERAL jsonb_path_query(u.roles, '$.**') v WHERE jsonb_typeof(v) = 'string'
    ) h ON h.name = r.name GROUP BY r.name
  `.execute(db)
  return rows
}

const ADMINS = sql`(u.roles @> '["admin"]' OR u.roles @> ${JSON.stringify({ [GLOBAL_GROUP]: ['admin'] })}::jsonb)`

/** Locks users, all in one order. @param admins all admins too @returns their roles by id, of those whose account is there */
export async function lockUsers(tx: Db, userIds: readonly string[], { admins }: { admins: boolean }): Promise<Map<string, Roles>> {
  const { rows } = await sql<{ id: string; roles: unknown }>`
    SELECT u.id, u.roles FROM users u
    WHERE u.deleted_at IS NULL AND (u.id = ANY (${userIds}) ${admins ? sql`OR ${ADMINS}` : sql``})
    ORDER BY u.id FOR NO KEY UPDATE
  `.execute(tx)
  return new Map(rows.map(({ id, roles }) => [id, parseRoles(roles)]))
}

export async function writeRoles(tx: Db, changed: ReadonlyMap<string, Roles>): Promise<void> {
  await sql`
    UPDATE users u SET roles = nullif(r.roles, 'null'::jsonb)
    FROM unnest(${[...changed.keys()]}::text[], ${[...changed.values()].map(roles => JSON.stringify(roles))}::jsonb[]) AS r (id, roles)
    WHERE u.id = r.id
  `.execute(tx)
}

/** null: none */
export async function readRoles(db: Db, userId: string): Promise<Roles> {
  const { rows } = await sql<{ roles: unknown }>`SELECT u.roles FROM users u WHERE u.id = ${userId}`.execute(db)
  return parseRoles(rows[0]?.roles)
}
