import type { AccountsApi } from '#accounts/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { ReportsApi } from '#reports/server/api.ts'
import { moderatorsOnly } from '#roles/contract.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import { createRequireAdmin } from '#roles/server/api.ts'
import type { ScoresApi } from '#scores/server/api.ts'
import { moderationOverview, type SystemStatus, siteOverview } from '../contract.ts'
import { countSite } from './store.ts'

const MAIL = 'mail'
const DAY_MS = 86_400_000

interface OverviewDependencies {
  accounts: AccountsApi
  reports: Pick<ReportsApi, 'countOpen'>
  scores: Pick<ScoresApi, 'countPending'>
  readStatus: () => Promise<SystemStatus>
}

/** Answers what the dashboard of the administration shows. */
export function registerOverview(platform: FeatureContext, { accounts, reports, scores, readStatus }: OverviewDependencies): void {
  const { live, database, jobs, clock } = platform
  const requireAdmin = createRequireAdmin(accounts)
  const countModeration = async (): Promise<{ scores: number; reports: number }> => {
    const [pending, open] = await Promise.all([scores.countPending(database.db), reports.countOpen(database.db)])
    return { scores: pending, reports: open }
  }

  live.method(siteOverview, async call => {
    await requireAdmin(call)
    const now = clock.now()
    const [counts, pending, kinds, status] = await Promise.all([
      countSite(database.db, new Date(now), new Date(now - 7 * DAY_MS)),
      countModeration(),
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

  live.method(moderationOverview, async call => {
    const person = await accounts.getUser(signedIn(call))
    if (person === null || !hasGlobalRole(person.roles, ['admin', 'moderator'])) throw moderatorsOnly()
    return countModeration()
  })
}
