import { sql } from 'kysely'
import { insertTotals, type MachineTotals } from '#machines/server/shared/tally-store.ts'
import { toEntries } from '#platform/db/change-log/define-change.ts'
import { type ChangeLogEntry, WRITTEN_AT } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { PREPARED } from '#platform/db/prepared-statement.ts'
import type { ScoreSource, SubmitScoreResult } from '#scores/contract/scores.ts'
import { type ScoresSubmitted, type SubmittedScore, scoresSubmitted } from '../changes.ts'
import type { ScoreRecord } from '../score-fields.ts'
import { scoreById } from '../store.ts'

/** SQLSTATE not_null_violation */
const NOT_NULL_VIOLATION = '23502'

/** A score to write, with the result that is returned to its player. */
export interface NewScore extends SubmittedScore {
  /** hash of what the client sent, to distinguish a resent score from a different one with the same id */
  fingerprint: string
  answer: SubmitScoreResult
}

/** The result as it is stored with the score, whose id is in its row already. Scores of earlier releases have it here too. */
export type StoredResult = Omit<SubmitScoreResult, 'scoreId'>

const toStoredResult = ({ scoreId: _, ...result }: SubmitScoreResult): StoredResult => result

/** The score as the statement gets it and the change log keeps it, without what is null. */
const toRow = (score: NewScore) => ({
  id: score.id,
  userId: score.userId,
  username: score.username,
  displayName: score.displayName,
  machineId: score.machineId,
  machineName: score.machineName,
  value: score.value,
  achievedAt: score.achievedAt,
  createdAt: score.createdAt,
  windowed: score.windowed,
  eventId: score.eventId ?? undefined,
  strokes: score.strokes ?? undefined,
  comment: score.comment ?? undefined,
  location: score.location ?? undefined,
  venueId: score.venueId ?? undefined,
  fingerprint: score.fingerprint,
  answer: toStoredResult(score.answer),
})

/**
 * Writes scores, bests, totals and one row of the change log in one statement. It skips scores whose id is already used or whose player or
 * machine no longer exists. To avoid deadlocks, all writers lock rows in the same order: machines, bests, tallies, the change log's head,
 * each by key. The conditions use `count` because it makes Postgres finish the counted part of the statement first; `exists` would stop at
 * its first row and process the others later.
 * @param scores with different ids
 * @param allOrNone true: when only some of them could be written, none is, since the results of the others take these for written
 * @returns the change-log entries of the scores that were written
 * @throws an error for which `isSomeLeftOut` is true
 */
export async function insertScores(db: Db, scores: readonly NewScore[], allOrNone = false): Promise<ChangeLogEntry[]> {
  const given = scores.map(toRow)
  const input = JSON.stringify(given)
  const { rows } = await sql<{ n: number; at: string; written: Omit<ScoresSubmitted, 'scores'> }>`${PREPARED}
    WITH given AS MATERIALIZED (
      SELECT ${input}::jsonb AS scores
    ), input AS (
      SELECT * FROM ROWS FROM (jsonb_to_recordset((SELECT scores FROM given)) AS (
        id text, "userId" text, "machineId" text, value bigint, "achievedAt" bigint, "createdAt" bigint, windowed boolean, "eventId" text,
        strokes integer, comment text, location text, "venueId" text, fingerprint text, answer jsonb)) WITH ORDINALITY AS i (
        id, "userId", "machineId", value, "achievedAt", "createdAt", windowed, "eventId", strokes, comment, location, "venueId", fingerprint, answer, ord)
    ), machine AS (
      SELECT m.id, m.name, m.facts FROM (SELECT DISTINCT "machineId" AS id FROM input ORDER BY id) d
      CROSS JOIN LATERAL (SELECT id, name, facts FROM machine_cards WHERE id = d.id FOR KEY SHARE) m
    ), inserted AS (
      INSERT INTO scores (id, user_id, machine_id, value, achieved_at, created_at, windowed, event_id, strokes, comment, location, venue_id, fingerprint, answer)
      SELECT i.id, i."userId", m.id, i.value, to_timestamp(i."achievedAt" / 1000.0), coalesce(to_timestamp(i."createdAt" / 1000.0), date_trunc('milliseconds', now())),
        i.windowed, i."eventId", i.strokes, i.comment, i.location, i."venueId", i.fingerprint, i.answer
      FROM input i JOIN machine m ON m.id = i."machineId"
      CROSS JOIN LATERAL (SELECT id FROM user_cards WHERE id = i."userId" AND deleted_at IS NULL OFFSET 0) u ORDER BY i.ord
      ON CONFLICT (id) DO NOTHING
      RETURNING id, receipt, user_id, machine_id, value, achieved_at
    ), best AS (
      INSERT INTO bests AS b (machine_id, user_id, score_id, value, achieved_at)
      SELECT DISTINCT ON (machine_id, user_id) machine_id, user_id, id, value, achieved_at FROM inserted
      ORDER BY machine_id, user_id, value DESC, achieved_at, id
      ON CONFLICT (machine_id, user_id) DO UPDATE SET score_id = excluded.score_id, value = excluded.value, achieved_at = excluded.achieved_at
      WHERE excluded.value > b.value
        OR (excluded.value = b.value AND (excluded.achieved_at, excluded.score_id) < (b.achieved_at, b.score_id))
      RETURNING machine_id, (xmax = 0) AS fresh
    ), tally AS (${insertTotals(sql<MachineTotals & { machine_id: string; last_played_at: Date }>`
      SELECT i.machine_id, count(*), (SELECT count(*) FROM best WHERE best.machine_id = i.machine_id AND best.fresh), count(*) FILTER (WHERE i.value % 10 = 0), max(i.achieved_at)
      FROM inserted i GROUP BY i.machine_id ORDER BY i.machine_id`)}
    ), written AS (
      SELECT count(*)::integer AS count, jsonb_object_agg(id, receipt) AS receipts FROM inserted
    ), head AS (
      UPDATE feed_head SET n = n + (SELECT count FROM written WHERE count >= ${allOrNone ? scores.length : 1}::integer)
      WHERE (SELECT count(*) FROM tally) > 0 RETURNING n
    ), detail AS (
      SELECT head.n, written.count, jsonb_build_object(
        'receipts', written.receipts,
        'createdAt', (extract(epoch FROM date_trunc('milliseconds', now())) * 1000)::bigint,
        'profiles', (SELECT coalesce(jsonb_object_agg(p.user_id, jsonb_build_object('avatar', p.avatar, 'supporter', p.supporter)), '{}')
          FROM inserted s CROSS JOIN LATERAL (SELECT * FROM profile_cards WHERE user_id = s.user_id OFFSET 0) p WHERE p.supporter OR p.avatar IS NOT NULL),
        'machines', (SELECT jsonb_object_agg(m.id, jsonb_build_object('name', m.name, 'facts', m.facts, 'tally', jsonb_build_object('scores', t.scores, 'players', t.players, 'zeros', t.zeros)))
          FROM tally t JOIN machine m ON m.id = t.machine_id),
        'events', (SELECT coalesce(jsonb_object_agg(e.id, jsonb_build_object('isPublic', e.is_public, 'groupId', e.group_id)), '{}')
          FROM input i CROSS JOIN LATERAL (SELECT * FROM event_cards WHERE id = i."eventId" OFFSET 0) e WHERE i."eventId" IS NOT NULL)
        ) || coalesce((SELECT jsonb_build_object('venues', jsonb_object_agg(p.id, jsonb_build_object('isPublic', p.is_public, 'groupId', p.group_id)))
          FROM input i CROSS JOIN LATERAL (SELECT * FROM venue_cards WHERE id = i."venueId" OFFSET 0) p WHERE i."venueId" IS NOT NULL HAVING count(*) > 0), '{}') AS written
      FROM head CROSS JOIN written
    ), fed AS (
      INSERT INTO feed (n, changes, kind, body)
      SELECT n, count, ${scoresSubmitted.kind}, written || jsonb_build_object('scores', CASE WHEN count = jsonb_array_length(scores) THEN scores
        ELSE (SELECT jsonb_agg(s) FROM jsonb_array_elements(scores) s WHERE s ->> 'id' IN (SELECT id FROM inserted)) END)
      FROM detail CROSS JOIN given RETURNING n, ${WRITTEN_AT} AS at
    )
    SELECT fed.n, fed.at, detail.written FROM fed JOIN detail ON detail.n = fed.n
  `.execute(db)
  if (rows.length === 0) return []
  const { n, at, written } = rows[0]!
  const body = { ...written, scores: given.filter(({ id }) => id in written.receipts) }
  return toEntries(scoresSubmitted, { n, at, kind: scoresSubmitted.kind, changes: body.scores.length, body })
}

/** `insertScores` with `allOrNone` could write only some of its scores: the number of the change log's head would have become null. */
export const isSomeLeftOut = (error: unknown): boolean => {
  const { code, table } = (error ?? {}) as { code?: string; table?: string }
  return code === NOT_NULL_VIOLATION && table === 'feed_head'
}

/**
 * Writes the row of one score, which changes neither boards nor totals. The caller has locked the user, or knows that the account is there.
 * @param oddness the value in percent of the highest plausible one, with which the score is under review; 0: it is plausible
 * @returns null: the id is used already, or the machine is gone
 */
export async function insertScoreRow(
  tx: Db,
  score: Omit<NewScore, 'username' | 'displayName' | 'machineName'>,
  oddness: number,
  source: ScoreSource | null = null,
): Promise<ScoreRecord | null> {
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
      venue_id: score.venueId ?? null,
      fingerprint: score.fingerprint,
      answer: JSON.stringify(toStoredResult(score.answer)),
      under_review: oddness > 0,
      oddness,
      source,
      // What a machine tells needs no witness, unless it is far outside its other scores.
      ...(source === 'machine' && oddness === 0 ? { status: 'verified' } : {}),
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
  answer: StoredResult
}

/** The scores that already have these ids, including removed ones. */
export async function findByIds(db: Db, ids: readonly string[]): Promise<Map<string, StoredSubmission>> {
  const { rows } =
    await sql<StoredSubmission>`SELECT id, user_id AS "userId", fingerprint, answer FROM scores WHERE id = ANY (${ids}::text[])`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}
