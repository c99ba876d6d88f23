import { useRef } from 'react'
import * as m from '#messages'
import { type ReportDoc, reportsList } from '../../features/reports/contract.ts'
import { isUrgent } from '../../features/reports/rules.ts'
import { useAdminTabs } from '../../features/roles/ui/admin-tabs.ts'
import { errorMessage, useDocuments, useSubscription } from '../../platform/live/hooks.ts'
import { Missing } from '../../platform/live/not-found-context.tsx'
import type { RouteMatch } from '../../platform/live/route.ts'
import { Link } from '../../platform/ui/controls/Link.tsx'
import { AdminShell } from '../../platform/ui/layouts/shells.tsx'
import { EmptyState } from '../../platform/ui/states/EmptyState.tsx'
import { ErrorState } from '../../platform/ui/states/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/states/Skeleton.tsx'
import { REPORTS_PER_PAGE, reportStateParam, reportsInput } from './query-params.ts'
import { ReportCard } from './ReportCard.tsx'
import styles from './reports.module.css'

const REFUSED: readonly unknown[] = [401, 403, 404]

/** What users have reported, for moderators; for all other users the page does not exist. */
export function ReportsPage({ query }: RouteMatch) {
  const { before } = query
  const state = reportStateParam(query)
  const live = useSubscription(reportsList, reportsInput(query))
  const allowed = useRef(false)
  const tabs = useAdminTabs('/admin/reports')
  const reports = useDocuments<ReportDoc, (ReportDoc & { _id: string })[]>(
    'reports',
    documents => {
      const from = documents.find(each => each._id === before)?.receipt ?? Number.POSITIVE_INFINITY
      return documents
        .filter(each => each.state === state && each.receipt < from)
        .sort((a, b) => Number(isUrgent(b.reason)) - Number(isUrgent(a.reason)) || b.receipt - a.receipt)
        .slice(0, REPORTS_PER_PAGE)
    },
    [state, before],
  )
  const oldest = reports.toSorted((a, b) => a.receipt - b.receipt)[0]
  if (live.state === 'ready') allowed.current = true
  if (live.state === 'failed' && REFUSED.includes(live.error.error)) allowed.current = false
  if (!allowed.current) return <Missing />
  return (
    <AdminShell title={m.reports_page()} tabs={tabs}>
      <nav className={styles.states} aria-label={m.reports_page_which()}>
        <Link href="/admin/reports" current={state === 'open'}>
          {m.reports_page_open()}
        </Link>
        <Link href="/admin/reports?state=closed" current={state === 'closed'}>
          {m.reports_page_closed()}
        </Link>
      </nav>
      {live.state === 'pending' && reports.length === 0 && <Skeleton kind="score-card" count={3} />}
      {live.state === 'failed' && <ErrorState title={m.reports_page_failed()}>{errorMessage(live.error)}</ErrorState>}
      {live.state === 'ready' && reports.length === 0 && (
        <EmptyState
          title={
            before !== undefined ? m.reports_page_was_all() : state === 'open' ? m.reports_page_none_open() : m.reports_page_none_closed()
          }
        >
          {before === undefined && state === 'open' && m.reports_page_none_open_words()}
        </EmptyState>
      )}
      {reports.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one
        <ol className={styles.list} role="list">
          {reports.map(report => (
            <li key={report._id}>
              <ReportCard report={report} />
            </li>
          ))}
        </ol>
      )}
      {reports.length === REPORTS_PER_PAGE && oldest !== undefined && (
        <Link href={`/admin/reports?${new URLSearchParams({ ...(state === 'open' ? {} : { state }), before: oldest._id })}`}>
          {m.reports_page_older()}
        </Link>
      )}
    </AdminShell>
  )
}
