import { BLOCKED_KINDS, type BlockedKind } from '#accounts/rules/blocked-names.ts'
import { type BlockedNameDoc, namesBlocked } from '#admin/contract.ts'
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
import { BlockedNameItem } from './BlockedNameItem.tsx'
import { BlockNameForm } from './BlockNameForm.tsx'
import { useMatches } from './use-matches.ts'

/** The user names, words and mail domains that nobody may choose, and a form that adds to them. */
export function NamesPage() {
  // Subscribed before the login is known: a refused subscription is repeated once the user is logged in.
  const live = useSubscription(namesBlocked, {})
  return (
    <AdminGuard title={m.ui_blocked_names()} path="/admin/names">
      <Names live={live} />
    </AdminGuard>
  )
}

const TITLES: Record<BlockedKind, () => string> = {
  username: m.admin_names_usernames,
  word: m.admin_names_words,
  domain: m.admin_names_domains,
}

function Names({ live }: { live: SubscriptionState }) {
  const entries = useDocuments<BlockedNameDoc, (BlockedNameDoc & { _id: string })[]>(
    'blockedNames',
    documents => documents.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    [],
  )
  const matches = useMatches(
    entries
      .map(({ _id }) => _id)
      .sort()
      .join(),
  )
  return (
    <>
      <p className={cx(layout.quiet, styles.quiet)}>{m.admin_names_text()}</p>
      <BlockNameForm />
      {live.state === 'pending' && entries.length === 0 && <Skeleton kind="board-row" count={3} />}
      {live.state === 'failed' && <ErrorState title={m.admin_names_failed()}>{errorMessage(live.error)}</ErrorState>}
      {live.state === 'ready' && entries.length === 0 && <EmptyState title={m.admin_names_none()}>{m.admin_names_none_text()}</EmptyState>}
      {BLOCKED_KINDS.map(kind => {
        const ofKind = entries.filter(entry => entry.kind === kind)
        return (
          ofKind.length > 0 && (
            <section key={kind} aria-labelledby={`blocked-${kind}`}>
              <h2 id={`blocked-${kind}`}>{TITLES[kind]()}</h2>
              <List className={layout.stack}>
                {ofKind.map(entry => (
                  <BlockedNameItem key={entry._id} entry={entry} match={matches.get(entry._id)} />
                ))}
              </List>
            </section>
          )
        )
      })}
    </>
  )
}
