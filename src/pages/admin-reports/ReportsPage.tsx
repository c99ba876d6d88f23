import { useRef } from 'react'
import * as m from '#messages'
import { isAccessError } from '#platform/live/access-error.ts'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import type { RouteMatch } from '#platform/live/route.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { AdminShell } from '#platform/ui/layouts/AdminShell.tsx'
import { FilterLinks } from '#platform/ui/navigation/FilterLinks.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { type ReportDoc, reportsList } from '#reports/contract.ts'
import { isUrgent } from '#reports/rules.ts'
import { useAdminTabs } from '#roles/ui/admin-tabs.ts'
import { REPORTS_PER_PAGE, reportStateParam, reportsInput } from './query-params.ts'
import { type Report, ReportCard } from './ReportCard.tsx'

/** What users have reported, for moderators; for all other users the page does not exist. */
export function ReportsPage({ query }: RouteMatch) {
  const { before } = query
  const state = reportStateParam(query)
  const live = useSubscription(reportsList, reportsInput(query))
  const allowed = useRef(false)
  const tabs = useAdminTabs('/admin/reports')
  const page = useDocuments<ReportDoc, Report[]>(
    'reports',
    documents => {
      const from = documents.find(each => each._id === before)?.receipt ?? Number.POSITIVE_INFINITY
      return documents.filter(each => each.state === state && each.receipt < from).sort((a, b) => b.receipt - a.receipt)
    },
    [state, before],
  )
  const newest = page.slice(0, REPORTS_PER_PAGE)
  const oldest = newest.at(-1)
  // The first page has all urgent ones, also those that are older than its others.
  const urgent = (before === undefined ? page : newest).filter(({ reason }) => isUrgent(reason))
  const reports = [...urgent, ...newest.filter(({ reason }) => !isUrgent(reason))]
  if (live.state === 'ready') allowed.current = true
  if (live.state === 'failed' && isAccessError(live.error)) allowed.current = false
  if (!allowed.current) return <ShowNotFound />
  return (
    <AdminShell title={m.ui_reports()} tabs={tabs}>
      <FilterLinks
        label={m.reports_page_which()}
        links={[
          { href: '/admin/reports', text: m.reports_page_open(), current: state === 'open' },
          { href: '/admin/reports?state=closed', text: m.reports_page_closed(), current: state === 'closed' },
        ]}
      />
      {live.state === 'pending' && reports.length === 0 && <Skeleton kind="score-card" count={3} />}
      {live.state === 'failed' && <ErrorState title={m.reports_page_failed()}>{errorMessage(live.error)}</ErrorState>}
      {live.state === 'ready' && reports.length === 0 && (
        <EmptyState
          title={before !== undefined ? m.ui_list_end() : state === 'open' ? m.reports_page_none_open() : m.reports_page_none_closed()}
        >
          {before === undefined && state === 'open' && m.reports_page_none_open_words()}
        </EmptyState>
      )}
      {reports.length > 0 && (
        <List ordered className={layout.stack4}>
          {groupBySubject(reports).map(group => (
            <li key={group[0]._id}>
              <ReportCard reports={group} />
            </li>
          ))}
        </List>
      )}
      {newest.length === REPORTS_PER_PAGE && oldest !== undefined && (
        <Link href={`/admin/reports?${new URLSearchParams({ ...(state === 'open' ? {} : { state }), before: oldest._id })}`}>
          {m.reports_page_older()}
        </Link>
      )}
    </AdminShell>
  )
}

/** The reports of one subject together, in the place of the first of them. */
function groupBySubject(reports: readonly Report[]): [Report, ...Report[]][] {
  const groups = new Map<string, [Report, ...Report[]]>()
  for (const report of reports) {
    const subject = `${report.kind} ${report.subjectId}`
    const group = groups.get(subject)
    if (group === undefined) groups.set(subject, [report])
    else group.push(report)
  }
  return [...groups.values()]
}
