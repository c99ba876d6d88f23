import { addToTotals, setLastPlayed } from '#machines/server/shared/tally-store.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { type ScoreChange, scoreChanged } from './changes.ts'
import { isCounted, type ScoreRecord } from './score-fields.ts'
import { newestGame, recomputePersonalBest } from './store.ts'

/** What a score adds to the machine's number of scores and of values that end in 0. */
function countsOf(score: ScoreRecord): { scores: number; zeros: number } {
  const scores = Number(isCounted(score))
  return { scores, zeros: score.value % 10 === 0 ? scores : 0 }
}

/**
 * Updates the player's best and the machine's totals, in a transaction that has changed a score.
 * @param before the score before the change
 */
export async function applyScoreChange(tx: Db, before: ScoreRecord, change: Omit<ScoreChange, 'tally'>): Promise<NewChange> {
  const { op, score } = change
  const { machineId, userId, achievedAt } = score
  const [old, current] = [countsOf(before), op === 'removed' ? { scores: 0, zeros: 0 } : countsOf(score)]
  const [scores, zeros] = [current.scores - old.scores, current.zeros - old.zeros]
  const players = await recomputePersonalBest(tx, machineId, userId)
  const tally = await addToTotals(tx, machineId, { scores, zeros, players })
  const lastPlayed = scores === 0 ? {} : await setLastPlayed(tx, machineId, newestGame(machineId), achievedAt)
  return scoreChanged.of({ ...change, tally, ...lastPlayed })
}

/** The change-log entry of a change to a score that does not affect any board. */
export const toScoreChange = (change: Omit<ScoreChange, 'tally'>): NewChange => scoreChanged.of({ ...change, tally: null })
