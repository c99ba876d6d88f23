import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { ratingsHide } from '#ratings/contract/ratings.ts'
import { ratingsChanged } from '../changes.ts'
import { setRatingHidden } from '../store.ts'

export const hideRating = handle(ratingsHide, async (call, _services: object) => {
  const userId = signedIn(call)
  await call.commit(async tx => {
    await setRatingHidden(tx, userId, call.input.hidden)
    return [ratingsChanged.of({ userIds: [userId] })]
  })
  return {}
})
