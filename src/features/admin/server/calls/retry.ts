import { jobsRetry } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { decideFailedJob } from '../failed-jobs.ts'
import type { AdminServices } from '../services.ts'

export const retryJob = handle(jobsRetry, async (call, services: AdminServices) => {
  const kind = await decideFailedJob(call, services, 'jobs.retry', (tx, id) => services.jobs.retryFailed(tx, id))
  services.jobs.processDue(kind)
  return {}
})
