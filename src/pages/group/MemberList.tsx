import { useState } from 'react'
import type { GroupRole } from '#groups/contract.ts'
import { roleLabel, topRole } from '#groups/ui/group-roles.ts'
import type { GroupPageData, Member } from '#groups/ui/use-group.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './group.module.css'
import { MemberDialog } from './MemberDialog.tsx'

/** Lists the members of a group; owners and managers can manage them. @param role the user's role */
export function MemberList({ group, members, role }: { group: GroupPageData; members: readonly Member[]; role: GroupRole | null }) {
  const [openId, setOpenId] = useState<string | null>(null)
  const member = members.find(each => each._id === openId)
  const mayManage = (each: Member): boolean => role === 'owner' || (role === 'manager' && topRole(each.roles) === 'member')
  return (
    <>
      <List className={styles.members}>
        {members.map(each => (
          <li key={each._id} className={cx(layout.line3, styles.member)}>
            <Avatar name={each.displayName} picture={each.avatar} />
            <span className={cx(layout.stack, styles.person)}>
              <Link className={cx(layout.oneLine, layout.link)} href={`/players/${encodeURIComponent(each.username)}`}>
                {each.displayName}
              </Link>
              {topRole(each.roles) !== 'member' && <span className={styles.role}>{roleLabel[topRole(each.roles)]()}</span>}
            </span>
            {mayManage(each) && (
              <Button kind="plain" aria-label={m.groups_manage_member({ name: each.displayName })} onClick={() => setOpenId(each._id)}>
                {m.groups_manage()}
              </Button>
            )}
          </li>
        ))}
      </List>
      {member !== undefined && <MemberDialog group={group} member={member} isOwner={role === 'owner'} onClose={() => setOpenId(null)} />}
    </>
  )
}
