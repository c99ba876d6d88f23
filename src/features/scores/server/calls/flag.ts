import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { flaggedBefore, noScore, ownScoreFlag } from '#scores/contract/errors.ts'
import { scoresFlag } from '#scores/contract/scores.ts'
import { applyScoreChange } from '../apply-score-change.ts'
import type { ScoreRecord } from '../score-fields.ts'
import type { ScoresServices } from '../services.ts'
import { insertFlag } from '../social/social-store.ts'
import { insertHistory, lockActiveUser, lockScore, updateScore } from '../store.ts'

/** An unverified score becomes disputed, and every flag opens a report to the moderators. Only moderators learn who flagged it. */
export const flagScore = handle(scoresFlag, async (call, { reports }: ScoresServices) => {
  const userId = signedIn(call)
  const { scoreId, reason } = call.input
  await call.commit(async tx => {
    await lockActiveUser(tx, userId)
    const score = await lockScore(tx, scoreId)
    if (score === null) throw noScore()
    if (score.userId === userId) throw ownScoreFlag()
    if (!(await insertFlag(tx, scoreId, userId, reason))) throw flaggedBefore()
    const status = score.status === 'unverified' ? 'disputed' : score.status
    const updated: ScoreRecord = { ...score, version: score.version + 1, status }
    const changes = status === score.status ? {} : { status: [score.status, status] }
    await updateScore(tx, updated)
    await insertHistory(tx, { id: uuidv7(), scoreId, by: null, action: 'flagged', changes, reason })
    const report = await reports.open(tx, { kind: 'score', subjectId: scoreId, reason, userId })
    return [await applyScoreChange(tx, score, { op: 'moderated', score: updated }), ...report]
  })
  return {}
})
