import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { eventScoresFixed, noScore, removalByPlayer } from '#scores/contract/errors.ts'
import { scoresRemove } from '#scores/contract/scores.ts'
import { applyScoreChange } from '../apply-score-change.ts'
import { scoreRights } from '../moderation/score-rights.ts'
import type { ScoreRecord } from '../score-fields.ts'
import { auditSubject } from '../score-title.ts'
import type { ScoresServices } from '../services.ts'
import { isOwnRemovedScore, lockScore, removeScore } from '../store.ts'
import { SCORE_PICTURE } from '../submit/submissions.ts'

/**
 * Removes a score that the caller has locked and may remove.
 * @param by the user who removes it @returns the changes for the change log
 */
export async function removeLockedScore(tx: Db, services: ScoresServices, score: ScoreRecord, by: string): Promise<NewChange[]> {
  const { audit, uploads, events } = services
  await removeScore(tx, score.id, score.userId !== by)
  await uploads.remove(tx, SCORE_PICTURE, score.id)
  const inEvent = await events.removeScores(tx, [score.id], { by, as: 'removed' })
  const entry = { by, action: 'scores.remove', subject: auditSubject(score), about: score.userId } as const
  const audited = score.userId === by ? [] : await audit.write(tx, entry)
  const removed: ScoreRecord = { ...score, version: score.version + 1, comment: null, location: null, picture: null }
  return [await applyScoreChange(tx, score, { op: 'removed', score: removed }), ...inEvent, ...audited]
}

/** Removing an own score again changes nothing. */
export const removeOneScore = handle(scoresRemove, async (call, services: ScoresServices) => {
  const by = signedIn(call)
  const { scoreId } = call.input
  const { isOfficial, isFixed } = await scoreRights(services, scoreId, by)
  await call.commit(async tx => {
    const score = await lockScore(tx, scoreId)
    if (score === null) {
      if (await isOwnRemovedScore(tx, scoreId, by)) return []
      throw noScore()
    }
    if (!isOfficial && score.userId !== by) throw removalByPlayer()
    if (isFixed) throw eventScoresFixed()
    return removeLockedScore(tx, services, score, by)
  })
  services.uploads.kick()
  return {}
})
