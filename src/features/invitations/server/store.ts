import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

export interface InvitationRow {
  id: string
  hashedToken: string
  madeBy: string | null
  note: string
  uses: number
  used: number
  days: number
  createdAt: Date
  expiresAt: Date
  revokedAt: Date | null
}

const COLUMNS = sql`
  i.id, i.hashed_token AS "hashedToken", i.made_by AS "madeBy", i.note, i.uses, i.used, i.days, i.created_at AS "createdAt",
  i.expires_at AS "expiresAt", i.revoked_at AS "revokedAt"`

/** How many of the users who signed up with an invitation are listed in its document. */
const LISTED = 20

/** Locks the account of the invitation's creator until the transaction ends. @returns false if it was deleted */
export async function lockMaker(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR NO KEY UPDATE`.execute(tx)
  return rows.length > 0
}

/** @returns false if the id is taken */
export async function insertInvitation(tx: Db, row: Omit<InvitationRow, 'used' | 'revokedAt'>): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO invitations (id, hashed_token, made_by, note, uses, days, created_at, expires_at)
    VALUES (${row.id}, ${row.hashedToken}, ${row.madeBy}, ${row.note}, ${row.uses}, ${row.days}, ${row.createdAt}, ${row.expiresAt})
    ON CONFLICT (id) DO NOTHING RETURNING 1
  `.execute(tx)
  return rows.length > 0
}

export async function findInvitation(db: Db, id: string): Promise<InvitationRow | null> {
  const { rows } = await sql<InvitationRow>`SELECT ${COLUMNS} FROM invitations i WHERE i.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** When the `count`-th newest of a user's invitations was created; null: there are fewer since `since`. */
export async function madeSince(db: Db, userId: string, since: Date, count: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    SELECT created_at AS at FROM invitations WHERE made_by = ${userId} AND created_at > ${since}
    ORDER BY created_at DESC OFFSET ${count - 1} LIMIT 1
  `.execute(db)
  return rows[0]?.at ?? null
}

/** @returns false if it was revoked already or does not exist */
export async function revoke(tx: Db, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`UPDATE invitations SET revoked_at = ${at} WHERE id = ${id} AND revoked_at IS NULL RETURNING 1`.execute(tx)
  return rows.length > 0
}

const VALID = (hashedToken: string, now: Date) =>
  sql`i.hashed_token = ${hashedToken} AND i.used < i.uses AND i.revoked_at IS NULL AND i.expires_at > ${now}`

/** Returns the creator of a valid invitation; null if none has this token. */
export async function findValid(
  db: Db,
  hashedToken: string,
  now: Date,
): Promise<{ username: string; displayName: string; expiresAt: Date } | null> {
  const { rows } = await sql<{ username: string; displayName: string; expiresAt: Date }>`
    SELECT u.username, u.display_name AS "displayName", i.expires_at AS "expiresAt"
    FROM invitations i JOIN users u ON u.id = i.made_by WHERE ${VALID(hashedToken, now)}
  `.execute(db)
  return rows[0] ?? null
}

/** Takes one use of a valid invitation for a new user; simultaneous calls wait for each other. @returns false if no use is left */
export async function takeUse(tx: Db, hashedToken: string, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    WITH taken AS (UPDATE invitations i SET used = used + 1 WHERE ${VALID(hashedToken, now)} RETURNING id)
    INSERT INTO invitation_uses (user_id, invitation_id, at) SELECT ${userId}, id, ${now} FROM taken RETURNING 1
  `.execute(tx)
  return rows.length > 0
}

/** Removes what names a deleted user, as creator and as invited user. @returns false if there was nothing */
export async function forgetInviter(tx: Db, userId: string, now: Date): Promise<boolean> {
  const { rows: made } = await sql`
    UPDATE invitations SET made_by = NULL, note = '', revoked_at = coalesce(revoked_at, ${now}) WHERE made_by = ${userId} RETURNING 1
  `.execute(tx)
  const { rows: used } = await sql`DELETE FROM invitation_uses WHERE user_id = ${userId} RETURNING 1`.execute(tx)
  if (made.length === 0 && used.length === 0) return false
  await sql`
    DELETE FROM invitations i WHERE i.made_by IS NULL AND NOT EXISTS (SELECT 1 FROM invitation_uses r WHERE r.invitation_id = i.id)
  `.execute(tx)
  return true
}

export interface ListFilter {
  /** null: of all users */
  madeBy: string | null
  before: string | null
  limit: number
}

export interface ListedInvitation extends InvitationRow {
  makerName: string | null
  joined: { userId: string; username: string; displayName: string; at: string }[]
}

/** Newest first. */
export async function listInvitations(db: Db, { madeBy, before, limit }: ListFilter): Promise<ListedInvitation[]> {
  const conditions = [sql`true`]
  if (madeBy !== null) conditions.push(sql`i.made_by = ${madeBy}`)
  if (before !== null) conditions.push(sql`(i.created_at, i.id) < (SELECT b.created_at, b.id FROM invitations b WHERE b.id = ${before})`)
  const { rows } = await sql<ListedInvitation>`
    SELECT ${COLUMNS}, m.username AS "makerName",
      (SELECT coalesce(json_agg(j ORDER BY j.at DESC), '[]') FROM (
        SELECT u.id AS "userId", u.username, u.display_name AS "displayName", r.at
        FROM invitation_uses r JOIN users u ON u.id = r.user_id WHERE r.invitation_id = i.id ORDER BY r.at DESC LIMIT ${LISTED}
      ) j) AS joined
    FROM invitations i LEFT JOIN users m ON m.id = i.made_by
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY i.created_at DESC, i.id DESC LIMIT ${limit}
  `.execute(db)
  return rows
}

/** The user who invited another one, and when the invitation was used; null: nobody, or a user who was deleted. */
export async function findInviter(db: Db, userId: string): Promise<{ by: string; at: Date } | null> {
  const { rows } = await sql<{ by: string; at: Date }>`
    SELECT m.username AS by, r.at FROM invitation_uses r JOIN invitations i ON i.id = r.invitation_id JOIN users m ON m.id = i.made_by
    WHERE r.user_id = ${userId}
  `.execute(db)
  return rows[0] ?? null
}
