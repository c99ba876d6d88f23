import type { Clock } from '#ddp/timing/clock.ts'
import type { AttemptAcceptedHook, EventsApi } from '#events/server/api.ts'
import type { ChangeLogEntry, NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { Board } from '#ranking/board.ts'
import { confirmersOnly, noScore, notUnderReview, ownScoreConfirm } from '#scores/contract/errors.ts'
import { CONFIRMATIONS_NEEDED, CONFIRMER_AGE_MS, highestPlausible } from '#scores/rules.ts'
import { endsInZero, finishScoreChange, publishScoreChange } from '../apply-score-change.ts'
import type { BoardCache } from '../boards/board-cache.ts'
import { isCounted, type ScoreRecord } from '../score-fields.ts'
import * as store from '../store.ts'
import { confirmingUsers, deleteConfirmations, isOlderThan, setConfirmation, usersWithVerifiedScore } from './review-store.ts'

/** A score's value in percent of the highest plausible one on its machine; 0 if it is plausible. */
export function measureOddness(value: number, board: Board): number {
  const highest = highestPlausible(board.players, board.quantile(0.9))
  return value > highest ? Math.round((value / highest) * 100) : 0
}

/**
 * Scores far outside those of their machine, by players without a verified score. Boards and lists leave them out until a moderator, the
 * director of their event or two experienced players have said that they are right.
 */
export class ScoreReview {
  readonly #database: Database
  readonly #clock: Clock
  readonly #boards: BoardCache
  readonly #events: EventsApi

  constructor({ database, clock, boards, events }: { database: Database; clock: Clock; boards: BoardCache; events: EventsApi }) {
    this.#database = database
    this.#clock = clock
    this.#boards = boards
    this.#events = events
  }

  /**
   * The oddness (percent) with which a score would be under review if it had this value; 0: it would not be. Call it before a transaction,
   * because it may have to load a board.
   */
  async oddnessWith(scoreId: string, value: number): Promise<number> {
    const { db } = this.#database
    const score = await store.scoreById(db, scoreId)
    if (score === null) return 0
    const { board } = await this.#boards.get({ machineId: score.machineId, window: 'all', verifiedOnly: false })
    const oddness = measureOddness(value, board.board)
    return oddness > 0 && (await usersWithVerifiedScore(db, [score.userId])).has(score.userId) ? 0 : oddness
  }

  /**
   * Confirms a score that is under review, or takes that back.
   * @returns how many players confirm it
   * @throws DdpError 403, 404, 409 as scores.confirm lists them
   */
  async confirm(userId: string, scoreId: string, confirm: boolean): Promise<{ confirmations: number; changes: ChangeLogEntry[] }> {
    // Whether a score counts in an event that is over, only its director decides.
    const pending = (await this.#events.isLocked(scoreId)) ? {} : { pending: false }
    return this.#database.transaction(async tx => {
      await store.lockActiveUser(tx, userId)
      const score = await store.lockScore(tx, scoreId)
      if (score === null) throw noScore()
      if (score.userId === userId) throw ownScoreConfirm()
      const isExperienced =
        (await usersWithVerifiedScore(tx, [userId], score.machineId)).has(userId) &&
        (await isOlderThan(tx, userId, new Date(this.#clock.now() - CONFIRMER_AGE_MS)))
      if (!isExperienced) throw confirmersOnly()
      if (!score.underReview) {
        // The call that released the score may be sent again if its answer was lost.
        const released = confirm ? await confirmingUsers(tx, scoreId) : []
        if (released.includes(userId)) return { confirmations: released.length, changes: [] }
        throw notUnderReview()
      }
      const confirmations = await setConfirmation(tx, scoreId, userId, confirm)
      if (!confirm || confirmations < CONFIRMATIONS_NEEDED)
        return { confirmations, changes: await publishScoreChange(tx, { op: 'confirmed', score }) }
      const updated = { ...score, underReview: false, version: score.version + 1 }
      const changes = { underReview: [true, false] }
      await store.insertHistory(tx, { id: uuidv7(), scoreId, by: null, action: 'confirmed', changes })
      const eventChanges = await this.#events.syncScore(
        tx,
        { ...updated, rejected: !isCounted(updated), ...pending },
        { by: userId, as: 'confirmed' },
      )
      return { confirmations, changes: await this.#release(tx, updated, eventChanges) }
    })
  }

  /** Releases the score of an attempt that the event's director has accepted. */
  readonly onAttemptAccepted: AttemptAcceptedHook = async (tx, { attemptId, by }) => {
    const score = await store.lockScore(tx, attemptId)
    if (score === null || !score.underReview) return []
    const updated = { ...score, underReview: false, version: score.version + 1 }
    await store.insertHistory(tx, { id: uuidv7(), scoreId: score.id, by, action: 'confirmed', changes: { underReview: [true, false] } })
    await deleteConfirmations(tx, score.id)
    return this.#release(tx, updated, [])
  }

  async #release(tx: Db, score: ScoreRecord, otherChanges: readonly NewChange[]): Promise<ChangeLogEntry[]> {
    await store.updateScore(tx, score)
    const counted = Number(isCounted(score))
    const delta = { scores: counted, zeros: counted * endsInZero(score.value) }
    return finishScoreChange(tx, { op: 'moderated', score }, delta, otherChanges)
  }
}
