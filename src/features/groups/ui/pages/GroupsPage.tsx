import { sentenceOf, useDocuments, useLive } from '../../../../platform/live/hooks.ts'
import type { At } from '../../../../platform/live/route.ts'
import { ButtonLink } from '../../../../platform/ui/ButtonLink.tsx'
import { EmptyState } from '../../../../platform/ui/EmptyState.tsx'
import { ErrorState } from '../../../../platform/ui/ErrorState.tsx'
import { Link } from '../../../../platform/ui/Link.tsx'
import { Skeleton } from '../../../../platform/ui/Skeleton.tsx'
import { useAccount } from '../../../accounts/ui/parts/account.ts'
import { withNext } from '../../../accounts/ui/parts/next.ts'
import { AppShell } from '../../../accounts/ui/parts/shells.tsx'
import { type GroupDoc, groupsList, groupsMine, type MemberDoc } from '../../contract.ts'
import { GroupCard } from '../GroupCard.tsx'
import { listInput, PAGE } from '../inputs.ts'
import { roleWords, topRole } from '../parts/group-roles.ts'
import type { Group } from '../parts/use-group.ts'
import styles from './groups.module.css'

/** One's own groups, then those that everybody can join. */
export function GroupsPage({ query }: At) {
  const { before } = query
  const { state: account, userId } = useAccount()
  const live = useLive(groupsList, listInput(query))
  const mine = useLive(groupsMine, userId === null ? null : {})
  const own = useDocuments<MemberDoc, Map<string, MemberDoc>>(
    'members',
    documents => new Map(documents.filter(each => each.userId === userId).map(each => [each.groupId, each])),
    [userId],
  )
  const groups = useDocuments<GroupDoc, Group[]>('groups', documents => documents.toSorted((a, b) => b.receipt - a.receipt), [])
  const ownGroups = groups.filter(each => own.has(each._id)).sort((a, b) => (a.name < b.name ? -1 : 1))
  const from = groups.find(each => each._id === before)?.receipt ?? Number.POSITIVE_INFINITY
  const listed = groups.filter(each => each.visibility === 'public' && each.receipt < from).slice(0, PAGE)
  const others = listed.filter(each => !own.has(each._id))
  const noneOwn = ownGroups.length === 0 && (userId === null || mine.state !== 'pending')
  const nothing = live.state === 'ready' && others.length === 0 && (before !== undefined || noneOwn)
  const signedIn = account === 'in' || account === 'busy'
  return (
    <AppShell current="groups">
      <div className={styles.head}>
        <h1>{before === undefined ? 'Groups' : 'Older groups'}</h1>
        <ButtonLink kind="primary" href={signedIn ? '/groups/new' : withNext('/sign-in', '/groups/new')}>
          New group
        </ButtonLink>
      </div>
      {before === undefined && ownGroups.length > 0 && (
        <section className={styles.section} aria-labelledby="mine">
          <h2 id="mine">Yours</h2>
          <GroupList groups={ownGroups} note={group => roleWords[topRole(own.get(group._id)!.roles)]} />
        </section>
      )}
      <section className={styles.section} aria-labelledby="public">
        {ownGroups.length > 0 && before === undefined && others.length > 0 && <h2 id="public">Open to everybody</h2>}
        {live.state === 'pending' && listed.length === 0 && <Skeleton kind="score-card" count={4} />}
        {live.state === 'failed' && <ErrorState title="The groups could not be loaded.">{sentenceOf(live.error)}</ErrorState>}
        {nothing && <Nothing paged={before !== undefined} />}
        {others.length > 0 && <GroupList groups={others} />}
      </section>
      <nav className={styles.pager} aria-label="More groups">
        {before !== undefined && <Link href="/groups">Newest groups</Link>}
        {listed.length === PAGE && <Link href={`/groups?before=${listed.at(-1)!._id}`}>Older groups</Link>}
        <Link href="/groups/join">I have an invite code</Link>
      </nav>
    </AppShell>
  )
}

function Nothing({ paged }: { paged: boolean }) {
  return paged ? (
    <EmptyState title="That was all." action={<ButtonLink href="/groups">Newest groups</ButtonLink>} />
  ) : (
    <EmptyState title="No groups yet. Start the first.">
      A group is your league, your bar, or the friends you play with: people with boards of their own.
    </EmptyState>
  )
}

function GroupList({ groups, note }: { groups: readonly Group[]; note?: (group: Group) => string }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one
    <ul className={styles.list} role="list">
      {groups.map(group => (
        <li key={group._id}>
          <GroupCard group={group} {...(note === undefined ? {} : { note: note(group) })} />
        </li>
      ))}
    </ul>
  )
}
