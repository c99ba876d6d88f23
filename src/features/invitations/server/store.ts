import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import { checkCursor } from '#platform/live/server/check-cursor.ts'

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

const COLUMNS = sql<InvitationRow>`
  i.id, i.hashed_token AS "hashedToken", i.made_by AS "madeBy", i.note, i.uses, i.used, i.days, i.created_at AS "createdAt",
  i.expires_at AS "expiresAt", i.revoked_at AS "revokedAt"`

/** How many of the users who signed up with an invitation are listed in its document. */
const LISTED = 20

/** Locks the account of the invitation's creator until the transaction ends. @returns false if it was deleted */
export async function lockCreator(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM user_cards WHERE id = ${userId} AND deleted_at IS NULL FOR NO KEY UPDATE
  `.execute(tx)
  return rows.length > 0
}

/** @returns false if the id is taken */
export async function insertInvitation(tx: Db, row: Omit<InvitationRow, 'used' | 'revokedAt'>): Promise<boolean> {
  const { id, note, uses, days } = row
  return returnsRow(
    tx
      .insertInto('invitations')
      .values({
        id,
        note,
        uses,
        days,
        made_by: row.madeBy,
        hashed_token: row.hashedToken,
        created_at: row.createdAt,
        expires_at: row.expiresAt,
      })
      .onConflict(conflict => conflict.column('id').doNothing())
      .returning('id'),
  )
}

export async function findInvitation(db: Db, id: string): Promise<InvitationRow | null> {
  const { rows } = await sql<InvitationRow>`SELECT ${COLUMNS} FROM invitations i WHERE i.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** When the `count`-th newest of a user's invitations was created; null: there are fewer since `since`. */
export async function findNthNewest(db: Db, userId: string, since: Date, count: number): Promise<Date | null> {
  const made = await db
    .selectFrom('invitations')
    .select('created_at')
    .where('made_by', '=', userId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst()
  return made?.created_at ?? null
}

/** @returns false if it was revoked already or does not exist */
export async function revoke(tx: Db, id: string, at: Date): Promise<boolean> {
  return returnsRow(
    tx.updateTable('invitations').set({ revoked_at: at }).where('id', '=', id).where('revoked_at', 'is', null).returning('id'),
  )
}

const isValid = (hashedToken: string, now: Date) =>
  sql<boolean>`i.hashed_token = ${hashedToken} AND i.used < i.uses AND i.revoked_at IS NULL AND i.expires_at > ${now}`

/** Returns the creator of a valid invitation; null if none has this token. */
export async function findValid(
  db: Db,
  hashedToken: string,
  now: Date,
): Promise<{ username: string; displayName: string; expiresAt: Date } | null> {
  const { rows } = await sql<{ username: string; displayName: string; expiresAt: Date }>`
    SELECT u.username, u.display_name AS "displayName", i.expires_at AS "expiresAt"
    FROM invitations i JOIN user_cards u ON u.id = i.made_by WHERE ${isValid(hashedToken, now)}
  `.execute(db)
  return rows[0] ?? null
}

/** Takes one use of a valid invitation for a new user; simultaneous calls wait for each other. @returns false if no use is left */
export async function takeUse(tx: Db, hashedToken: string, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ userId: string }>`
    WITH taken AS (UPDATE invitations i SET used = used + 1 WHERE ${isValid(hashedToken, now)} RETURNING id)
    INSERT INTO invitation_uses (user_id, invitation_id, at) SELECT ${userId}, id, ${now} FROM taken RETURNING user_id AS "userId"
  `.execute(tx)
  return rows.length > 0
}

/** Removes what names a deleted user, as creator and as invited user. @returns false if there was nothing */
export async function removeUserFromInvitations(tx: Db, userId: string, now: Date): Promise<boolean> {
  const revoked_at = sql<Date>`coalesce(revoked_at, ${now})`
  const made = await tx
    .updateTable('invitations')
    .set({ made_by: null, note: '', revoked_at })
    .where('made_by', '=', userId)
    .returning('id')
    .execute()
  const used = await tx.deleteFrom('invitation_uses').where('user_id', '=', userId).returning('user_id').execute()
  if (made.length === 0 && used.length === 0) return false
  await tx
    .deleteFrom('invitations as i')
    .where('i.made_by', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('invitation_uses as r').select('r.user_id').whereRef('r.invitation_id', '=', 'i.id'))),
    )
    .execute()
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

/** Newest first. @throws DdpError 400 for an unknown `before` */
export async function listInvitations(db: Db, { madeBy, before, limit }: ListFilter): Promise<ListedInvitation[]> {
  const conditions = [sql<boolean>`true`]
  if (madeBy !== null) conditions.push(sql<boolean>`i.made_by = ${madeBy}`)
  if (before !== null)
    conditions.push(
      // What another user has made is no row of this list.
      sql<boolean>`(i.created_at, i.id) < (SELECT b.created_at, b.id FROM invitations b WHERE b.id = ${before} AND (${madeBy}::text IS NULL OR b.made_by = ${madeBy}))`,
    )
  const { rows } = await sql<ListedInvitation>`
    SELECT ${COLUMNS}, m.username AS "makerName",
      (SELECT coalesce(json_agg(j ORDER BY j.at DESC), '[]') FROM (
        SELECT u.id AS "userId", u.username, u.display_name AS "displayName", r.at
        FROM invitation_uses r JOIN user_cards u ON u.id = r.user_id WHERE r.invitation_id = i.id ORDER BY r.at DESC LIMIT ${LISTED}
      ) j) AS joined
    FROM invitations i LEFT JOIN user_cards m ON m.id = i.made_by
    WHERE ${sql.join(conditions, sql<never>` AND `)} ORDER BY i.created_at DESC, i.id DESC LIMIT ${limit}
  `.execute(db)
  await checkCursor(rows, before, cursorId =>
    db
      .selectFrom('invitations')
      .select('id')
      .where('id', '=', cursorId)
      .$if(madeBy !== null, query => query.where('made_by', '=', madeBy))
      .execute(),
  )
  return rows
}

/** The user who invited another one, and when the invitation was used; null: nobody, or a user who was deleted. */
export async function findInviter(db: Db, userId: string): Promise<{ by: string; at: Date } | null> {
  const { rows } = await sql<{ by: string; at: Date }>`
    SELECT m.username AS by, r.at FROM invitation_uses r JOIN invitations i ON i.id = r.invitation_id JOIN user_cards m ON m.id = i.made_by
    WHERE r.user_id = ${userId}
  `.execute(db)
  return rows[0] ?? null
}
