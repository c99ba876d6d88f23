import { handle } from '#platform/live/server/call-handler.ts'
import { fingerprintValues } from '#platform/live/server/fingerprint.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { commentIdUsed, noScore } from '#scores/contract/errors.ts'
import { scoresComment } from '#scores/contract/likes-and-comments.ts'
import { toScoreChange } from '../apply-score-change.ts'
import { addToCounts, findComment, insertComment, type StoredComment } from '../social/social-store.ts'
import { lockActiveUser, lockScore } from '../store.ts'

export const commentOnScore = handle(scoresComment, async call => {
  const userId = signedIn(call)
  const { _id: id, scoreId, text } = call.input
  const fingerprint = fingerprintValues(scoreId, text)
  const assertSame = (existing: StoredComment): void => {
    if (existing.userId !== userId || existing.fingerprint !== fingerprint) throw commentIdUsed()
  }
  await call.commit(async tx => {
    await lockActiveUser(tx, userId)
    const existing = await findComment(tx, id)
    if (existing !== null) {
      assertSame(existing)
      return []
    }
    const score = await lockScore(tx, scoreId)
    if (score === null) throw noScore()
    if (!(await insertComment(tx, { id, scoreId, userId, text, fingerprint }))) {
      assertSame((await findComment(tx, id))!)
      return []
    }
    await addToCounts(tx, scoreId, { comments: 1 })
    return [toScoreChange({ op: 'commented', score: { ...score, comments: score.comments + 1 }, by: userId })]
  })
  return { commentId: id }
})
