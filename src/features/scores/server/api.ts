import type { Db } from '#platform/db/database.ts'
import type { ScoreRecord } from './score-fields.ts'

/** What other features may call on the scores feature. */
export interface ScoresApi {
  /**
   * The latest accepted scores of a machine, an event or a player, or of all;
   * newest first by receipt. The caller checks whether the event may be seen.
   */
  latest(of: { machineId?: string; eventId?: string; userId?: string }, limit: number): Promise<ScoreRecord[]>
  /** Counts the scores that wait for a moderator, for any reason. */
  countPending(db: Db): Promise<number>
}

export type { ScoreRecord }
