import { useState } from 'react'
import type { AccountDoc } from '#admin/contract.ts'
import styles from '#admin/ui/admin.module.css'
import { formatCount } from '#admin/ui/format-bytes.ts'
import { buildUrl } from '#admin/ui/query-params.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { roleName } from '#roles/ui/role-name.ts'
import { DeleteUserDialog } from './DeleteUserDialog.tsx'
import { RolesDialog } from './RolesDialog.tsx'
import { Suspended } from './Suspended.tsx'
import { UserActionsDialog } from './UserActionsDialog.tsx'

/** A user in the list: name, date of joining, roles, and the administrator's actions. */
export function UserRow({ user }: { user: AccountDoc & { _id: string } }) {
  const { _id, username, displayName, roles, scores, joinedAt, invitedBy, suspended } = user
  const [openDialog, setOpenDialog] = useState<'roles' | 'delete' | 'more' | null>(null)
  const close = (): void => setOpenDialog(null)
  return (
    <li className={cx(layout.between, styles.item, styles.user)}>
      <div className={cx(layout.stack1, layout.anywhere, styles.words)}>
        <Link className={layout.strong} href={`/players/${encodeURIComponent(username)}`}>
          {displayName}
        </Link>
        <span className={cx(layout.quiet, styles.facts)}>
          {displayName !== username && <span>{username}</span>}
          <span>{formatCount(scores, 'score')}</span>
          <span>{renderMessage(m.admin_users_joined(), { when: () => <TimeAgo at={joinedAt} /> })}</span>
          {invitedBy !== undefined && (
            <span>
              {renderMessage(m.admin_users_invited(), {
                who: () => <Link href={`/players/${encodeURIComponent(invitedBy.username)}`}>{invitedBy.username}</Link>,
              })}
            </span>
          )}
          <Link href={buildUrl('/admin/log', { user: _id })} aria-label={m.admin_users_log_of({ name: username })}>
            {m.admin_users_log()}
          </Link>
          {suspended !== undefined && <Suspended suspended={suspended} />}
          {roles.map(role => (
            <span key={role} className={styles.role}>
              {roleName(role)}
            </span>
          ))}
        </span>
      </div>
      <div className={cx(layout.row3, styles.actions)}>
        <Button kind="plain" aria-label={m.admin_roles_of({ name: username })} onClick={() => setOpenDialog('roles')}>
          {m.admin_roles()}
        </Button>
        <Button kind="plain" aria-label={m.admin_delete_name({ name: username })} onClick={() => setOpenDialog('delete')}>
          {m.ui_delete()}
        </Button>
        <Button kind="plain" aria-label={m.admin_more_of({ name: username })} onClick={() => setOpenDialog('more')}>
          {m.ui_more()}
        </Button>
      </div>
      {openDialog === 'roles' && <RolesDialog user={user} onClose={close} />}
      {openDialog === 'more' && <UserActionsDialog user={user} onClose={close} />}
      {openDialog === 'delete' && <DeleteUserDialog user={user} onClose={close} />}
    </li>
  )
}
