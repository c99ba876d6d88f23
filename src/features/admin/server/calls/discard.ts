import { jobsDiscard } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { decideFailedJob } from '../failed-jobs.ts'
import type { AdminServices } from '../services.ts'

export const discardJob = handle(jobsDiscard, async (call, services: AdminServices) => {
  await decideFailedJob(call, services, 'jobs.discard', (tx, id) => services.jobs.discardFailed(tx, id, true))
  return {}
})
