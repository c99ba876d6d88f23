import { useState } from 'react'
import * as m from '#messages'
import type { GroupRole } from '../../features/groups/contract.ts'
import { roleLabel, topRole } from '../../features/groups/ui/group-roles.ts'
import type { GroupPageData, Member } from '../../features/groups/ui/use-group.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Link } from '../../platform/ui/controls/Link.tsx'
import { Avatar } from '../../platform/ui/pictures/Avatar.tsx'
import styles from './group.module.css'
import { MemberDialog } from './MemberDialog.tsx'

/** Lists the members of a group; owners and managers can manage them. @param role the user's role */
export function MemberList({ group, members, role }: { group: GroupPageData; members: readonly Member[]; role: GroupRole | null }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const member = members.find(each => each._id === chosen)
  const manages = (each: Member): boolean => role === 'owner' || (role === 'manager' && topRole(each.roles) === 'member')
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ul className={styles.members} role="list">
        {members.map(each => (
          <li key={each._id} className={styles.member}>
            <Avatar name={each.displayName} picture={each.avatar} />
            <span className={styles.person}>
              <Link className={styles.name} href={`/players/${encodeURIComponent(each.username)}`}>
                {each.displayName}
              </Link>
              {topRole(each.roles) !== 'member' && <span className={styles.role}>{roleLabel[topRole(each.roles)]()}</span>}
            </span>
            {manages(each) && (
              <Button kind="plain" aria-label={m.groups_manage_member({ name: each.displayName })} onClick={() => setChosen(each._id)}>
                {m.groups_manage()}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {member !== undefined && <MemberDialog group={group} member={member} owner={role === 'owner'} onClose={() => setChosen(null)} />}
    </>
  )
}
