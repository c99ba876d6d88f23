import { uuidv7 } from '../../src/platform/uuid.ts'
import type { SignedUp } from './people.ts'
import { wireError } from './wire.ts'
import type { World } from './world.ts'

export const NO_GROUP = wireError(404, 'There is no such group.')

/** Creates a group that the user owns. @returns its id */
export async function makeGroup({ wire }: SignedUp, visibility: 'public' | 'private', name = `Group of ${visibility}`): Promise<string> {
  const _id = uuidv7()
  await wire.call('groups.add', { _id, name, visibility })
  return _id
}

/** Returns a new invitation code of the group, made by a user who runs the group. */
export const codeOf = async ({ wire }: SignedUp, groupId: string): Promise<string> =>
  (await wire.call<{ code: string }>('groups.invite', { groupId })).code

/** Adds a user to a group, as a plain member or with these roles. */
export async function bring(owner: SignedUp, groupId: string, person: SignedUp, roles?: readonly string[]): Promise<void> {
  await person.wire.call('groups.join', { code: await codeOf(owner, groupId) })
  if (roles !== undefined) await owner.wire.call('groups.setRoles', { groupId, userId: person.id, roles })
}

/** Returns everything that calls about groups may change. */
export async function groupState({ app }: World): Promise<unknown> {
  const { rows } = await app.database.pool.query(`
    SELECT (SELECT jsonb_agg(g ORDER BY id) FROM groups g) AS groups, (SELECT jsonb_agg(m ORDER BY group_id, user_id) FROM group_members m) AS members,
      (SELECT jsonb_agg(i ORDER BY hashed_code) FROM group_invites i) AS invites, (SELECT jsonb_object_agg(id, roles) FROM users) AS roles,
      (SELECT n FROM feed_head) AS news
  `)
  return rows[0]
}

/** Returns the members of a group with their roles, as stored in the database. */
export async function rolesIn({ app }: World, groupId: string): Promise<Record<string, string[]>> {
  const { rows } = await app.database.pool.query<{ id: string; roles: string[] }>(
    'SELECT u.id, u.roles -> $1 AS roles FROM group_members m JOIN users u ON u.id = m.user_id WHERE m.group_id = $1',
    [groupId],
  )
  return Object.fromEntries(rows.map(({ id, roles }) => [id, roles]))
}
