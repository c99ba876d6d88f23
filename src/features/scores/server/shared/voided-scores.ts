import { sql } from 'kysely'
import type { Db } from '#platform/db/database.ts'
import { FROM_SCORES, SCORE, type ScoreRecord } from '../score-fields.ts'

/**
 * Lists the scores that a void takes out of its event, as far as boards have them, in the order in which they were received.
 * @param isUndone true: those that it took out, if it was undone since; none where the void is not in this state
 */
export async function listScoresOfVoid(db: Db, voidId: string, isUndone: boolean): Promise<ScoreRecord[]> {
  const { rows } = await sql<ScoreRecord>`
    SELECT ${SCORE} FROM ${FROM_SCORES}
    WHERE s.id IN (SELECT v.score_id FROM event_score_voids v WHERE v.void_id = ${voidId} AND (v.undone_at IS NOT NULL) = ${isUndone})
      AND s.removed_at IS NULL AND s.status <> 'rejected' AND NOT s.under_review ORDER BY s.receipt
  `.execute(db)
  return rows
}
