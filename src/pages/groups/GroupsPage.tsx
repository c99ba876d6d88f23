import { withReturnPath } from '#accounts/ui/session/return-path.ts'
import { useAccount } from '#accounts/ui/session/use-account.ts'
import { type GroupDoc, groupsList } from '#groups/contract.ts'
import styles from '#groups/ui/groups.module.css'
import type { GroupPageData } from '#groups/ui/use-group.ts'
import * as m from '#messages'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { GroupCard } from './GroupCard.tsx'
import { OwnGroups } from './OwnGroups.tsx'
import { GROUPS_PER_PAGE, groupsInput } from './query-params.ts'

/** The user's own groups, then the public ones, newest first. */
export function GroupsPage({ query }: RouteMatch) {
  const { before } = query
  const { state: account } = useAccount()
  const live = useSubscription(groupsList, groupsInput(query))
  const groups = useDocuments<GroupDoc, GroupPageData[]>(
    'groups',
    documents => {
      // The document store may still contain the groups of the previous page.
      const from = documents.find(each => each._id === before)?.receipt ?? Number.POSITIVE_INFINITY
      return documents
        .filter(each => each.visibility === 'public' && each.receipt < from)
        .sort((a, b) => b.receipt - a.receipt)
        .slice(0, GROUPS_PER_PAGE)
    },
    [before],
  )
  const signedIn = account === 'in' || account === 'busy'
  return (
    <AppShell current="groups">
      <div className={cx(layout.between, styles.head)}>
        <h1>{before === undefined ? m.ui_groups() : m.groups_page_older()}</h1>
        <ButtonLink kind="primary" href={signedIn ? '/groups/new' : withReturnPath('/sign-in', '/groups/new')}>
          {m.ui_create_group()}
        </ButtonLink>
      </div>
      {before === undefined && <OwnGroups />}
      {live.state === 'pending' && groups.length === 0 && <Skeleton kind="score-card" count={4} />}
      {live.state === 'failed' && <ErrorState title={m.groups_page_failed()}>{errorMessage(live.error)}</ErrorState>}
      {live.state === 'ready' && groups.length === 0 && (
        <EmptyState title={before === undefined ? m.groups_page_none() : m.ui_list_end()} />
      )}
      {groups.length > 0 && (
        <List className={styles.list} aria-label={m.groups_page_list()}>
          {groups.map(group => (
            <li key={group._id}>
              <GroupCard group={group} />
            </li>
          ))}
        </List>
      )}
      <nav className={layout.links} aria-label={m.groups_page_pager()}>
        {before !== undefined && <Link href="/groups">{m.groups_page_newest()}</Link>}
        {groups.length === GROUPS_PER_PAGE && <Link href={`/groups?before=${groups.at(-1)!._id}`}>{m.groups_page_older()}</Link>}
        <Link href="/groups/join">{m.groups_page_code()}</Link>
      </nav>
    </AppShell>
  )
}
