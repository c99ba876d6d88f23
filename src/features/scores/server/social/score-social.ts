import { createHash } from 'node:crypto'
import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Database } from '#platform/db/database.ts'
import type { Subject } from '#reports/server/api.ts'
import { commentAuthorOnly, commentIdUsed, noComment, noScore } from '#scores/contract/errors.ts'
import { publishScoreChange } from '../apply-score-change.ts'
import { isModerator } from '../moderation/moderation.ts'
import { scoreSummary } from '../score-title.ts'
import { lockActiveUser, lockScore, scoreById } from '../store.ts'
import * as store from './social-store.ts'

/** Likes and comments. Methods return change-log entries that are already committed; the caller publishes them. */
export class ScoreSocial {
  readonly #database: Database
  readonly #accounts: AccountsApi
  readonly #audit: AuditApi

  constructor({ database, accounts, audit }: { database: Database; accounts: AccountsApi; audit: AuditApi }) {
    this.#database = database
    this.#accounts = accounts
    this.#audit = audit
  }

  /** @throws DdpError 404 */
  async like(userId: string, scoreId: string, like: boolean): Promise<{ likes: number; changes: ChangeLogEntry[] }> {
    return this.#database.transaction(async tx => {
      await lockActiveUser(tx, userId)
      const score = await lockScore(tx, scoreId)
      if (score === null) throw noScore()
      if (!(await store.setLike(tx, scoreId, userId, like))) return { likes: score.likes, changes: [] }
      const delta = like ? 1 : -1
      await store.addToCounts(tx, scoreId, { likes: delta })
      const likes = score.likes + delta
      return { likes, changes: await publishScoreChange(tx, { op: 'liked', score: { ...score, likes }, by: userId }) }
    })
  }

  /** @throws DdpError 404, 409 */
  async comment(userId: string, { _id: id, scoreId, text }: { _id: string; scoreId: string; text: string }): Promise<ChangeLogEntry[]> {
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([scoreId, text]))
      .digest('base64')
    return this.#database.transaction(async tx => {
      await lockActiveUser(tx, userId)
      const existing = await store.findComment(tx, id)
      if (existing !== null) return assertSameComment(existing, userId, fingerprint)
      const score = await lockScore(tx, scoreId)
      if (score === null) throw noScore()
      if (!(await store.insertComment(tx, { id, scoreId, userId, text, fingerprint })))
        return assertSameComment((await store.findComment(tx, id))!, userId, fingerprint)
      await store.addToCounts(tx, scoreId, { comments: 1 })
      return publishScoreChange(tx, { op: 'commented', score: { ...score, comments: score.comments + 1 }, by: userId })
    })
  }

  /** Removing an own comment again changes nothing. @throws DdpError 403, 404 */
  async removeComment(userId: string, commentId: string): Promise<ChangeLogEntry[]> {
    const moderator = await isModerator(this.#accounts, userId)
    return this.#database.transaction(async tx => {
      const existing = await store.findComment(tx, commentId)
      const score = existing === null ? null : await lockScore(tx, existing.scoreId)
      const comment = existing === null ? null : await store.findComment(tx, commentId)
      if (comment === null || score === null || (comment.removed && comment.userId !== userId)) throw noComment()
      if (comment.userId !== userId && !moderator) throw commentAuthorOnly()
      if (comment.removed) return []
      await store.removeComment(tx, commentId)
      await store.addToCounts(tx, comment.scoreId, { comments: -1 })
      const auditChanges =
        comment.userId === userId
          ? []
          : await this.#audit.write(tx, {
              by: userId,
              action: 'scores.removeComment',
              subject: { kind: 'score', id: score.id, label: scoreSummary(score) },
              about: comment.userId,
            })
      return publishScoreChange(tx, { op: 'commented', score: { ...score, comments: score.comments - 1 } }, auditChanges)
    })
  }

  /**
   * Describes a comment for a report: the first 80 characters of its text, the path of its score and its author. Null if it does not exist.
   */
  async describeForReport(commentId: string): Promise<Subject | null> {
    const { db } = this.#database
    const comment = await store.findComment(db, commentId)
    if (comment === null || comment.removed || (await scoreById(db, comment.scoreId)) === null) return null
    const { text, scoreId, userId } = comment
    return { label: `“${[...text].slice(0, 80).join('')}”`, path: `/scores/${scoreId}`, userId, shownBy: scoreId }
  }
}

function assertSameComment(existing: { userId: string; fingerprint: string }, userId: string, fingerprint: string): ChangeLogEntry[] {
  if (existing.userId === userId && existing.fingerprint === fingerprint) return []
  throw commentIdUsed()
}
