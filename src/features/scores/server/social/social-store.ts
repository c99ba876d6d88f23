import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import type { PictureSize } from '../../../uploads/contract.ts'
import type { CommentDoc } from '../../contract.ts'
import { AVATAR } from '../store.ts'

/** @returns false if this user has flagged the score before */
export async function insertFlag(tx: Db, scoreId: string, userId: string, reason: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO score_flags (score_id, user_id, reason) VALUES (${scoreId}, ${userId}, ${reason}) ON CONFLICT DO NOTHING RETURNING 1
  `.execute(tx)
  return rows.length > 0
}

/** Adds or removes a like. @returns true if anything changed */
export async function setLike(tx: Db, scoreId: string, userId: string, like: boolean): Promise<boolean> {
  const { rows } = await (like
    ? sql`INSERT INTO score_likes (score_id, user_id) VALUES (${scoreId}, ${userId}) ON CONFLICT DO NOTHING RETURNING 1`
    : sql`DELETE FROM score_likes WHERE score_id = ${scoreId} AND user_id = ${userId} RETURNING 1`
  ).execute(tx)
  return rows.length > 0
}

export async function likes(db: Db, scoreId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM score_likes WHERE score_id = ${scoreId} AND user_id = ${userId}`.execute(db)
  return rows.length > 0
}

export async function addToCounts(tx: Db, scoreId: string, by: { likes?: number; comments?: number }): Promise<void> {
  await sql`UPDATE scores SET likes = likes + ${by.likes ?? 0}, comments = comments + ${by.comments ?? 0} WHERE id = ${scoreId}`.execute(tx)
}

export interface NewComment {
  id: string
  scoreId: string
  userId: string
  text: string
  /** hash of what the client sent, to distinguish a resent comment from a different one with the same id */
  fingerprint: string
}

/** @returns false if the id is already used */
export async function insertComment(tx: Db, { id, scoreId, userId, text, fingerprint }: NewComment): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO comments (id, score_id, user_id, text, fingerprint) VALUES (${id}, ${scoreId}, ${userId}, ${text}, ${fingerprint})
    ON CONFLICT (id) DO NOTHING RETURNING 1
  `.execute(tx)
  return rows.length > 0
}

export async function knownComment(
  db: Db,
  id: string,
): Promise<{ scoreId: string; userId: string; fingerprint: string; removed: boolean; text: string } | null> {
  const { rows } = await sql<{ scoreId: string; userId: string; fingerprint: string; removed: boolean; text: string }>`
    SELECT score_id AS "scoreId", user_id AS "userId", fingerprint, removed_at IS NOT NULL AS removed, text FROM comments WHERE id = ${id}
  `.execute(db)
  return rows[0] ?? null
}

/** Leaves a tombstone: a row without text, so that the id stays used. */
export async function removeComment(tx: Db, id: string): Promise<void> {
  await sql`UPDATE comments SET removed_at = now(), text = '' WHERE id = ${id}`.execute(tx)
}

/** At most the latest 500 comments of a score, oldest first. */
export async function listComments(db: Db, scoreId: string): Promise<(CommentDoc & { id: string })[]> {
  const { rows } = await sql<Omit<CommentDoc, 'avatar'> & { id: string; avatar: PictureSize | null }>`
    SELECT * FROM (
      SELECT c.id, c.score_id AS "scoreId", c.user_id AS "userId", u.username, u.display_name AS "displayName", ${AVATAR} AS avatar, c.text,
        c.created_at AS "createdAt"
      FROM comments c JOIN users u ON u.id = c.user_id LEFT JOIN player_profiles p ON p.user_id = c.user_id
      WHERE c.score_id = ${scoreId} AND c.removed_at IS NULL ORDER BY c.created_at DESC, c.id DESC LIMIT 500
    ) latest ORDER BY "createdAt", id
  `.execute(db)
  return rows.map(({ avatar, ...comment }) => (avatar === null ? comment : { ...comment, avatar }))
}

export async function commentsBy(db: Db, userId: string): Promise<{ scoreId: string; text: string; createdAt: Date }[]> {
  const { rows } = await sql<{ scoreId: string; text: string; createdAt: Date }>`
    SELECT score_id AS "scoreId", text, created_at AS "createdAt" FROM comments WHERE user_id = ${userId} AND removed_at IS NULL ORDER BY created_at
  `.execute(db)
  return rows
}

export async function likedBy(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT score_id AS id FROM score_likes WHERE user_id = ${userId} ORDER BY at`.execute(db)
  return rows.map(({ id }) => id)
}
