import type { SubscriptionState } from '#ddp/client/subscriptions.ts'
import * as m from '#messages'
import { errorMessage, useDocuments } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import type { InvitationDoc } from '../contract.ts'
import { type Invitation, InvitationItem } from './InvitationItem.tsx'
import { INVITATIONS_PER_PAGE } from './query-params.ts'

const newestFirst = (a: Invitation, b: Invitation): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : a._id > b._id ? -1 : 0)

export interface InvitationListProps {
  live: SubscriptionState
  /** path of the page */
  path: string
  before: string | undefined
  /** user whose invitations are shown; null: all invitations, each with its creator */
  madeBy: string | null
  mayInvite: boolean
}

/** A page of invitations, newest first, each with the users who signed up with it. */
export function InvitationList({ live, path, before, madeBy, mayInvite }: InvitationListProps) {
  const invitations = useDocuments<InvitationDoc, Invitation[]>(
    'invitations',
    documents => {
      const from = documents.find(each => each._id === before)
      return documents
        .filter(each => (madeBy === null || each.by?.userId === madeBy) && (from === undefined || newestFirst(from, each) < 0))
        .sort(newestFirst)
        .slice(0, INVITATIONS_PER_PAGE)
    },
    [before, madeBy],
  )
  if (live.state === 'failed') return <ErrorState title={m.invitations_failed()}>{errorMessage(live.error)}</ErrorState>
  if (invitations.length === 0) {
    if (live.state === 'pending') return <Skeleton kind="board-row" count={3} />
    if (before !== undefined) return <EmptyState title={m.ui_list_end()} />
    return mayInvite ? <EmptyState title={m.invitations_none()}>{m.invitations_none_text()}</EmptyState> : null
  }
  return (
    <>
      <List className={layout.stack}>
        {invitations.map(invitation => (
          <InvitationItem key={invitation._id} invitation={invitation} named={madeBy === null} />
        ))}
      </List>
      {invitations.length === INVITATIONS_PER_PAGE && (
        <Link href={`${path}?${new URLSearchParams({ before: invitations.at(-1)!._id })}`}>{m.invitations_older()}</Link>
      )}
    </>
  )
}
