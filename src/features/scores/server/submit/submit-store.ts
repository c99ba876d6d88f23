import { sql } from 'kysely'
import { type ChangeLogEntry, type ChangeLogRow, WRITTEN_AT } from '../../../../platform/db/change-log/write.ts'
import type { Db } from '../../../../platform/db/database.ts'
import { PREPARED } from '../../../../platform/db/prepared-statement.ts'
import { insertTotals, type MachineTotals } from '../../../machines/server/api.ts'
import type { SubmitAnswer } from '../../contract/scores.ts'
import { scoreChanged } from '../score-changes.ts'
import type { ScoreRecord } from '../score-fields.ts'
import { scoreById } from '../store.ts'

/** A score to write, with the result that is returned to its player. */
export interface NewScore
  extends Pick<
    ScoreRecord,
    | 'id'
    | 'userId'
    | 'username'
    | 'displayName'
    | 'machineId'
    | 'machineName'
    | 'value'
    | 'achievedAt'
    | 'windowed'
    | 'comment'
    | 'location'
  > {
  /** when the score was received, in ms, if that is long ago; missing: the database's current time */
  createdAt?: number
  eventId?: string | null
  /** only in pin-golf events */
  strokes?: number | null
  /** hash of what the client sent, to distinguish a resent score from a different one with the same id */
  fingerprint: string
  answer: SubmitAnswer
}

/**
 * Writes scores, bests, totals and change-log entries in one statement. It skips scores whose id is already used or whose player or machine
 * no longer exists. To avoid deadlocks, all writers lock rows in the same order: machines, bests, tallies, the change log's head, each by
 * key. The conditions use `count` because it makes Postgres finish the counted part of the statement first; `exists` would stop at its
 * first row and process the others later.
 * @returns the change-log entries of the scores that were written
 */
export async function insertScores(db: Db, scores: readonly NewScore[]): Promise<ChangeLogEntry[]> {
  const rows = scores.map((score, ord) => ({ ...score, achievedAt: new Date(score.achievedAt).toISOString(), ord }))
  const { rows: entries } = await sql<ChangeLogRow>`${PREPARED}
    WITH input AS (
      SELECT DISTINCT ON (id) * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS i (
        id text, "userId" text, username text, "displayName" text, "machineId" text, "machineName" text, value bigint, "achievedAt" timestamptz,
        "createdAt" bigint, windowed boolean, "eventId" text, strokes integer, comment text, location text, fingerprint text, answer jsonb, ord integer)
      ORDER BY id, ord
    ), there AS (
      SELECT i.* FROM input i JOIN machine_cards m ON m.id = i."machineId" ORDER BY m.id, i.ord FOR KEY SHARE OF m
    ), inserted AS (
      INSERT INTO scores (id, user_id, machine_id, value, achieved_at, created_at, windowed, event_id, strokes, comment, location, fingerprint, answer)
      SELECT i.id, i."userId", i."machineId", i.value, i."achievedAt",
        coalesce(to_timestamp(i."createdAt" / 1000.0), date_trunc('milliseconds', now())), i.windowed, i."eventId", i.strokes, i.comment, i.location, i.fingerprint, i.answer
      FROM there i JOIN user_cards u ON u.id = i."userId" AND u.deleted_at IS NULL ORDER BY i.ord
      ON CONFLICT (id) DO NOTHING
      RETURNING id, receipt, user_id, machine_id, value, achieved_at, created_at, status, version
    ), best AS (
      INSERT INTO bests AS b (machine_id, user_id, score_id, value, achieved_at)
      SELECT DISTINCT ON (machine_id, user_id) machine_id, user_id, id, value, achieved_at FROM inserted
      ORDER BY machine_id, user_id, value DESC, achieved_at, id
      ON CONFLICT (machine_id, user_id) DO UPDATE SET score_id = excluded.score_id, value = excluded.value, achieved_at = excluded.achieved_at
      WHERE excluded.value > b.value
        OR (excluded.value = b.value AND (excluded.achieved_at, excluded.score_id) < (b.achieved_at, b.score_id))
      RETURNING machine_id, (xmax = 0) AS fresh
    ), tally AS (${insertTotals(sql<MachineTotals & { machine_id: string }>`
      SELECT i.machine_id, count(*), (SELECT count(*) FROM best WHERE best.machine_id = i.machine_id AND best.fresh), count(*) FILTER (WHERE i.value % 10 = 0)
      FROM inserted i GROUP BY i.machine_id ORDER BY i.machine_id`)}
    ), head AS (
      UPDATE feed_head SET n = n + (SELECT count(*) FROM inserted) WHERE (SELECT count(*) FROM tally) > 0 RETURNING n
    ), fed AS (
      INSERT INTO feed (n, kind, body)
      SELECT head.n - (SELECT count(*) FROM inserted) + row_number() OVER (ORDER BY s.receipt), ${scoreChanged.kind}, jsonb_build_object(
        'op', 'submitted',
        'score', jsonb_build_object(
          'id', s.id, 'receipt', s.receipt, 'userId', s.user_id, 'username', i.username, 'displayName', i."displayName", 'avatar', p.avatar, 'supporter', (p.supporter IS TRUE),
          'machineId', s.machine_id, 'machineName', i."machineName", 'machineFacts', m.facts,
          'eventId', i."eventId", 'eventShown', (e.is_public IS TRUE), 'eventGroupId', e.group_id, 'value', s.value, 'strokes', i.strokes,
          'achievedAt', (extract(epoch FROM s.achieved_at) * 1000)::bigint, 'createdAt', (extract(epoch FROM s.created_at) * 1000)::bigint,
          'windowed', i.windowed, 'status', s.status, 'underReview', false, 'oddness', 0, 'version', s.version, 'picture', NULL, 'comment', i.comment, 'location', i.location, 'likes', 0, 'comments', 0),
        'tally', jsonb_build_object('scores', t.scores, 'players', t.players, 'zeros', t.zeros))
      FROM inserted s JOIN input i ON i.id = s.id JOIN machine_cards m ON m.id = s.machine_id
        LEFT JOIN profile_cards p ON p.user_id = s.user_id LEFT JOIN event_cards e ON e.id = i."eventId" JOIN tally t ON t.machine_id = s.machine_id CROSS JOIN head
      RETURNING n, kind, body, ${WRITTEN_AT} AS at
    )
    SELECT n, kind, body, at FROM fed ORDER BY n
  `.execute(db)
  return entries
}

/**
 * Writes a score that is under review, which changes neither boards nor totals. The caller has locked the user.
 * @param oddness the value in percent of the highest plausible one
 * @returns null: the id is used already, or the machine is gone
 */
export async function insertHeldScore(tx: Db, score: NewScore, oddness: number): Promise<ScoreRecord | null> {
  const { rows: machine } = await sql<{
    id: string
  }>`SELECT id FROM machine_cards WHERE id = ${score.machineId} FOR KEY SHARE`.execute(tx)
  if (machine.length === 0) return null
  const inserted = await tx
    .insertInto('scores')
    .values({
      id: score.id,
      user_id: score.userId,
      machine_id: score.machineId,
      value: score.value,
      achieved_at: new Date(score.achievedAt),
      windowed: score.windowed,
      event_id: score.eventId ?? null,
      strokes: score.strokes ?? null,
      comment: score.comment,
      location: score.location,
      fingerprint: score.fingerprint,
      answer: JSON.stringify(score.answer),
      under_review: true,
      oddness,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted === undefined ? null : scoreById(tx, score.id)
}

export interface StoredSubmission {
  id: string
  userId: string
  fingerprint: string
  answer: SubmitAnswer
}

/** The scores that already have these ids, including removed ones. */
export async function findByIds(db: Db, ids: readonly string[]): Promise<Map<string, StoredSubmission>> {
  const { rows } =
    await sql<StoredSubmission>`SELECT id, user_id AS "userId", fingerprint, answer FROM scores WHERE id = ANY (${ids}::text[])`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

/** Replaces the results stored with scores. */
export async function updateStoredResults(db: Db, answers: readonly SubmitAnswer[]): Promise<void> {
  await sql<never>`
    UPDATE scores SET answer = a.answer FROM jsonb_array_elements(${JSON.stringify(answers)}::jsonb) AS a (answer)
    WHERE id = a.answer ->> 'scoreId'
  `.execute(db)
}
