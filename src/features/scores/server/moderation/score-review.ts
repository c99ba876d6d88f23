import { sql } from 'kysely'
import type { AttemptAcceptedHook } from '#events/server/api.ts'
import { appendChanges, type NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { Board } from '#ranking/board.ts'
import { highestPlausible } from '#scores/rules.ts'
import { applyScoreChange } from '../apply-score-change.ts'
import type { ScoreRecord } from '../score-fields.ts'
import { insertHistory, lockScore, updateScore } from '../store.ts'
import { deleteConfirmations } from './review-store.ts'

/*
 * Scores far outside those of their machine, by players without a verified score, are under review: boards and lists leave them out until a
 * moderator, the director of their event or two experienced players have said that they are right.
 */

/** A score's value in percent of the highest plausible one on its machine; 0 if it is plausible. */
export const measureOddness = (value: number, board: Board): number =>
  oddnessOver(value, highestPlausible(board.players, board.quantile(0.9)))

/** @param highest the highest plausible value */
export const oddnessOver = (value: number, highest: number): number => (value > highest ? Math.round((value / highest) * 100) : 0)

/** Returns the highest plausible value on a machine, within a transaction, in which no board may be loaded. */
export async function findHighestPlausible(tx: Db, machineId: string): Promise<number> {
  const { rows } = await sql<{ players: number; ninetieth: number | null }>`
    SELECT c.players, (
      SELECT b.value FROM bests b WHERE b.machine_id = ${machineId} ORDER BY b.value DESC
        OFFSET greatest(0, c.players - 1 - floor(0.9 * (c.players - 1) + 0.5)::integer) LIMIT 1) AS ninetieth
    FROM (SELECT count(*)::integer AS players FROM bests WHERE machine_id = ${machineId}) c
  `.execute(tx)
  const { players, ninetieth } = rows[0]!
  return highestPlausible(players, ninetieth)
}

/** Lets a score count that was under review. */
export async function releaseScore(tx: Db, score: ScoreRecord): Promise<NewChange> {
  const released = { ...score, underReview: false, version: score.version + 1 }
  await updateScore(tx, released)
  return applyScoreChange(tx, score, { op: 'moderated', score: released })
}

/** Releases the score of an attempt that the event's director has accepted. */
export const onAttemptAccepted: AttemptAcceptedHook = async (tx, { attemptId, by }) => {
  const score = await lockScore(tx, attemptId)
  if (score === null || !score.underReview) return []
  await insertHistory(tx, { id: uuidv7(), scoreId: score.id, by, action: 'confirmed', changes: { underReview: [true, false] } })
  await deleteConfirmations(tx, score.id)
  return appendChanges(tx, [await releaseScore(tx, score)])
}
