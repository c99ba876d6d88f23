import type { GameScore } from '#events/server/api.ts'
import type { ChangeLogEntry, NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { SubmitScoreResult } from '#scores/contract/scores.ts'
import type { ScoreRecord, Submission } from './score-fields.ts'

/** What a feature that imports a player's own scores may do. */
export interface OwnScoresApi {
  /** Returns the player's scores on these machines, also those under review. */
  list(userId: string, machineIds: readonly string[]): Promise<ScoreRecord[]>
  /**
   * Submits a score, as `scores.submit` does.
   * @returns the entries of the change log, which are committed already
   * @throws DdpError 400, 401, 404, 409
   */
  submit(userId: string, score: Submission): Promise<ChangeLogEntry[]>
  /** Removes those of the player's scores that may still be removed. @returns the changes for the change log */
  remove(tx: Db, userId: string, scoreIds: readonly string[]): Promise<NewChange[]>
}

/** A score that a machine has told. `at` in ms; `eventId` null: it belongs to none, or to a game whose result has it */
export interface ReportedScore {
  id: string
  userId: string
  machineId: string
  value: number
  at: number
  venueId: string
  eventId: string | null
}

/**
 * Called when the results of games of these groups may have changed, before their scores are written. `fresh`: those that count and are not
 * written yet. @returns which of them a machine has told, and the changes for the change log
 */
export type ReportedGameScoresHook = (
  tx: Db,
  games: { groupIds: readonly string[]; fresh: readonly GameScore[] },
) => Promise<{ reported: readonly GameScore[]; changes: NewChange[] }>

/** What a feature may do that learns scores from machines. */
export interface ReportedScoresApi {
  /** Returns where a score would put its player now; null: there is no such machine. */
  predict(score: ReportedScore): Promise<SubmitScoreResult | null>
  /**
   * Writes a score in the caller's transaction: verified, or under review where it is far outside the machine's scores.
   * @returns the answer for its player, and the changes for the change log
   * @throws DdpError 401, 404, 409; in an event, as `scores.submit`
   */
  add(tx: Db, score: ReportedScore, predicted: SubmitScoreResult): Promise<{ answer: SubmitScoreResult; changes: NewChange[] }>
  /** @throws DdpError 403 if the event of a score is over, unless the user directs it */
  requireRemovable(scoreId: string, userId: string): Promise<void>
  /** True if a moderator, or who directs its event, has rejected or removed a score. */
  isRejected(tx: Db, scoreId: string): Promise<boolean>
  /**
   * Removes a score that was added so, in the caller's transaction.
   * @returns the changes for the change log, and the event in which it was an attempt; null: none
   */
  remove(tx: Db, scoreId: string, by: string): Promise<{ changes: NewChange[]; eventId: string | null }>
  /** Registers what tells which scores of games a machine has told, and what else happens when results change. */
  onGameScores(hook: ReportedGameScoresHook): void
}

/** What other features may call on the scores feature. */
export interface ScoresApi {
  readonly own: OwnScoresApi
  readonly reported: ReportedScoresApi
  /**
   * The latest accepted scores of a machine, an event or a player, or of all;
   * newest first by receipt. The caller checks whether the event may be seen.
   */
  latest(of: { machineId?: string; eventId?: string; userId?: string }, limit: number): Promise<ScoreRecord[]>
  /** Counts the scores that wait for a moderator, for any reason. */
  countPending(db: Db): Promise<number>
}

export type { ScoreRecord }
