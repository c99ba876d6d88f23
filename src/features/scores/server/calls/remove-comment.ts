import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { commentAuthorOnly, noComment } from '#scores/contract/errors.ts'
import { scoresRemoveComment } from '#scores/contract/likes-and-comments.ts'
import { toScoreChange } from '../apply-score-change.ts'
import { isModerator } from '../moderation/score-rights.ts'
import { auditSubject } from '../score-title.ts'
import type { ScoresServices } from '../services.ts'
import * as store from '../social/social-store.ts'
import { lockScore } from '../store.ts'

/** Removing an own comment again changes nothing. */
export const removeComment = handle(scoresRemoveComment, async (call, { accounts, audit }: ScoresServices) => {
  const by = signedIn(call)
  const { commentId } = call.input
  const moderator = await isModerator(accounts, by)
  await call.commit(async tx => {
    const existing = await store.findComment(tx, commentId)
    const score = existing === null ? null : await lockScore(tx, existing.scoreId)
    const comment = existing === null ? null : await store.findComment(tx, commentId)
    if (comment === null || score === null || (comment.removed && comment.userId !== by)) throw noComment()
    if (comment.userId !== by && !moderator) throw commentAuthorOnly()
    if (comment.removed) return []
    await store.eraseComment(tx, commentId)
    await store.addToCounts(tx, comment.scoreId, { comments: -1 })
    const entry = { by, action: 'scores.removeComment', subject: auditSubject(score), about: comment.userId } as const
    const audited = comment.userId === by ? [] : await audit.write(tx, entry)
    return [toScoreChange({ op: 'commented', score: { ...score, comments: score.comments - 1 } }), ...audited]
  })
  return {}
})
