import type { NewChange } from '#platform/db/change-log/write.ts'
import type { OwnScoresApi } from './api.ts'
import { removeLockedScore } from './calls/remove.ts'
import type { ScoresServices } from './services.ts'
import { listScoresOn, lockScore } from './store.ts'

/** Makes what a feature that imports scores uses. */
export const createOwnScores = (services: ScoresServices): OwnScoresApi => ({
  list: (userId, machineIds) => listScoresOn(services.database.db, userId, machineIds),
  submit: async (userId, score) => (await services.submissions.submit(userId, score)).changes,
  async remove(tx, userId, scoreIds) {
    const changes: NewChange[] = []
    for (const id of scoreIds) {
      const score = await lockScore(tx, id)
      if (score !== null && score.userId === userId && score.eventId === null)
        changes.push(...(await removeLockedScore(tx, services, score, userId)))
    }
    return changes
  },
})
