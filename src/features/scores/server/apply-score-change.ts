import { addToTotals, setLastPlayed } from '#machines/server/api.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { type ScoreChange, scoreChanged } from './score-changes.ts'
import { newestGame, recomputePersonalBest } from './store.ts'

/** Returns 1 for a value that ends in 0, otherwise 0. */
export const endsInZero = (value: number): number => (value % 10 === 0 ? 1 : 0)

/**
 * Ends a transaction that has changed a score: updates the player's best and
 * the machine's totals, then appends the changes to the change log.
 * @param delta how the change of the score changes the machine's number of scores and of values that end in 0
 * @param otherChanges further changes to append
 */
export async function finishScoreChange(
  tx: Db,
  change: Omit<ScoreChange, 'tally'>,
  delta: { scores: number; zeros: number },
  otherChanges: readonly NewChange[] = [],
): Promise<ChangeLogEntry[]> {
  const { machineId, userId, achievedAt } = change.score
  const players = await recomputePersonalBest(tx, machineId, userId)
  const tally = await addToTotals(tx, machineId, { ...delta, players })
  const lastPlayed = delta.scores === 0 ? {} : await setLastPlayed(tx, machineId, newestGame(machineId), achievedAt)
  return appendChanges(tx, [scoreChanged.of({ ...change, tally, ...lastPlayed }), ...otherChanges])
}

/** Ends a transaction whose change to a score does not affect any board. @param otherChanges further changes to append */
export const publishScoreChange = (
  tx: Db,
  change: Omit<ScoreChange, 'tally'>,
  otherChanges: readonly NewChange[] = [],
): Promise<ChangeLogEntry[]> => appendChanges(tx, [toScoreChange(change), ...otherChanges])

/** The change-log entry of a change to a score that does not affect any board. */
export const toScoreChange = (change: Omit<ScoreChange, 'tally'>): NewChange => scoreChanged.of({ ...change, tally: null })
