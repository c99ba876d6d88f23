import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { moderatorsOnly } from '#roles/contract.ts'
import { eventScoresFixed, noScore, scoreHasChanged } from '#scores/contract/errors.ts'
import { scoresModerate } from '#scores/contract/moderation.ts'
import { applyScoreChange } from '../apply-score-change.ts'
import { deleteConfirmations } from '../moderation/review-store.ts'
import { isModerator } from '../moderation/score-rights.ts'
import type { ScoreRecord } from '../score-fields.ts'
import { auditSubject } from '../score-title.ts'
import type { ScoresServices } from '../services.ts'
import { insertHistory, lockActiveUser, lockScore, updateScore } from '../store.ts'

export const moderateScore = handle(scoresModerate, async (call, { accounts, audit, events }: ScoresServices) => {
  const by = signedIn(call)
  const { scoreId, version, status, reason } = call.input
  const isDirector = (await events.isDirector(scoreId, by)) === true
  if (!isDirector && !(await isModerator(accounts, by))) throw moderatorsOnly()
  if (!isDirector && (await events.isLocked(scoreId))) throw eventScoresFixed()
  await call.commit(async tx => {
    await lockActiveUser(tx, by)
    const score = await lockScore(tx, scoreId)
    if (score === null) throw noScore()
    if (score.version !== version) throw scoreHasChanged()
    if (score.status === status && !score.underReview) return []
    const oddness = score.underReview ? score.oddness : 0
    const updated: ScoreRecord = { ...score, status, underReview: false, oddness, version: version + 1 }
    await updateScore(tx, updated)
    await deleteConfirmations(tx, scoreId)
    const details = {
      ...(score.status === status ? {} : { status: [score.status, status] }),
      ...(score.underReview ? { underReview: [true, false] } : {}),
    }
    await insertHistory(tx, { id: uuidv7(), scoreId, by, action: 'moderated', changes: details, reason })
    const subject = auditSubject(score)
    const audited = await audit.write(tx, { by, action: 'scores.moderate', subject, about: score.userId, details })
    // An attempt whose score is under review waits for this decision.
    const pending = score.underReview ? { pending: false } : {}
    const inEvent = await events.syncScore(tx, { ...updated, rejected: status === 'rejected', ...pending }, { by, as: status })
    return [await applyScoreChange(tx, score, { op: 'moderated', score: updated, by }), ...inEvent, ...audited]
  })
  return {}
})
