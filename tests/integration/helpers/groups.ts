import { uuidv7 } from '#platform/uuid.ts'
import { meteorError } from './ddp-test-client.ts'
import type { TestApp } from './test-app.ts'
import type { TestUser } from './users.ts'

export const GROUP_NOT_FOUND = meteorError(404, 'There is no such group.')

/** Creates a group that the user owns. @returns its id */
export async function createGroup(
  { client }: TestUser,
  visibility: 'public' | 'private',
  name = `Group of ${visibility}`,
): Promise<string> {
  const _id = uuidv7()
  await client.call('groups.add', { _id, name, visibility })
  return _id
}

/** Returns a new invitation code of the group, made by a user who runs the group. */
export const createInviteCode = async ({ client }: TestUser, groupId: string): Promise<string> =>
  (await client.call<{ code: string }>('groups.invite', { groupId })).code

/** Adds a user to a group, as a plain member or with these roles. */
export async function addToGroup(owner: TestUser, groupId: string, person: TestUser, roles?: readonly string[]): Promise<void> {
  await person.client.call('groups.join', { code: await createInviteCode(owner, groupId) })
  if (roles !== undefined) await owner.client.call('groups.setRoles', { groupId, userId: person.id, roles })
}

/** Returns everything that calls about groups may change. */
export async function readGroupState({ app }: TestApp): Promise<unknown> {
  const { rows } = await app.database.pool.query(`
    SELECT (SELECT jsonb_agg(g ORDER BY id) FROM groups g) AS groups, (SELECT jsonb_agg(m ORDER BY group_id, user_id) FROM group_members m) AS members,
      (SELECT jsonb_agg(i ORDER BY hashed_code) FROM group_invites i) AS invites, (SELECT jsonb_object_agg(id, roles) FROM users) AS roles,
      (SELECT n FROM feed_head) AS news
  `)
  return rows[0]
}

/** Returns the members of a group with their roles, as stored in the database. */
export async function readGroupRoles({ app }: TestApp, groupId: string): Promise<Record<string, string[]>> {
  const { rows } = await app.database.pool.query<{ id: string; roles: string[] }>(
    'SELECT u.id, u.roles -> $1 AS roles FROM group_members m JOIN users u ON u.id = m.user_id WHERE m.group_id = $1',
    [groupId],
  )
  return Object.fromEntries(rows.map(({ id, roles }) => [id, roles]))
}
