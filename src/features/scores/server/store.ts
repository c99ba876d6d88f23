import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import { signInFirst } from '#platform/live/call-errors.ts'
import { unknownCursor } from '#platform/live/contract.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { ScoreHistoryDoc } from '../contract/scores.ts'
import { FROM_SCORES, SCORE, type ScoreRecord } from './score-fields.ts'

export async function scoreById(db: Db, id: string): Promise<ScoreRecord | null> {
  const { rows } = await sql<ScoreRecord>`SELECT ${SCORE} FROM ${FROM_SCORES} WHERE s.id = ${id} AND s.removed_at IS NULL`.execute(db)
  return rows[0] ?? null
}

/** The best score of a machine that counts, of all time; null: there is none. */
export async function findMachineRecord(db: Db, machineId: string): Promise<ScoreRecord | null> {
  const { rows } = await sql<{ scoreId: string }>`
    SELECT score_id AS "scoreId" FROM bests WHERE machine_id = ${machineId} ORDER BY value DESC, achieved_at, user_id LIMIT 1
  `.execute(db)
  return rows[0] === undefined ? null : scoreById(db, rows[0].scoreId)
}

export interface RecentFilter {
  limit: number
  before: string | null
  machineId: string | null
  userId: string | null
  groupId: string | null
  eventId: string | null
  venueId: string | null
}

/** Those of these scores that lists show (neither removed, nor rejected, nor under review), newest first. */
export async function acceptedScoresById(db: Db, ids: readonly string[]): Promise<ScoreRecord[]> {
  const { rows } = await sql<ScoreRecord>`
    SELECT ${SCORE} FROM ${FROM_SCORES} WHERE s.id = ANY (${ids}::text[]) AND s.removed_at IS NULL AND s.status <> 'rejected' AND NOT s.under_review ORDER BY s.receipt DESC
  `.execute(db)
  return rows
}

/** The scores that pass a filter, newest first. `before` may be a removed score. @throws DdpError 400 if `before` never was a score */
export async function recentScores(db: Db, filter: RecentFilter): Promise<ScoreRecord[]> {
  const { limit, before, machineId, userId, groupId, eventId, venueId } = filter
  const conditions = [sql<boolean>`s.removed_at IS NULL AND s.status <> 'rejected' AND NOT s.under_review`]
  if (before !== null) {
    const found = await db.selectFrom('scores').select('receipt').where('id', '=', before).executeTakeFirst()
    if (found === undefined) throw unknownCursor()
    conditions.push(sql<boolean>`s.receipt < ${found.receipt}`)
  }
  if (machineId !== null) conditions.push(sql<boolean>`s.machine_id = ${machineId}`)
  if (eventId !== null) conditions.push(sql<boolean>`s.event_id = ${eventId}`)
  if (venueId !== null) conditions.push(sql<boolean>`s.venue_id = ${venueId}`)
  if (userId !== null) conditions.push(sql<boolean>`s.user_id = ${userId}`)
  if (groupId !== null)
    conditions.push(sql<boolean>`s.user_id IN (SELECT m.user_id FROM group_memberships m WHERE m.group_id = ${groupId})`)
  const { rows } =
    await sql<ScoreRecord>`SELECT ${SCORE} FROM ${FROM_SCORES} WHERE ${sql.join(conditions, sql<never>` AND `)} ORDER BY s.receipt DESC LIMIT ${limit}`.execute(
      db,
    )
  return rows
}

interface HistoryRow extends Pick<ScoreHistoryDoc, 'scoreId' | 'at' | 'action' | 'changes'> {
  id: string
  reason: string | null
  userId: string | null
  username: string | null
}

export async function listHistory(db: Db, scoreId: string): Promise<(ScoreHistoryDoc & { id: string })[]> {
  const { rows } = await sql<HistoryRow>`
    SELECT h.id, h.score_id AS "scoreId", h.at, h.action, h.changes, h.reason, u.id AS "userId", u.username
    FROM score_history h LEFT JOIN user_cards u ON u.id = h.by_user WHERE h.score_id = ${scoreId} ORDER BY h.at, h.id
  `.execute(db)
  return rows.map(({ id, scoreId: score, at, action, changes, reason, userId, username }) => ({
    id,
    scoreId: score,
    at,
    by: userId === null || !username ? null : { userId, username },
    action,
    changes,
    ...(reason ? { reason } : {}),
  }))
}

/**
 * Locks a user's row in share mode, so that the account is not deleted before
 * the transaction ends. It must be the transaction's first lock.
 * @throws DdpError 401 if the account has been deleted
 */
export async function lockActiveUser(tx: Db, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM user_cards WHERE id = ${userId} AND deleted_at IS NULL FOR SHARE`.execute(tx)
  if (rows.length === 0) throw signInFirst()
}

/** True if the user's account is suspended. */
export async function isSuspended(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`SELECT user_id AS id FROM user_suspensions WHERE user_id = ${userId}`.execute(db)
  return rows.length > 0
}

/**
 * Reads a score and locks its row until the transaction ends. The lock is FOR NO KEY UPDATE: it
 * does not block a transaction that makes the score its player's best (whose foreign key takes
 * a lock on the score's key), which could otherwise wait for one that itself waits for `bests`.
 */
export async function lockScore(tx: Db, id: string): Promise<ScoreRecord | null> {
  await tx.selectFrom('scores').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return scoreById(tx, id)
}

/** Updates the score's row only. The caller then updates `bests` and the totals with `recomputePersonalBest` and `addToTotals`. */
export async function updateScore(tx: Db, score: ScoreRecord): Promise<void> {
  const { value, strokes, comment, venueId: venue_id, status, version, underReview: under_review, oddness } = score
  const picture = score.picture === null ? null : JSON.stringify(score.picture)
  await tx
    .updateTable('scores')
    .set({ value, strokes, comment, venue_id, status, version, under_review, oddness, picture })
    .where('id', '=', score.id)
    .execute()
}

/** SQL: when the newest accepted game on a machine ended; NULL if there is none. */
export const newestGame = (machineId: string): RawBuilder<Date | null> => sql<Date | null>`
  SELECT max(achieved_at) FROM scores WHERE machine_id = ${machineId} AND removed_at IS NULL AND status <> 'rejected' AND NOT under_review`

/**
 * Turns a score into a tombstone: its id stays used for ever, and the texts its
 * player wrote, its comments, likes, flags and history are deleted.
 * @param isRejected somebody else than its player removes it, which stays known
 */
export async function removeScore(tx: Db, id: string, isRejected = false): Promise<void> {
  await tx
    .updateTable('scores')
    .set(eb => ({
      removed_at: sql<Date>`now()`,
      version: eb('version', '+', 1),
      comment: null,
      location: null,
      venue_id: null,
      picture: null,
      ...(isRejected ? { status: 'rejected' } : {}),
    }))
    .where('id', '=', id)
    .execute()
  const removed_at = sql<Date>`coalesce(removed_at, now())`
  await tx.updateTable('comments').set({ removed_at, text: '' }).where('score_id', '=', id).execute()
  await deleteScoreDetails(tx, [id])
}

/** Deletes the likes, flags, confirmations and histories of scores. */
export async function deleteScoreDetails(tx: Db, scoreIds: readonly string[]): Promise<void> {
  for (const table of ['score_likes', 'score_flags', 'score_confirmations', 'score_history'] as const)
    await tx.deleteFrom(table).where('score_id', '=', anyOf(scoreIds)).execute()
}

/** True for a score that was rejected, whether it was removed or not. */
export const isRejected = (db: Db, id: string): Promise<boolean> =>
  returnsRow(
    db
      .selectFrom('scores')
      .select('id')
      .where(row => row.and({ id, status: 'rejected' })),
  )

/** True if the id belongs to a removed score of this user. */
export async function isOwnRemovedScore(db: Db, id: string, userId: string): Promise<boolean> {
  return returnsRow(
    db
      .selectFrom('scores')
      .select('id')
      .where(row => row.and({ id, user_id: userId }))
      .where('removed_at', 'is not', null),
  )
}

/** What was done to a score. */
interface HistoryEntry {
  id: string
  scoreId: string
  by: string | null
  action: ScoreHistoryDoc['action']
  changes: object
  reason?: string | undefined
}

/** Returns the entry of a score that was linked to a venue, or taken from one. */
export const venueEdited = (scoreId: string, by: string, { before, after }: { before: boolean; after: boolean }): HistoryEntry => ({
  ...{ id: uuidv7(), scoreId, by, action: 'edited' },
  changes: { venue: [before, after] },
})

export async function insertHistory(tx: Db, ...entries: readonly HistoryEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ id, scoreId: score_id, by: by_user, action, changes, reason }) => ({
    ...{ id, score_id, by_user, action },
    changes: JSON.stringify(changes),
    reason: reason || null,
  }))
  await tx.insertInto('score_history').values(rows).execute()
}

/** Recomputes a player's row in `bests` from the scores. @returns by how many the board's number of players changed: −1, 0 or 1 */
export async function recomputePersonalBest(tx: Db, machineId: string, userId: string): Promise<number> {
  for (;;) {
    const ownBest = tx.selectFrom('bests').select('score_id').where('machine_id', '=', machineId).where('user_id', '=', userId)
    const currentBest = await ownBest.forUpdate().execute()
    const { rows: best } = await sql<{ id: string }>`
      SELECT id FROM scores WHERE machine_id = ${machineId} AND user_id = ${userId} AND removed_at IS NULL AND status <> 'rejected' AND NOT under_review
      ORDER BY value DESC, achieved_at, id LIMIT 1
    `.execute(tx)
    const playersDelta = best.length - currentBest.length
    if (playersDelta < 0) await tx.deleteFrom('bests').where('machine_id', '=', machineId).where('user_id', '=', userId).execute()
    if (best.length === 0) return playersDelta
    if (playersDelta === 0) {
      await sql<never>`
        UPDATE bests b SET score_id = s.id, value = s.value, achieved_at = s.achieved_at FROM scores s
        WHERE b.machine_id = ${machineId} AND b.user_id = ${userId} AND s.id = ${best[0]!.id}
      `.execute(tx)
      return 0
    }
    const { rows: inserted } = await sql<{ score_id: string }>`
      INSERT INTO bests (machine_id, user_id, score_id, value, achieved_at)
      SELECT machine_id, user_id, id, value, achieved_at FROM scores WHERE id = ${best[0]!.id}
      ON CONFLICT (machine_id, user_id) DO NOTHING RETURNING score_id
    `.execute(tx)
    // Otherwise a concurrent submission inserted the row first and counted the player. The loop then starts over with that row.
    if (inserted.length > 0) return 1
  }
}

/**
 * SQL, a part of a statement: how many accepted scores the player of a row `b` of `bests` has on its machine. To be counted on one machine
 * after the other, because the index of a board has all that the count needs (`scores_board`).
 */
export const COUNT_OF_BEST = sql<{ scores: number }>`
      SELECT count(*) AS scores FROM scores s
      WHERE s.machine_id = b.machine_id AND s.user_id = b.user_id AND s.removed_at IS NULL AND s.status <> 'rejected' AND NOT s.under_review`

export async function countUserScores(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ scores: number }>`
    SELECT coalesce(sum(c.scores), 0)::integer AS scores FROM bests b CROSS JOIN LATERAL (${COUNT_OF_BEST}) c
    WHERE b.user_id = ${userId}
  `.execute(db)
  return rows[0]!.scores
}

export interface OwnBest {
  machineId: string
  machineName: string
}

export async function listBests(db: Db, userId: string): Promise<OwnBest[]> {
  const { rows } = await sql<OwnBest>`
    SELECT b.machine_id AS "machineId", m.name AS "machineName" FROM bests b JOIN machine_cards m ON m.id = b.machine_id WHERE b.user_id = ${userId}
  `.execute(db)
  return rows
}

/** True if the id is a user's, also of one whose account has been deleted and whose scores may have been kept. */
export async function isPlayer(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM user_cards WHERE id = ${userId}`.execute(db)
  return rows.length > 0
}

export async function memberIds(db: Db, groupId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT user_id AS id FROM group_memberships WHERE group_id = ${groupId}`.execute(db)
  return rows.map(({ id }) => id)
}

/** All of a player's scores, oldest first, for the data export. */
export async function listUserScores(db: Db, userId: string): Promise<ScoreRecord[]> {
  const { rows } = await sql<ScoreRecord>`
    SELECT ${SCORE} FROM ${FROM_SCORES} WHERE s.user_id = ${userId} AND s.removed_at IS NULL ORDER BY s.receipt
  `.execute(db)
  return rows
}

/** Returns a player's scores on these machines. */
export async function listScoresOn(db: Db, userId: string, machineIds: readonly string[]): Promise<ScoreRecord[]> {
  const { rows } = await sql<ScoreRecord>`
    SELECT ${SCORE} FROM ${FROM_SCORES} WHERE s.user_id = ${userId} AND s.machine_id = ANY (${machineIds}::text[]) AND s.removed_at IS NULL
  `.execute(db)
  return rows
}

export async function scorePicturesShown(db: Db): Promise<{ subjectId: string; url: string }[]> {
  const { rows } = await sql<{ subjectId: string; url: string }>`
    SELECT id AS "subjectId", picture ->> 'url' AS url FROM scores WHERE picture IS NOT NULL
  `.execute(db)
  return rows
}
