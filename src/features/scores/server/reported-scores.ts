import type { NewChange } from '#platform/db/change-log/write.ts'
import { eventScoresFixed, scoreIdUsed } from '#scores/contract/errors.ts'
import { isRecentEnough } from '#scores/rules.ts'
import type { ReportedGameScoresHook, ReportedScoresApi } from './api.ts'
import { applyScoreChange, toScoreChange } from './apply-score-change.ts'
import { removeLockedScore } from './calls/remove.ts'
import { usersWithVerifiedScore } from './moderation/review-store.ts'
import { findHighestPlausible, oddnessOver } from './moderation/score-review.ts'
import { scoreRights } from './moderation/score-rights.ts'
import type { ScoresServices } from './services.ts'
import { isRejected, lockActiveUser, lockScore } from './store.ts'
import { insertScoreRow } from './submit/submit-store.ts'

/** Makes what a feature that learns scores from machines uses. */
export const createReportedScores = (services: ScoresServices, hooks: ReportedGameScoresHook[]): ReportedScoresApi => ({
  async predict({ id, userId, machineId, value, at }) {
    const machine = await services.machines.resolveMerged(machineId)
    if (machine === null) return null
    return services.submissions.predict({ id, userId, machineId: machine.machineId, value, achievedAt: at })
  },
  async add(tx, { id, userId, machineId, value, at, venueId, eventId }, predicted) {
    const { clock, events } = services
    await lockActiveUser(tx, userId)
    const trusted = await usersWithVerifiedScore(tx, [userId])
    const oddness = trusted.has(userId) ? 0 : oddnessOver(value, await findHighestPlausible(tx, machineId))
    const inEvent =
      eventId === null ? [] : await events.recordScore(tx, userId, { id, eventId, machineId, value, at, pending: oddness > 0 })
    const answer = oddness > 0 ? { ...predicted, personalBest: false, underReview: true as const } : predicted
    const score = await insertScoreRow(
      tx,
      {
        ...{ id, userId, machineId, value, eventId, venueId, achievedAt: at, windowed: isRecentEnough(at, clock.now()) },
        ...{ comment: null, location: null, fingerprint: '', answer },
      },
      oddness,
      'machine',
    )
    if (score === null) throw scoreIdUsed()
    const changed: NewChange =
      oddness > 0 ? toScoreChange({ op: 'held', score }) : await applyScoreChange(tx, null, { op: 'submitted', score })
    return { answer, changes: [changed, ...inEvent] }
  },
  async requireRemovable(scoreId, userId) {
    if ((await scoreRights(services, scoreId, userId)).isFixed) throw eventScoresFixed()
  },
  isRejected,
  async remove(tx, scoreId, by) {
    const score = await lockScore(tx, scoreId)
    if (score === null) return { changes: [], eventId: null }
    return { changes: await removeLockedScore(tx, services, score, by), eventId: score.eventId }
  },
  onGameScores: hook => void hooks.push(hook),
})
