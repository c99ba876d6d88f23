import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { appendChanges } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { FailedJob } from '#platform/jobs/job-store.ts'
import { failedJobsChanged } from '#platform/jobs/job-worker.ts'
import { documentsById } from '#platform/live/server/live-query.ts'
import { administratorsOnly } from '#roles/contract.ts'
import { createRequireAdmin, guardGlobalRole } from '#roles/server/api.ts'
import { type FailedJobDoc, jobsDiscard, jobsFailed, jobsRestore, jobsRetry, noFailedJob } from '../contract.ts'

const jobDocument = ({ kind, createdAt, failedAt, tries, error, discardedAt }: FailedJob): FailedJobDoc & Fields => ({
  kind,
  createdAt,
  failedAt,
  tries,
  error,
  ...(discardedAt === null ? {} : { discardedAt }),
})

/** Shows administrators the jobs that have failed, and lets them decide what becomes of each. */
export function registerFailedJobs({ database, live, jobs }: FeatureContext, accounts: AccountsApi, audit: AuditApi): void {
  const requireAdmin = createRequireAdmin(accounts)

  live.query(jobsFailed, {
    // Jobs also vanish from the list without a change of it: with the account that they are about, or when they are added again.
    cache: { name: 'list of failed jobs', maxIdle: 0 },
    async params(_, publishing) {
      await guardGlobalRole(live, accounts, publishing, ['admin'], administratorsOnly)
      return {}
    },
    async load(tx, _, { watchKeys }) {
      watchKeys('failed')
      return { failedJobs: documentsById(await jobs.listFailed(tx), job => [job.id, jobDocument(job)]) }
    },
    reloadOn: [failedJobsChanged.touches(() => ['failed'])],
  })

  const decisions = [
    ['jobs.retry', jobsRetry, (tx: Db, id: string) => jobs.retryFailed(tx, id)],
    ['jobs.discard', jobsDiscard, (tx: Db, id: string) => jobs.discardFailed(tx, id, true)],
    ['jobs.restore', jobsRestore, (tx: Db, id: string) => jobs.discardFailed(tx, id, false)],
  ] as const
  for (const [action, contract, decide] of decisions)
    live.method(contract, async call => {
      const adminId = await requireAdmin(call)
      const { jobId: id } = call.input
      const { kind, entries } = await database.transaction(async tx => {
        const kind = await decide(tx, id)
        if (kind === null) throw noFailedJob()
        const written = await audit.write(tx, { by: adminId, action, subject: { kind: 'job', id, label: kind } })
        return { kind, entries: await appendChanges(tx, [failedJobsChanged.of({}), ...written]) }
      })
      await call.committed(entries)
      if (contract === jobsRetry) jobs.processDue(kind)
      return {}
    })
}
