import { type FormEvent, use, useState } from 'react'
import { type AccountDoc, usersList } from '#admin/contract.ts'
import styles from '#admin/ui/admin.module.css'
import { buildUrl, USERS_PER_PAGE, usersInput } from '#admin/ui/query-params.ts'
import { nameIncludes, newestFirst } from '#admin/ui/sort-accounts.ts'
import type { SubscriptionState } from '#ddp/client/subscriptions.ts'
import * as m from '#messages'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { AdminGuard } from '#roles/ui/AdminGuard.tsx'
import { EnrollDialog } from './EnrollDialog.tsx'
import { SiteRolesDialog } from './SiteRolesDialog.tsx'
import { UserRow } from './UserRow.tsx'

/** Lists all accounts; finds them by a part of the name, changes roles, enrols and deletes users. */
export function UsersPage({ query }: RouteMatch) {
  // Subscribed before the login is known: a refused subscription is repeated once the user is logged in.
  const live = useSubscription(usersList, usersInput(query))
  return (
    <AdminGuard title={m.ui_users()} path="/admin/users">
      <Users query={query} live={live} />
    </AdminGuard>
  )
}

function Users({ query, live }: Pick<RouteMatch, 'query'> & { live: SubscriptionState }) {
  const input = usersInput(query)
  const { text = '', before } = input
  const navigate = use(NavigateContext)
  const [openDialog, setOpenDialog] = useState<'enrol' | 'roles' | null>(null)
  const users = useDocuments<AccountDoc, (AccountDoc & { _id: string })[]>(
    'accounts',
    documents => {
      const from = documents.find(each => each._id === before)
      return documents
        .filter(each => nameIncludes(each, text) && (from === undefined || newestFirst(from, each) < 0))
        .sort(newestFirst)
        .slice(0, USERS_PER_PAGE)
    },
    [text, before],
  )
  const search = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('q')
    navigate?.(buildUrl('/admin/users', { q: typeof typed === 'string' ? typed.trim() : '' }))
  }
  return (
    <>
      <search>
        <form className={styles.search} onSubmit={search}>
          <TextField
            key={text}
            label={m.admin_users_find()}
            name="q"
            type="search"
            maxLength={100}
            defaultValue={text}
            autoComplete="off"
          />
          <Button type="submit">{m.ui_search()}</Button>
        </form>
      </search>
      <div className={cx(layout.row3, styles.actions)}>
        <Button onClick={() => setOpenDialog('enrol')}>{m.admin_enrol()}</Button>
        <Button onClick={() => setOpenDialog('roles')}>{m.admin_roles_site()}</Button>
      </div>
      {live.state === 'pending' && users.length === 0 && <Skeleton kind="board-row" count={6} />}
      {live.state === 'failed' && <ErrorState title={m.admin_users_failed()}>{errorMessage(live.error)}</ErrorState>}
      {live.state === 'ready' && users.length === 0 && (
        <EmptyState title={text === '' ? m.ui_list_end() : m.ui_no_results_for({ text })}>
          {text === '' ? undefined : m.admin_users_any_part()}
        </EmptyState>
      )}
      {users.length > 0 && (
        <List className={layout.stack}>
          {users.map(user => (
            <UserRow key={user._id} user={user} />
          ))}
        </List>
      )}
      {users.length === USERS_PER_PAGE && (
        <Link href={buildUrl('/admin/users', { q: text, before: users.at(-1)!._id })}>{m.admin_users_before()}</Link>
      )}
      {openDialog === 'enrol' && <EnrollDialog onClose={() => setOpenDialog(null)} />}
      {openDialog === 'roles' && <SiteRolesDialog onClose={() => setOpenDialog(null)} />}
    </>
  )
}
