import { useState } from 'react'
import { Button } from '../../../platform/ui/Button.tsx'
import { Link } from '../../../platform/ui/Link.tsx'
import { TimeAgo } from '../../../platform/ui/TimeAgo.tsx'
import type { AccountDoc } from '../contract.ts'
import styles from './admin.module.css'
import { counted } from './amounts.ts'
import { DeleteUserDialog } from './DeleteUserDialog.tsx'
import { address } from './inputs.ts'
import { RolesDialog } from './RolesDialog.tsx'

/** One user: who, since when, with which roles; and what can be done. */
export function UserRow({ user }: { user: AccountDoc & { _id: string } }) {
  const { _id, username, displayName, roles, scores, joinedAt } = user
  const [open, setOpen] = useState<'roles' | 'delete' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <Link className={styles.name} href={`/players/${encodeURIComponent(username)}`}>
          {displayName}
        </Link>
        <span className={styles.facts}>
          {displayName !== username && <span>{username}</span>}
          <span>{counted(scores, 'score')}</span>
          <span>
            joined <TimeAgo at={joinedAt} />
          </span>
          <Link href={address('/admin/log', { user: _id })} aria-label={`Log of ${username}`}>
            Log
          </Link>
          {roles.map(role => (
            <span key={role} className={styles.role}>
              {role}
            </span>
          ))}
        </span>
      </div>
      <div className={styles.ways}>
        <Button aria-label={`Roles of ${username}`} onClick={() => setOpen('roles')}>
          Roles
        </Button>
        <Button kind="danger" aria-label={`Delete ${username}`} onClick={() => setOpen('delete')}>
          Delete
        </Button>
      </div>
      {open === 'roles' && <RolesDialog user={user} onClose={close} />}
      {open === 'delete' && <DeleteUserDialog user={user} onClose={close} />}
    </li>
  )
}
