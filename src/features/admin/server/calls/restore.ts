import { jobsRestore } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { decideFailedJob } from '../failed-jobs.ts'
import type { AdminServices } from '../services.ts'

export const restoreJob = handle(jobsRestore, async (call, services: AdminServices) => {
  await decideFailedJob(call, services, 'jobs.restore', (tx, id) => services.jobs.discardFailed(tx, id, false))
  return {}
})
