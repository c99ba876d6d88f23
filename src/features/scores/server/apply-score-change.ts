import { appendChanges, type ChangeLogEntry, type NewChange } from '../../../platform/db/change-log/write.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type ScoreChange, scoreChanged } from './score-changes.ts'
import { settleBest, settleTally } from './store.ts'

/** 1 for a value that ends in 0 */
export const zero = (value: number): number => (value % 10 === 0 ? 1 : 0)

/**
 * Ends a transaction that has changed a score: its player's best, the machine's totals, and the news.
 * @param by what the score's change means for the machine's totals
 * @param more news that goes with it
 */
export async function finishScoreChange(
  tx: Db,
  change: Omit<ScoreChange, 'tally'>,
  by: { scores: number; zeros: number },
  more: readonly NewChange[] = [],
): Promise<ChangeLogEntry[]> {
  const { machineId, userId } = change.score
  const players = await settleBest(tx, machineId, userId)
  const tally = await settleTally(tx, machineId, { ...by, players })
  return appendChanges(tx, [scoreChanged.of({ ...change, tally }), ...more])
}

/** Ends one that leaves every board as it is. */
export const publishScoreChange = (
  tx: Db,
  change: Omit<ScoreChange, 'tally'>,
  more: readonly NewChange[] = [],
): Promise<ChangeLogEntry[]> => appendChanges(tx, [scoreNews(change), ...more])

/** The news of a change that leaves every board as it is. */
export const scoreNews = (change: Omit<ScoreChange, 'tally'>): NewChange => scoreChanged.of({ ...change, tally: null })
