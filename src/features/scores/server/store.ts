import { type RawBuilder, sql } from 'kysely'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { Db } from '../../../platform/db/database.ts'
import { unknownCursor } from '../../../platform/live/contract.ts'
import type { ScoreHistoryDoc } from '../contract.ts'
import type { MachineTotals, ScoreRecord } from './score-changes.ts'

const ms = (column: string): RawBuilder<number> => sql`(extract(epoch FROM ${sql.ref(column)}) * 1000)::bigint`

/** SQL: the `MachineFacts` of the machine `m`. */
export const MACHINE_FACTS = sql`jsonb_build_object('year', m.year, 'type', m.type, 'display', m.display)
  || CASE WHEN m.backglass IS NULL THEN '{}' ELSE jsonb_build_object('backglass', m.backglass #> '{sizes,0}') END`
/** SQL: true if the event `e` is visible to everybody. */
export const EVENT_SHOWN = sql`(e.id IS NOT NULL AND (e.group_id IS NULL OR EXISTS (
  SELECT 1 FROM groups g WHERE g.id = e.group_id AND g.visibility = 'public' AND g.removed_at IS NULL)))`
/** SQL: the smallest size of the picture of the profile `p`. */
export const AVATAR = sql`p.picture #> '{sizes,0}'`

/** SQL: true if the profile `p` belongs to a supporter. */
export const SUPPORTER = sql`(p.supporter IS TRUE)`

/** SQL: the columns of a `ScoreRecord`, selected from `FROM_SCORES`. */
export const SCORE = sql`
  s.id, s.receipt, s.user_id AS "userId", u.username, u.display_name AS "displayName", ${AVATAR} AS avatar, ${SUPPORTER} AS supporter,
  s.machine_id AS "machineId", m.name AS "machineName", ${MACHINE_FACTS} AS "machineFacts",
  s.event_id AS "eventId", ${EVENT_SHOWN} AS "eventShown", e.group_id AS "eventGroupId", s.value, s.strokes, ${ms('s.achieved_at')} AS "achievedAt", ${ms('s.created_at')} AS "createdAt", s.windowed, s.status, s.version, s.picture, s.comment, s.location, s.likes, s.comments`
export const FROM_SCORES = sql`scores s JOIN users u ON u.id = s.user_id JOIN machines m ON m.id = s.machine_id
  LEFT JOIN player_profiles p ON p.user_id = s.user_id LEFT JOIN events e ON e.id = s.event_id`

export async function scoreById(db: Db, id: string): Promise<ScoreRecord | null> {
  const { rows } = await sql<ScoreRecord>`SELECT ${SCORE} FROM ${FROM_SCORES} WHERE s.id = ${id} AND s.removed_at IS NULL`.execute(db)
  return rows[0] ?? null
}

export interface RecentFilter {
  limit: number
  before: string | null
  machineId: string | null
  userId: string | null
  groupId: string | null
  eventId: string | null
}

/** Those of these scores that lists show (neither removed nor rejected), newest first. */
export async function listedScoresById(db: Db, ids: readonly string[]): Promise<ScoreRecord[]> {
  const { rows } = await sql<ScoreRecord>`
    SELECT ${SCORE} FROM ${FROM_SCORES} WHERE s.id = ANY (${ids}::text[]) AND s.removed_at IS NULL AND s.status <> 'rejected' ORDER BY s.receipt DESC
  `.execute(db)
  return rows
}

/** The scores that pass a filter, newest first. `before` may be a removed score. @throws DdpError 400 if `before` never was a score */
export async function recentScores(db: Db, { limit, before, machineId, userId, groupId, eventId }: RecentFilter): Promise<ScoreRecord[]> {
  const conditions = [sql`s.removed_at IS NULL AND s.status <> 'rejected'`]
  if (before !== null) {
    const { rows: found } = await sql<{ receipt: number }>`SELECT receipt FROM scores WHERE id = ${before}`.execute(db)
    if (found.length === 0) throw unknownCursor()
    conditions.push(sql`s.receipt < ${found[0]!.receipt}`)
  }
  if (machineId !== null) conditions.push(sql`s.machine_id = ${machineId}`)
  if (eventId !== null) conditions.push(sql`s.event_id = ${eventId}`)
  if (userId !== null) conditions.push(sql`s.user_id = ${userId}`)
  if (groupId !== null) conditions.push(sql`s.user_id IN (SELECT m.user_id FROM group_members m WHERE m.group_id = ${groupId})`)
  const { rows } =
    await sql<ScoreRecord>`SELECT ${SCORE} FROM ${FROM_SCORES} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY s.receipt DESC LIMIT ${limit}`.execute(
      db,
    )
  return rows
}

export async function listHistory(db: Db, scoreId: string): Promise<(ScoreHistoryDoc & { id: string })[]> {
  const { rows } = await sql<ScoreHistoryDoc & { id: string; userId: string | null; username: string | null }>`
    SELECT h.id, h.score_id AS "scoreId", h.at, h.action, h.changes, h.reason, u.id AS "userId", u.username
    FROM score_history h LEFT JOIN users u ON u.id = h.by_user WHERE h.score_id = ${scoreId} ORDER BY h.at, h.id
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
export async function holdUser(tx: Db, userId: string): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR SHARE`.execute(tx)
  if (rows.length === 0) throw new DdpError(401, 'Please sign in first.')
}

/**
 * Reads a score and locks its row until the transaction ends. The lock is FOR NO KEY UPDATE: it
 * does not block a transaction that makes the score its player's best (whose foreign key takes
 * a lock on the score's key), which could otherwise wait for one that itself waits for `bests`.
 */
export async function lockScore(tx: Db, id: string): Promise<ScoreRecord | null> {
  await sql`SELECT 1 FROM scores WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx)
  return scoreById(tx, id)
}

/** Updates the score's row only. The caller then updates `bests` and the totals with `settleBest` and `settleTally`. */
export async function updateScore(tx: Db, score: ScoreRecord): Promise<void> {
  await sql`UPDATE scores SET value = ${score.value}, strokes = ${score.strokes}, comment = ${score.comment}, status = ${score.status}, version = ${score.version},
    picture = ${score.picture === null ? null : JSON.stringify(score.picture)}::jsonb WHERE id = ${score.id}`.execute(tx)
}

/**
 * Turns a score into a tombstone: its id stays used for ever, and the texts its
 * player wrote, its comments, likes, flags and history are deleted.
 */
export async function removeScore(tx: Db, id: string): Promise<void> {
  await sql`UPDATE scores SET removed_at = now(), version = version + 1, comment = NULL, location = NULL, picture = NULL WHERE id = ${id}`.execute(
    tx,
  )
  await sql`UPDATE comments SET removed_at = coalesce(removed_at, now()), text = '' WHERE score_id = ${id}`.execute(tx)
  for (const table of ['score_likes', 'score_flags', 'score_history'])
    await sql`DELETE FROM ${sql.table(table)} WHERE score_id = ${id}`.execute(tx)
}

/** True if the id belongs to a removed score of this user. */
export async function isOwnTombstone(db: Db, id: string, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM scores WHERE id = ${id} AND user_id = ${userId} AND removed_at IS NOT NULL`.execute(db)
  return rows.length > 0
}

export async function insertHistory(
  tx: Db,
  entry: {
    id: string
    scoreId: string
    by: string | null
    action: ScoreHistoryDoc['action']
    changes: object
    reason?: string | undefined
  },
): Promise<void> {
  await sql`
    INSERT INTO score_history (id, score_id, by_user, action, changes, reason)
    VALUES (${entry.id}, ${entry.scoreId}, ${entry.by}, ${entry.action}, ${JSON.stringify(entry.changes)}, ${entry.reason || null})
  `.execute(tx)
}

/** Recomputes a player's row in `bests` from the scores. @returns by how many the board's number of players changed: −1, 0 or 1 */
export async function settleBest(tx: Db, machineId: string, userId: string): Promise<number> {
  for (;;) {
    const { rows: before } = await sql`SELECT 1 FROM bests WHERE machine_id = ${machineId} AND user_id = ${userId} FOR UPDATE`.execute(tx)
    const { rows: best } = await sql<{ id: string }>`
      SELECT id FROM scores WHERE machine_id = ${machineId} AND user_id = ${userId} AND removed_at IS NULL AND status <> 'rejected'
      ORDER BY value DESC, achieved_at, id LIMIT 1
    `.execute(tx)
    const gained = best.length - before.length
    if (gained < 0) await sql`DELETE FROM bests WHERE machine_id = ${machineId} AND user_id = ${userId}`.execute(tx)
    if (best.length === 0) return gained
    if (gained === 0) {
      await sql`
        UPDATE bests b SET score_id = s.id, value = s.value, achieved_at = s.achieved_at FROM scores s
        WHERE b.machine_id = ${machineId} AND b.user_id = ${userId} AND s.id = ${best[0]!.id}
      `.execute(tx)
      return 0
    }
    const { rows: inserted } = await sql`
      INSERT INTO bests (machine_id, user_id, score_id, value, achieved_at)
      SELECT machine_id, user_id, id, value, achieved_at FROM scores WHERE id = ${best[0]!.id}
      ON CONFLICT (machine_id, user_id) DO NOTHING RETURNING 1
    `.execute(tx)
    // Otherwise a concurrent submission inserted the row first and counted the player. The loop then starts over with that row.
    if (inserted.length > 0) return 1
  }
}

export async function settleTally(tx: Db, machineId: string, by: MachineTotals): Promise<MachineTotals> {
  const { rows } = await sql<MachineTotals>`
    UPDATE machine_tallies SET scores = scores + ${by.scores}, players = players + ${by.players}, zeros = zeros + ${by.zeros}
    WHERE machine_id = ${machineId} RETURNING scores, players, zeros
  `.execute(tx)
  return rows[0]!
}

export async function findMachineTotals(db: Db, machineId: string): Promise<MachineTotals> {
  const { rows } = await sql<MachineTotals>`SELECT scores, players, zeros FROM machine_tallies WHERE machine_id = ${machineId}`.execute(db)
  return rows[0] ?? { scores: 0, players: 0, zeros: 0 }
}

export async function countUserScores(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`SELECT count(*) AS n FROM scores WHERE user_id = ${userId} AND removed_at IS NULL AND status <> 'rejected'`.execute(db)
  return rows[0]!.n
}

export interface OwnBest {
  machineId: string
  machineName: string
}

export async function listBests(db: Db, userId: string): Promise<OwnBest[]> {
  const { rows } = await sql<OwnBest>`
    SELECT b.machine_id AS "machineId", m.name AS "machineName" FROM bests b JOIN machines m ON m.id = b.machine_id WHERE b.user_id = ${userId}
  `.execute(db)
  return rows
}

export async function memberIds(db: Db, groupId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT user_id AS id FROM group_members WHERE group_id = ${groupId}`.execute(db)
  return rows.map(({ id }) => id)
}

/** All of a player's scores, oldest first, for the data export. */
export async function listUserScores(db: Db, userId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    SELECT s.id AS "scoreId", m.name AS machine, s.value, s.achieved_at AS "achievedAt", s.created_at AS "createdAt", s.status, s.comment, s.location
    FROM scores s JOIN machines m ON m.id = s.machine_id WHERE s.user_id = ${userId} AND s.removed_at IS NULL ORDER BY s.receipt
  `.execute(db)
  return rows
}

export async function scorePicturesShown(db: Db): Promise<{ subjectId: string; url: string }[]> {
  const { rows } = await sql<{ subjectId: string; url: string }>`
    SELECT id AS "subjectId", picture ->> 'url' AS url FROM scores WHERE picture IS NOT NULL
  `.execute(db)
  return rows
}
