import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { confirmersOnly, noScore, notUnderReview, ownScoreConfirm } from '#scores/contract/errors.ts'
import { scoresConfirm } from '#scores/contract/moderation.ts'
import { CONFIRMATIONS_NEEDED, CONFIRMER_AGE_MS } from '#scores/rules.ts'
import { toScoreChange } from '../apply-score-change.ts'
import { confirmingUsers, isOlderThan, setConfirmation, usersWithVerifiedScore } from '../moderation/review-store.ts'
import { releaseScore } from '../moderation/score-review.ts'
import { isCounted } from '../score-fields.ts'
import type { ScoresServices } from '../services.ts'
import { insertHistory, lockActiveUser, lockScore } from '../store.ts'

export const confirmScore = handle(scoresConfirm, async (call, { clock, events }: ScoresServices) => {
  const by = signedIn(call)
  const { scoreId, confirm: confirms } = call.input
  // Whether a score counts in an event that is over, only its director decides.
  const pending = (await events.isLocked(scoreId)) ? {} : { pending: false }
  let confirmations = 0
  await call.commit(async tx => {
    await lockActiveUser(tx, by)
    const score = await lockScore(tx, scoreId)
    if (score === null) throw noScore()
    if (score.userId === by) throw ownScoreConfirm()
    const isExperienced =
      (await usersWithVerifiedScore(tx, [by], score.machineId)).has(by) &&
      (await isOlderThan(tx, by, new Date(clock.now() - CONFIRMER_AGE_MS)))
    if (!isExperienced) throw confirmersOnly()
    if (!score.underReview) {
      // The call that released the score may be sent again if its answer was lost.
      const released = confirms ? await confirmingUsers(tx, scoreId) : []
      if (!released.includes(by)) throw notUnderReview()
      confirmations = released.length
      return []
    }
    confirmations = await setConfirmation(tx, scoreId, by, confirms)
    if (!confirms || confirmations < CONFIRMATIONS_NEEDED) return [toScoreChange({ op: 'confirmed', score })]
    await insertHistory(tx, { id: uuidv7(), scoreId, by: null, action: 'confirmed', changes: { underReview: [true, false] } })
    const released = { ...score, underReview: false, rejected: !isCounted({ ...score, underReview: false }), ...pending }
    const inEvent = await events.syncScore(tx, released, { by, as: 'confirmed' })
    return [await releaseScore(tx, score), ...inEvent]
  })
  return { confirmations }
})
