import { use } from 'react'
import { type AuditDoc, auditList } from '#admin/contract.ts'
import { buildUrl, logInput, USERS_PER_PAGE } from '#admin/ui/query-params.ts'
import { AUDIT_ACTIONS } from '#audit/contract.ts'
import type { SubscriptionState } from '#ddp/client/subscriptions.ts'
import * as m from '#messages'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { AdminGuard } from '#roles/ui/AdminGuard.tsx'
import { AUDIT_ACTION_LABELS } from './audit-labels.ts'
import { ExportLog } from './ExportLog.tsx'
import { LogEntry } from './LogEntry.tsx'
import { PersonPicker } from './PersonPicker.tsx'

/** The audit log: all of it, one kind of action, or the entries of one user, who did something or was concerned. */
export function LogPage({ query }: RouteMatch) {
  // Subscribed before the login is known: a refused subscription is repeated once the user is logged in.
  const live = useSubscription(auditList, logInput(query))
  return (
    <AdminGuard title={m.ui_log()} path="/admin/log">
      <Log query={query} live={live} />
    </AdminGuard>
  )
}

function Log({ query, live }: Pick<RouteMatch, 'query'> & { live: SubscriptionState }) {
  const input = logInput(query)
  const { action, userId, before } = input
  const navigate = use(NavigateContext)
  const entries = useDocuments<AuditDoc, (AuditDoc & { _id: string })[]>(
    'audit',
    documents =>
      documents
        .filter(
          each =>
            (action === undefined || each.action === action) &&
            (userId === undefined || each.by?.userId === userId || each.about?.userId === userId) &&
            (before === undefined || each._id < before),
        )
        .sort((a, b) => (a._id < b._id ? 1 : -1))
        .slice(0, USERS_PER_PAGE),
    [action, userId, before],
  )
  const getFilterHref = (change: { action?: string; user?: string | undefined }): string =>
    buildUrl('/admin/log', { action, user: userId, ...change })
  const name = entries.flatMap(({ by, about }) => [by, about]).find(who => who?.userId === userId)?.username
  return (
    <>
      <div className={layout.pair}>
        <Select
          label={m.admin_log_what()}
          value={action ?? ''}
          choices={[
            { value: '', label: m.admin_log_anything() },
            ...AUDIT_ACTIONS.map(value => ({ value, label: AUDIT_ACTION_LABELS[value]() })),
          ]}
          onChange={value => navigate?.(getFilterHref({ action: value }))}
        />
        <PersonPicker label={m.admin_log_whom()} onPick={user => navigate?.(getFilterHref({ user }))} />
      </div>
      {userId !== undefined && (
        <p>
          {name ? m.admin_log_of({ name }) : m.admin_log_of_somebody()}{' '}
          <Link href={getFilterHref({ user: undefined })}>{m.admin_log_everybody()}</Link>
        </p>
      )}
      <ExportLog action={action} userId={userId} />
      {live.state === 'pending' && entries.length === 0 && <Skeleton kind="board-row" count={6} />}
      {live.state === 'failed' && <ErrorState title={m.ui_log_failed()}>{errorMessage(live.error)}</ErrorState>}
      {live.state === 'ready' && entries.length === 0 && (
        <EmptyState title={before === undefined ? m.admin_log_none() : m.ui_list_end()}>
          {before === undefined && m.admin_log_none_text()}
        </EmptyState>
      )}
      {entries.length > 0 && (
        <List ordered className={layout.stack}>
          {entries.map(entry => (
            <LogEntry key={entry._id} entry={entry} />
          ))}
        </List>
      )}
      {entries.length === USERS_PER_PAGE && (
        <Link href={buildUrl('/admin/log', { action, user: userId, before: entries.at(-1)!._id })}>{m.admin_log_before()}</Link>
      )}
    </>
  )
}
