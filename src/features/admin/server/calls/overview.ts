import { siteOverview } from '#admin/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { type AdminServices, countModeration } from '../services.ts'
import { countSite } from '../store.ts'

const MAIL = 'mail'
const DAY_MS = 86_400_000

export const describeSite = handle(siteOverview, async (call, services: AdminServices) => {
  const { database, jobs, clock, requireAdmin, readStatus } = services
  await requireAdmin(call)
  const now = clock.now()
  const [counts, pending, kinds, status] = await Promise.all([
    countSite(database.db, new Date(now), new Date(now - 7 * DAY_MS)),
    countModeration(services),
    jobs.count(database.db),
    readStatus(),
  ])
  const mail = kinds.find(({ kind }) => kind === MAIL)
  return {
    counts,
    pending: { ...pending, failedJobs: kinds.reduce((sum, { failed }) => sum + failed, 0) },
    mails: { queued: mail?.queued ?? 0, failed: mail?.failed ?? 0 },
    status,
  }
})
