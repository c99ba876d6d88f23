import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { noScore } from '#scores/contract/errors.ts'
import { scoresLike } from '#scores/contract/likes-and-comments.ts'
import { toScoreChange } from '../apply-score-change.ts'
import { addToCounts, setLike } from '../social/social-store.ts'
import { lockActiveUser, lockScore } from '../store.ts'

export const likeScore = handle(scoresLike, async call => {
  const userId = signedIn(call)
  const { scoreId, like: likes } = call.input
  let count = 0
  await call.commit(async tx => {
    await lockActiveUser(tx, userId)
    const score = await lockScore(tx, scoreId)
    if (score === null) throw noScore()
    count = score.likes
    if (!(await setLike(tx, scoreId, userId, likes))) return []
    const delta = likes ? 1 : -1
    await addToCounts(tx, scoreId, { likes: delta })
    count += delta
    return [toScoreChange({ op: 'liked', score: { ...score, likes: count }, by: userId })]
  })
  return { likes: count }
})
