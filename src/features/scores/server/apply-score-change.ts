import { appendChanges, type ChangeLogEntry, type NewChange } from '../../../platform/db/change-log/write.ts'
import type { Db } from '../../../platform/db/database.ts'
import { addToTotals } from '../../machines/server/api.ts'
import { type ScoreChange, scoreChanged } from './score-changes.ts'
import { settleBest } from './store.ts'

/** Returns 1 for a value that ends in 0, otherwise 0. */
export const zero = (value: number): number => (value % 10 === 0 ? 1 : 0)

/**
 * Ends a transaction that has changed a score: updates the player's best and
 * the machine's totals, then appends the changes to the change log.
 * @param by how the change of the score changes the machine's number of scores and of values that end in 0
 * @param more further changes to append
 */
export async function finishScoreChange(
  tx: Db,
  change: Omit<ScoreChange, 'tally'>,
  by: { scores: number; zeros: number },
  more: readonly NewChange[] = [],
): Promise<ChangeLogEntry[]> {
  const { machineId, userId } = change.score
  const players = await settleBest(tx, machineId, userId)
  const tally = await addToTotals(tx, machineId, { ...by, players })
  return appendChanges(tx, [scoreChanged.of({ ...change, tally }), ...more])
}

/** Ends a transaction whose change to a score does not affect any board. @param more further changes to append */
export const publishScoreChange = (
  tx: Db,
  change: Omit<ScoreChange, 'tally'>,
  more: readonly NewChange[] = [],
): Promise<ChangeLogEntry[]> => appendChanges(tx, [scoreNews(change), ...more])

/** The change-log entry of a change to a score that does not affect any board. */
export const scoreNews = (change: Omit<ScoreChange, 'tally'>): NewChange => scoreChanged.of({ ...change, tally: null })
