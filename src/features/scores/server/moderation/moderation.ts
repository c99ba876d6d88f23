import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { EventsApi } from '#events/server/api.ts'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Database } from '#platform/db/database.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { ReportsApi } from '#reports/server/api.ts'
import { moderatorsOnly } from '#roles/contract.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import { eventScoresFixed, flaggedBefore, noScore, ownScoreFlag, scoreHasChanged } from '#scores/contract/errors.ts'
import type { ScoreStatus } from '#scores/contract/scores.ts'
import { endsInZero, finishScoreChange } from '../apply-score-change.ts'
import { isCounted, type ScoreRecord } from '../score-fields.ts'
import { scoreSummary } from '../score-title.ts'
import { insertFlag } from '../social/social-store.ts'
import * as store from '../store.ts'
import { deleteConfirmations } from './review-store.ts'

/** True if the user may moderate scores. */
export async function isModerator(accounts: Pick<AccountsApi, 'getUser'>, userId: string): Promise<boolean> {
  const person = await accounts.getUser(userId)
  return person !== null && hasGlobalRole(person.roles, ['moderator', 'admin'])
}

/** Flags and moderates scores. Methods return change-log entries that are already committed; the caller publishes them. */
export class Moderation {
  readonly #database: Database
  readonly #accounts: AccountsApi
  readonly #reports: ReportsApi
  readonly #events: EventsApi
  readonly #audit: AuditApi

  constructor({
    database,
    accounts,
    reports,
    events,
    audit,
  }: { database: Database; accounts: AccountsApi; reports: ReportsApi; events: EventsApi; audit: AuditApi }) {
    this.#database = database
    this.#accounts = accounts
    this.#reports = reports
    this.#events = events
    this.#audit = audit
  }

  /**
   * Flags a score: an unverified one becomes disputed, and every flag opens a
   * report to the moderators. Only moderators learn who flagged it.
   * @throws DdpError 403, 404, 409
   */
  async flag(userId: string, scoreId: string, reason: string): Promise<ChangeLogEntry[]> {
    return this.#database.transaction(async tx => {
      await store.lockActiveUser(tx, userId)
      const score = await store.lockScore(tx, scoreId)
      if (score === null) throw noScore()
      if (score.userId === userId) throw ownScoreFlag()
      if (!(await insertFlag(tx, scoreId, userId, reason))) throw flaggedBefore()
      const updated: ScoreRecord = {
        ...score,
        version: score.version + 1,
        status: score.status === 'unverified' ? 'disputed' : score.status,
      }
      const changes = updated.status === score.status ? {} : { status: [score.status, updated.status] }
      await store.updateScore(tx, updated)
      await store.insertHistory(tx, { id: uuidv7(), scoreId, by: null, action: 'flagged', changes, reason })
      const report = await this.#reports.open(tx, { kind: 'score', subjectId: scoreId, reason, userId })
      return finishScoreChange(tx, { op: 'moderated', score: updated }, { scores: 0, zeros: 0 }, report)
    })
  }

  /** Sets a score's status as a moderator or as the director of its event. @throws DdpError 403, 404, 409 */
  async moderate(
    userId: string,
    { scoreId, version, status, reason }: { scoreId: string; version: number; status: ScoreStatus; reason?: string | undefined },
  ): Promise<ChangeLogEntry[]> {
    const isDirector = (await this.#events.isDirector(scoreId, userId)) === true
    if (!isDirector && !(await isModerator(this.#accounts, userId))) throw moderatorsOnly()
    if (!isDirector && (await this.#events.isLocked(scoreId))) throw eventScoresFixed()
    return this.#database.transaction(async tx => {
      await store.lockActiveUser(tx, userId)
      const score = await store.lockScore(tx, scoreId)
      if (score === null) throw noScore()
      if (score.version !== version) throw scoreHasChanged()
      if (score.status === status && !score.underReview) return []
      const updated: ScoreRecord = { ...score, status, underReview: false, version: version + 1 }
      await store.updateScore(tx, updated)
      await deleteConfirmations(tx, scoreId)
      const changes = {
        ...(score.status === status ? {} : { status: [score.status, status] }),
        ...(score.underReview ? { underReview: [true, false] } : {}),
      }
      await store.insertHistory(tx, { id: uuidv7(), scoreId, by: userId, action: 'moderated', changes, reason })
      const countedDelta = Number(isCounted(updated)) - Number(isCounted(score))
      const auditChanges = await this.#audit.write(tx, {
        by: userId,
        action: 'scores.moderate',
        subject: { kind: 'score', id: scoreId, label: scoreSummary(score) },
        about: score.userId,
        details: changes,
      })
      // An attempt whose score is under review waits for this decision.
      const pending = score.underReview ? { pending: false } : {}
      const eventChanges = await this.#events.syncScore(
        tx,
        { ...updated, rejected: status === 'rejected', ...pending },
        { by: userId, as: status },
      )
      return finishScoreChange(
        tx,
        { op: 'moderated', score: updated, by: userId },
        { scores: countedDelta, zeros: countedDelta * endsInZero(score.value) },
        [...eventChanges, ...auditChanges],
      )
    })
  }
}
