import { type FailedJobDoc, jobsFailed } from '#admin/contract.ts'
import styles from '#admin/ui/admin.module.css'
import type { SubscriptionState } from '#ddp/client/subscriptions.ts'
import * as m from '#messages'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { AdminGuard } from '#roles/ui/AdminGuard.tsx'
import { FailedJobItem } from './FailedJobItem.tsx'

/** The jobs that have failed and are not tried again by themselves, with what an administrator may do about each. */
export function JobsPage() {
  // Subscribed before the login is known: a refused subscription is repeated once the user is logged in.
  const live = useSubscription(jobsFailed, {})
  return (
    <AdminGuard title={m.ui_failed_jobs()} path="/admin/jobs">
      <Jobs live={live} />
    </AdminGuard>
  )
}

function Jobs({ live }: { live: SubscriptionState }) {
  const jobs = useDocuments<FailedJobDoc, (FailedJobDoc & { _id: string })[]>(
    'failedJobs',
    documents => [...documents].sort((a, b) => b.failedAt.getTime() - a.failedAt.getTime() || (a._id < b._id ? 1 : -1)),
    [],
  )
  return (
    <>
      <p className={cx(layout.quiet, styles.quiet)}>{m.admin_jobs_text()}</p>
      {live.state === 'pending' && jobs.length === 0 && <Skeleton kind="board-row" count={3} />}
      {live.state === 'failed' && <ErrorState title={m.admin_jobs_unavailable()}>{errorMessage(live.error)}</ErrorState>}
      {live.state === 'ready' && jobs.length === 0 && <EmptyState title={m.admin_jobs_none()}>{m.admin_jobs_none_text()}</EmptyState>}
      {jobs.length > 0 && (
        <List className={layout.stack}>
          {jobs.map(job => (
            <FailedJobItem key={job._id} job={job} />
          ))}
        </List>
      )}
    </>
  )
}
