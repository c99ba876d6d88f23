import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { checkCursor } from '#platform/live/server/check-cursor.ts'
import type { ModerationReason, PendingScoreDoc } from '#scores/contract/moderation.ts'
import { FROM_SCORES, SCORE, type ScoreRecord } from '../score-fields.ts'

export type PendingScoreRow = ScoreRecord & { state: ModerationReason; flags: PendingScoreDoc['flags'] }

interface QueuedScoreRow {
  id: string
  receipt: number
  oddness: number
}

/**
 * Queries for the scores that wait, by reason. Each has its own index; records are found by reading the first row of every machine's board.
 */
const QUERIES: Record<ModerationReason, RawBuilder<QueuedScoreRow>> = {
  held: sql<QueuedScoreRow>`SELECT id, receipt, oddness FROM scores WHERE under_review AND removed_at IS NULL`,
  disputed: sql<QueuedScoreRow>`
    SELECT id, receipt, 0::bigint AS oddness FROM scores WHERE status = 'disputed' AND NOT under_review AND removed_at IS NULL`,
  pictured: sql<QueuedScoreRow>`
    SELECT id, receipt, 0::bigint AS oddness FROM scores
    WHERE status = 'unverified' AND picture IS NOT NULL AND NOT under_review AND removed_at IS NULL`,
  record: sql<QueuedScoreRow>`
    SELECT s.id, s.receipt, 0::bigint AS oddness FROM machine_totals t CROSS JOIN LATERAL (
      SELECT score_id FROM bests WHERE machine_id = t.machine_id ORDER BY value DESC, achieved_at, user_id LIMIT 1
    ) b JOIN scores s ON s.id = b.score_id WHERE t.players > 1 AND s.status = 'unverified' AND s.picture IS NULL`,
}

/**
 * The scores that wait: those under review from the oddest on, the others from the one that has waited longest.
 * @param before id of the score after which the list continues; it may have left the queue
 * @throws DdpError 400 for an unknown `before`
 */
export async function listPendingScores(
  db: Db,
  state: ModerationReason,
  { limit, before }: { limit: number; before: string | null },
): Promise<PendingScoreRow[]> {
  const after =
    before === null
      ? sql<boolean>`true`
      : sql<boolean>`(-oddness, receipt) > (SELECT CASE WHEN ${state === 'held'} THEN -b.oddness ELSE 0 END, b.receipt FROM scores b WHERE b.id = ${before})`
  const { rows } = await sql<ScoreRecord & { flags: { at: number; userId: string; username: string; reason: string }[] }>`
    WITH w AS (SELECT id FROM (${QUERIES[state]}) each WHERE ${after} ORDER BY oddness DESC, receipt LIMIT ${limit})
    SELECT ${SCORE}, coalesce((
      SELECT jsonb_agg(jsonb_build_object('at', (extract(epoch FROM f.at) * 1000)::bigint, 'userId', x.id, 'username', x.username, 'reason', f.reason) ORDER BY f.at)
      FROM score_flags f JOIN user_cards x ON x.id = f.user_id WHERE f.score_id = s.id), '[]') AS flags
    FROM w JOIN ${FROM_SCORES} ON s.id = w.id ORDER BY CASE WHEN ${state === 'held'} THEN -s.oddness ELSE 0 END, s.receipt
  `.execute(db)
  await checkCursor(rows, before, cursorId => db.selectFrom('scores').select('id').where('id', '=', cursorId).execute())
  return rows.map(({ flags, ...score }) => ({
    ...score,
    state,
    flags: flags.map(({ at, userId, username, reason }) => ({ at: new Date(at), by: { userId, username }, reason })),
  }))
}

/** Counts the scores that wait, for any reason. */
export async function countPendingScores(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT w.id) AS count FROM (
      ${QUERIES.held} UNION ALL ${QUERIES.disputed} UNION ALL ${QUERIES.pictured} UNION ALL ${QUERIES.record}
    ) w
  `.execute(db)
  return rows[0]!.count
}
