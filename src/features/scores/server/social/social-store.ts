import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { Subject } from '#reports/server/api.ts'
import type { CommentDoc } from '#scores/contract/likes-and-comments.ts'
import type { PictureSize } from '#uploads/contract.ts'
import { scoreById } from '../store.ts'

/** @returns false if this user has flagged the score before */
export async function insertFlag(tx: Db, scoreId: string, userId: string, reason: string): Promise<boolean> {
  return returnsRow(
    tx
      .insertInto('score_flags')
      .values({ score_id: scoreId, user_id: userId, reason })
      .onConflict(conflict => conflict.doNothing())
      .returning('score_id'),
  )
}

/** Adds or removes a like. @returns true if anything changed */
export async function setLike(tx: Db, scoreId: string, userId: string, like: boolean): Promise<boolean> {
  const changed = like
    ? tx
        .insertInto('score_likes')
        .values({ score_id: scoreId, user_id: userId })
        .onConflict(conflict => conflict.doNothing())
        .returning('score_id')
    : tx.deleteFrom('score_likes').where('score_id', '=', scoreId).where('user_id', '=', userId).returning('score_id')
  return (await changed.executeTakeFirst()) !== undefined
}

export async function hasLiked(db: Db, scoreId: string, userId: string): Promise<boolean> {
  return returnsRow(
    db
      .selectFrom('score_likes')
      .select('score_id')
      .where(row => row.and({ score_id: scoreId, user_id: userId })),
  )
}

export async function addToCounts(tx: Db, scoreId: string, by: { likes?: number; comments?: number }): Promise<void> {
  await tx
    .updateTable('scores')
    .set(eb => ({ likes: eb('likes', '+', by.likes ?? 0), comments: eb('comments', '+', by.comments ?? 0) }))
    .where('id', '=', scoreId)
    .execute()
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
  return returnsRow(
    tx
      .insertInto('comments')
      .values({ id, score_id: scoreId, user_id: userId, text, fingerprint })
      .onConflict(conflict => conflict.column('id').doNothing())
      .returning('id'),
  )
}

export interface StoredComment {
  scoreId: string
  userId: string
  fingerprint: string
  removed: boolean
  text: string
}

export async function findComment(db: Db, id: string): Promise<StoredComment | null> {
  const comment = await db
    .selectFrom('comments')
    .select(eb => ['score_id as scoreId', 'user_id as userId', 'fingerprint', eb('removed_at', 'is not', null).as('removed'), 'text'])
    .$narrowType<{ removed: boolean }>()
    .where('id', '=', id)
    .executeTakeFirst()
  return comment ?? null
}

/** Leaves a tombstone: a row without text, so that the id stays used. */
export async function eraseComment(tx: Db, id: string): Promise<void> {
  await tx.updateTable('comments').set({ removed_at: sql<Date>`now()`, text: '' }).where('id', '=', id).execute()
}

/** At most the latest 500 comments of a score, oldest first. */
export async function listComments(db: Db, scoreId: string): Promise<(CommentDoc & { id: string })[]> {
  const { rows } = await sql<Omit<CommentDoc, 'avatar'> & { id: string; avatar: PictureSize | null }>`
    SELECT * FROM (
      SELECT c.id, c.score_id AS "scoreId", c.user_id AS "userId", u.username, u.display_name AS "displayName", u.avatar, c.text,
        c.created_at AS "createdAt"
      FROM comments c JOIN player_cards u ON u.id = c.user_id
      WHERE c.score_id = ${scoreId} AND c.removed_at IS NULL ORDER BY c.created_at DESC, c.id DESC LIMIT 500
    ) latest ORDER BY "createdAt", id
  `.execute(db)
  return rows.map(({ avatar, ...comment }) => (avatar === null ? comment : { ...comment, avatar }))
}

/** A comment, as the data export of its author shows it. */
export interface OwnComment {
  scoreId: string
  text: string
  createdAt: Date
}

export function listCommentsBy(db: Db, userId: string): Promise<OwnComment[]> {
  return db
    .selectFrom('comments')
    .select(['score_id as scoreId', 'text', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .execute()
}

export async function listLikedScoreIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('score_likes').select('score_id').where('user_id', '=', userId).orderBy('at').execute()
  return rows.map(({ score_id }) => score_id)
}

/** Describes a comment for a report: the first 80 characters of its text, the path of its score and its author. Null if it does not exist. */
export async function describeComment(db: Db, commentId: string): Promise<Subject | null> {
  const comment = await findComment(db, commentId)
  if (comment === null || comment.removed || (await scoreById(db, comment.scoreId)) === null) return null
  const { text, scoreId, userId } = comment
  return { label: `“${[...text].slice(0, 80).join('')}”`, path: `/scores/${scoreId}`, userId, shownBy: scoreId }
}
