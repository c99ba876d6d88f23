import { useUserId } from '#accounts/ui/session/use-account.ts'
import { type GroupDoc, groupsMine, type MemberDoc } from '#groups/contract.ts'
import type { GroupPageData } from '#groups/ui/use-group.ts'
import * as m from '#messages'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { smallest } from '#platform/ui/pictures/pictures.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './own-groups.module.css'

/** The user's own groups, in a row that is as high as the text that users without groups see. */
export function OwnGroups() {
  const userId = useUserId()
  const membershipsState = useSubscription(groupsMine, userId === null ? null : {})
  const ids = useDocuments<MemberDoc, Set<string>>(
    'members',
    documents => new Set(documents.filter(each => each.userId === userId).map(each => each.groupId)),
    [userId],
  )
  const groups = useDocuments<GroupDoc, GroupPageData[]>(
    'groups',
    documents => documents.filter(each => ids.has(each._id)).sort((a, b) => (a.name < b.name ? -1 : 1)),
    [ids],
  )
  // While the groups still arrive, one that is sorted before the others would push them aside.
  if (groups.length === 0 || membershipsState.state === 'pending') {
    return (
      <p className={styles.words}>{userId !== null && membershipsState.state === 'ready' ? m.groups_own_none() : m.groups_own_words()}</p>
    )
  }
  return (
    <List className={styles.row} aria-label={m.groups_own()}>
      {groups.map(({ _id, name, picture, visibility }) => (
        <li key={_id}>
          <Link className={cx(layout.line3, layout.strong, styles.group)} href={`/groups/${_id}`}>
            <Avatar name={name} picture={smallest(picture)} />
            <span className={layout.oneLine}>{name}</span>
            {visibility === 'private' && <span className={cx(layout.small, styles.private)}>{m.groups_private()}</span>}
          </Link>
        </li>
      ))}
    </List>
  )
}
