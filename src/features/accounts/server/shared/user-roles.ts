import { sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'

/**
 * Writes the roles of several users. The format belongs to the feature "roles"; null removes all roles. The caller holds the users' locks.
 */
export async function writeUserRoles(tx: Db, changed: ReadonlyMap<string, object | null>): Promise<void> {
  await sql<never>`
    UPDATE users u SET roles = nullif(r.roles, 'null'::jsonb)
    FROM unnest(${[...changed.keys()]}::text[], ${[...changed.values()].map(roles => JSON.stringify(roles))}::jsonb[]) AS r (id, roles)
    WHERE u.id = r.id
  `.execute(tx)
}

/** Removes a group's list from the roles of users, which are objects of lists by group. The caller has locked the users. */
export async function dropRolesOf(tx: Db, groupId: string, userIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('users')
    .set({ roles: sql<string>`roles - ${groupId}::text` })
    .where('id', '=', anyOf(userIds))
    .where(sql<boolean>`jsonb_typeof(roles) = 'object'`)
    .execute()
}
