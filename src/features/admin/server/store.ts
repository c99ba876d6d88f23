import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { foldName, usernameKey } from '../../accounts/rules.ts'
import { GLOBAL_GROUP } from '../../roles/rules.ts'
import type { Belongings } from '../contract.ts'

const IS_ADMIN = sql`(u.roles @> '["admin"]' OR u.roles @> ${JSON.stringify({ [GLOBAL_GROUP]: ['admin'] })}::jsonb)`

/** True if there is a user who can administer the site: with the role, and with a password. */
export async function hasAdministrator(db: Db): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM users u WHERE ${IS_ADMIN} AND u.deleted_at IS NULL
      AND (EXISTS (SELECT 1 FROM user_passwords p WHERE p.user_id = u.id) OR EXISTS (SELECT 1 FROM user_srp s WHERE s.user_id = u.id)) LIMIT 1
  `.execute(db)
  return rows.length > 0
}

/** Finds an administrator without a password and without an e-mail address, as created by an earlier start. */
export async function waitingAdministrator(db: Db): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM users u WHERE ${IS_ADMIN} AND u.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM user_passwords p WHERE p.user_id = u.id) AND NOT EXISTS (SELECT 1 FROM user_emails e WHERE e.user_id = u.id)
    ORDER BY u.created_at, u.id LIMIT 1
  `.execute(db)
  return rows[0]?.id ?? null
}

export interface AccountFilter {
  /** part of a name; '': all users */
  text: string
  before: string | null
  limit: number
}

export interface AccountRow {
  id: string
  username: string
  displayName: string
  roles: unknown
  scores: number
  joinedAt: Date
  /** the user whose invitation the account was created with; null: none, or that user has been deleted */
  invitedBy: { userId: string; username: string } | null
}

/** Newest first. */
export async function listAccounts(db: Db, { text, before, limit }: AccountFilter): Promise<AccountRow[]> {
  const conditions = [sql`u.deleted_at IS NULL`]
  const containing = (part: string): string => `%${part.replace(/[%_\\]/g, '\\$&')}%`
  if (text !== '')
    conditions.push(sql`(u.username_key LIKE ${containing(usernameKey(text))} OR lower(u.display_name) LIKE ${containing(foldName(text))})`)
  if (before !== null)
    conditions.push(sql`(u.created_at, u.id COLLATE "C") < (SELECT b.created_at, b.id FROM users b WHERE b.id = ${before})`)
  const { rows } = await sql<AccountRow>`
    SELECT u.id, u.username, u.display_name AS "displayName", u.roles, u.created_at AS "joinedAt",
      (SELECT count(*) FROM scores s WHERE s.user_id = u.id AND s.removed_at IS NULL) AS scores,
      (SELECT json_build_object('userId', m.id, 'username', m.username) FROM invitation_uses r
        JOIN invitations i ON i.id = r.invitation_id JOIN users m ON m.id = i.made_by WHERE r.user_id = u.id) AS "invitedBy"
    FROM users u WHERE ${sql.join(conditions, sql` AND `)} ORDER BY u.created_at DESC, u.id COLLATE "C" DESC LIMIT ${limit}
  `.execute(db)
  return rows
}

/** Returns null when there is no such user. */
export async function countUserData(db: Db, userId: string): Promise<Belongings | null> {
  const { rows } = await sql<Belongings>`
    SELECT
      (SELECT count(*) FROM scores s WHERE s.user_id = u.id AND s.removed_at IS NULL) AS scores,
      (SELECT count(*) FROM comments c WHERE c.user_id = u.id AND c.removed_at IS NULL) AS comments,
      (SELECT count(*) FROM pictures p WHERE p.user_id = u.id AND p.state = 'shown' AND p.kind IN ('scorePicUpload', 'profilePicUpload')) AS pictures,
      (SELECT count(*) FROM events e WHERE e.director_id = u.id AND e.cancelled_at IS NULL AND e.ends_at > now()) AS events,
      m.groups, m.alone AS "groupsAlone"
    FROM users u CROSS JOIN LATERAL (
      SELECT count(*) AS groups, count(*) FILTER (WHERE NOT EXISTS (
        SELECT 1 FROM group_members o WHERE o.group_id = g.id AND o.user_id <> u.id)) AS alone
      FROM group_members gm JOIN groups g ON g.id = gm.group_id AND g.removed_at IS NULL WHERE gm.user_id = u.id
    ) m
    WHERE u.id = ${userId} AND u.deleted_at IS NULL
  `.execute(db)
  return rows[0] ?? null
}
