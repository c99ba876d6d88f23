import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import type { EventsApi } from '#events/server/api.ts'
import type { ChangeLogEntry, NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { fieldError } from '#platform/live/contract.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { correctionLate, correctionsByPlayer, eventScoresFixed, noScore, removalByPlayer } from '#scores/contract/errors.ts'
import { isCorrectable } from '#scores/rules.ts'
import type { PictureRef } from '#uploads/contract.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import { endsInZero, finishScoreChange } from '../apply-score-change.ts'
import { isCounted, type ScoreRecord } from '../score-fields.ts'
import { scoreSummary } from '../score-title.ts'
import * as store from '../store.ts'
import { SCORE_PICTURE } from '../submit/submit-service.ts'
import { isModerator } from './moderation.ts'
import { deleteConfirmations } from './review-store.ts'
import type { ScoreReview } from './score-review.ts'

export interface Correction {
  scoreId: string
  value?: number | undefined
  strokes?: number | undefined
  comment?: string | undefined
  picture?: PictureRef | null | undefined
}

export interface CorrectionsOptions {
  database: Database
  clock: Clock
  accounts: Pick<AccountsApi, 'getUser'>
  audit: AuditApi
  uploads: UploadsApi
  events: EventsApi
  review: Pick<ScoreReview, 'oddnessWith'>
}

/** Edits and removes scores. Methods return change-log entries that are already committed; the caller publishes them. */
export class Corrections {
  readonly #options: CorrectionsOptions

  constructor(options: CorrectionsOptions) {
    this.#options = options
  }

  /**
   * A new picture is shown once it has been processed; until then the old one stays.
   * @throws DdpError 403, 404 as scores.edit lists them
   */
  async edit(userId: string, { scoreId, value, strokes, comment, picture }: Correction): Promise<ChangeLogEntry[]> {
    const { database, clock, accounts, uploads, events, review } = this.#options
    const moderator = await isModerator(accounts, userId)
    const rightAfterEnd = await this.#rightAfterEventEnd(scoreId, userId)
    const mayOverride = moderator || rightAfterEnd === 'may'
    const oddness = value === undefined ? 0 : await review.oddnessWith(scoreId, value)
    const entries = await database.transaction(async tx => {
      await store.lockActiveUser(tx, userId)
      const upload = picture ? await uploads.reserve(tx, SCORE_PICTURE, picture, userId) : null
      const score = await store.lockScore(tx, scoreId)
      if (score === null) throw noScore()
      if (!mayOverride && score.userId !== userId) throw correctionsByPlayer()
      if (rightAfterEnd === 'may not') throw eventScoresFixed()
      if (strokes !== undefined && score.eventId === null) throw fieldError('strokes', 'belongs to pin-golf events only')
      if (!mayOverride && !isCorrectable(score.status, score.createdAt, clock.now())) throw correctionLate()
      const updated: ScoreRecord = {
        ...score,
        value: value ?? score.value,
        comment: comment === undefined ? score.comment : comment || null,
      }
      const changes: Record<string, [unknown, unknown]> = {}
      if (updated.value !== score.value) {
        changes.value = [score.value, updated.value]
        // A moderator's or director's correction needs no review.
        updated.oddness = score.userId === userId ? oddness : 0
        updated.underReview = updated.oddness > 0
        if (updated.underReview !== score.underReview) changes.underReview = [score.underReview, updated.underReview]
      }
      if (strokes !== undefined && strokes !== score.strokes) {
        changes.strokes = [score.strokes, strokes]
        updated.strokes = strokes
      }
      if (updated.comment !== score.comment) changes.comment = [score.comment, updated.comment]
      if (upload !== null) {
        await uploads.attach(tx, upload, scoreId)
        if (upload.attachedTo === null) changes.picture = [score.picture !== null, true]
      }
      if (picture === null) {
        await uploads.remove(tx, SCORE_PICTURE, scoreId)
        updated.picture = null
        if (score.picture !== null) changes.picture = [true, false]
      }
      if (Object.keys(changes).length === 0) return []
      updated.version = score.version + 1
      await store.updateScore(tx, updated)
      if (changes.value !== undefined) await deleteConfirmations(tx, scoreId)
      await store.insertHistory(tx, { id: uuidv7(), scoreId, by: userId, action: 'edited', changes })
      const eventChanges = await events.syncScore(
        tx,
        {
          ...updated,
          rejected: updated.status === 'rejected',
          ...(changes.underReview === undefined ? {} : { pending: updated.underReview }),
        },
        { by: userId, as: 'corrected' },
      )
      const auditChanges = await this.#writeAudit(tx, userId, 'scores.edit', score, {
        ...changes,
        ...(changes.comment === undefined ? {} : { comment: 'changed' }),
      })
      const [countedBefore, countedAfter] = [Number(isCounted(score)), Number(isCounted(updated))]
      const delta = {
        scores: countedAfter - countedBefore,
        zeros: countedAfter * endsInZero(updated.value) - countedBefore * endsInZero(score.value),
      }
      return finishScoreChange(tx, { op: 'edited', score: updated }, delta, [...eventChanges, ...auditChanges])
    })
    if (picture !== undefined) uploads.kick()
    return entries
  }

  /** Removing an own score again changes nothing. @throws DdpError 403, 404 as scores.remove lists them */
  async remove(userId: string, scoreId: string): Promise<ChangeLogEntry[]> {
    const { database, accounts, uploads, events } = this.#options
    const moderator = await isModerator(accounts, userId)
    const rightAfterEnd = await this.#rightAfterEventEnd(scoreId, userId)
    const mayOverride = moderator || rightAfterEnd === 'may'
    const entries = await database.transaction(async tx => {
      const score = await store.lockScore(tx, scoreId)
      if (score === null) {
        if (await store.isOwnRemovedScore(tx, scoreId, userId)) return []
        throw noScore()
      }
      if (!mayOverride && score.userId !== userId) throw removalByPlayer()
      if (rightAfterEnd === 'may not') throw eventScoresFixed()
      await store.removeScore(tx, scoreId)
      await uploads.remove(tx, SCORE_PICTURE, scoreId)
      const eventChanges = await events.removeScores(tx, [scoreId], { by: userId, as: 'removed' })
      const countedDelta = isCounted(score) ? -1 : 0
      return finishScoreChange(
        tx,
        { op: 'removed', score: { ...score, version: score.version + 1, comment: null, location: null, picture: null } },
        { scores: countedDelta, zeros: countedDelta * endsInZero(score.value) },
        [...eventChanges, ...(await this.#writeAudit(tx, userId, 'scores.remove', score, {}))],
      )
    })
    uploads.kick()
    return entries
  }

  /** Records the change in the audit log if the score belongs to another user. @returns the changes to append to the change log */
  async #writeAudit(
    tx: Db,
    by: string,
    action: 'scores.edit' | 'scores.remove',
    score: ScoreRecord,
    details: object,
  ): Promise<NewChange[]> {
    if (by === score.userId) return []
    const subject = { kind: 'score', id: score.id, label: scoreSummary(score) } as const
    return this.#options.audit.write(tx, { by, action, subject, about: score.userId, details })
  }

  /**
   * After the end of a score's event only the event's director may change the
   * score: returns whether this applies and whether this user may.
   */
  async #rightAfterEventEnd(scoreId: string, userId: string): Promise<'not yet' | 'may' | 'may not'> {
    const { events } = this.#options
    if (!(await events.isLocked(scoreId))) return 'not yet'
    return (await events.isDirector(scoreId, userId)) === true ? 'may' : 'may not'
  }
}
