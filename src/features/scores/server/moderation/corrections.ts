import type { Clock } from '../../../../ddp/timing/clock.ts'
import { DdpError } from '../../../../ddp/wire/error.ts'
import type { ChangeLogEntry, NewChange } from '../../../../platform/db/change-log/write.ts'
import type { Database, Db } from '../../../../platform/db/database.ts'
import { fieldError } from '../../../../platform/live/contract.ts'
import { uuidv7 } from '../../../../platform/uuid.ts'
import type { AccountsApi } from '../../../accounts/server/api.ts'
import type { AuditApi } from '../../../audit/server/api.ts'
import type { EventsApi } from '../../../events/server/api.ts'
import type { PictureRef } from '../../../uploads/contract.ts'
import type { UploadsApi } from '../../../uploads/server/api.ts'
import { correctable } from '../../rules.ts'
import { finishScoreChange, zero } from '../apply-score-change.ts'
import type { ScoreRecord } from '../score-fields.ts'
import { scoreSummary } from '../score-title.ts'
import * as store from '../store.ts'
import { SCORE_PICTURE } from '../submit/submit-service.ts'
import { isOver, moderates, NO_SCORE } from './moderation.ts'

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
  accounts: Pick<AccountsApi, 'person'>
  audit: AuditApi
  uploads: UploadsApi
  events: EventsApi
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
    const { database, clock, accounts, uploads, events } = this.#options
    const moderator = await moderates(accounts, userId)
    const afterEnd = await this.#afterEnd(scoreId, userId)
    const rules = moderator || afterEnd === 'may'
    const entries = await database.transaction(async tx => {
      await store.holdUser(tx, userId)
      const sent = picture ? await uploads.take(tx, SCORE_PICTURE, picture, userId) : null
      const score = await store.lockScore(tx, scoreId)
      if (score === null) throw new DdpError(404, NO_SCORE)
      if (!rules && score.userId !== userId) throw new DdpError(403, 'Only its player may correct a score.')
      if (afterEnd === 'may not') throw isOver()
      if (strokes !== undefined && score.eventId === null) throw fieldError('strokes', 'belongs to pin-golf events only')
      if (!rules && !correctable(score.status, score.createdAt, clock.now()))
        throw new DdpError(403, 'A score can be corrected for 24 hours, until somebody has verified it.')
      const after: ScoreRecord = { ...score, value: value ?? score.value, comment: comment === undefined ? score.comment : comment || null }
      const changes: Record<string, [unknown, unknown]> = {}
      if (after.value !== score.value) changes.value = [score.value, after.value]
      if (strokes !== undefined && strokes !== score.strokes) {
        changes.strokes = [score.strokes, strokes]
        after.strokes = strokes
      }
      if (after.comment !== score.comment) changes.comment = [score.comment, after.comment]
      if (sent !== null) {
        await uploads.attach(tx, sent, scoreId)
        if (sent.attachedTo === null) changes.picture = [score.picture !== null, true]
      }
      if (picture === null) {
        await uploads.drop(tx, SCORE_PICTURE, scoreId)
        after.picture = null
        if (score.picture !== null) changes.picture = [true, false]
      }
      if (Object.keys(changes).length === 0) return []
      after.version = score.version + 1
      await store.updateScore(tx, after)
      await store.insertHistory(tx, { id: uuidv7(), scoreId, by: userId, action: 'edited', changes })
      const counted = score.status === 'rejected' ? 0 : 1
      const inEvent = await events.follow(tx, { ...after, rejected: after.status === 'rejected' }, { by: userId, as: 'corrected' })
      const written = await this.#written(tx, userId, 'scores.edit', score, {
        ...changes,
        ...(changes.comment === undefined ? {} : { comment: 'changed' }),
      })
      const zeros = counted * (zero(after.value) - zero(score.value))
      return finishScoreChange(tx, { op: 'edited', score: after }, { scores: 0, zeros }, [...inEvent, ...written])
    })
    if (picture !== undefined) uploads.work()
    return entries
  }

  /** Removing an own score again changes nothing. @throws DdpError 403, 404 as scores.remove lists them */
  async remove(userId: string, scoreId: string): Promise<ChangeLogEntry[]> {
    const { database, accounts, uploads, events } = this.#options
    const moderator = await moderates(accounts, userId)
    const afterEnd = await this.#afterEnd(scoreId, userId)
    const rules = moderator || afterEnd === 'may'
    const entries = await database.transaction(async tx => {
      const score = await store.lockScore(tx, scoreId)
      if (score === null) {
        if (await store.isOwnTombstone(tx, scoreId, userId)) return []
        throw new DdpError(404, NO_SCORE)
      }
      if (!rules && score.userId !== userId) throw new DdpError(403, 'Only its player may remove a score.')
      if (afterEnd === 'may not') throw isOver()
      await store.removeScore(tx, scoreId)
      await uploads.drop(tx, SCORE_PICTURE, scoreId)
      const inEvent = await events.forget(tx, [scoreId], { by: userId, as: 'removed' })
      const counted = score.status === 'rejected' ? 0 : -1
      return finishScoreChange(
        tx,
        { op: 'removed', score: { ...score, version: score.version + 1, comment: null, location: null, picture: null } },
        { scores: counted, zeros: counted * zero(score.value) },
        [...inEvent, ...(await this.#written(tx, userId, 'scores.remove', score, {}))],
      )
    })
    uploads.work()
    return entries
  }

  /** Records the change in the audit log if the score belongs to another user. @returns the changes to append to the change log */
  async #written(tx: Db, by: string, action: 'scores.edit' | 'scores.remove', score: ScoreRecord, details: object): Promise<NewChange[]> {
    if (by === score.userId) return []
    const subject = { kind: 'score', id: score.id, label: scoreSummary(score) } as const
    return this.#options.audit.write(tx, { by, action, subject, about: score.userId, details })
  }

  /**
   * After the end of a score's event only the event's director may change the
   * score: returns whether this applies and whether this user may.
   */
  async #afterEnd(scoreId: string, userId: string): Promise<'not yet' | 'may' | 'may not'> {
    const { events } = this.#options
    if (!(await events.isFrozen(scoreId))) return 'not yet'
    return (await events.directs(scoreId, userId)) === true ? 'may' : 'may not'
  }
}
