import { useState } from 'react'
import { useCall } from '../../../platform/live/hooks.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { Dialog } from '../../../platform/ui/Dialog.tsx'
import { FormError } from '../../../platform/ui/FormError.tsx'
import { RadioList } from '../../../platform/ui/RadioList.tsx'
import { type GroupRole, groupsRemoveMember, groupsSetRoles } from '../contract.ts'
import styles from './pages/groups.module.css'
import { topRole } from './parts/group-roles.ts'
import type { Group, Member } from './parts/use-group.ts'
import { useAction } from './use-action.ts'

const ROLE_CHOICES: { value: GroupRole; label: string; hint: string }[] = [
  { value: 'owner', label: 'Owner', hint: 'Can do everything, also remove the group.' },
  { value: 'manager', label: 'Manager', hint: 'Invites people, removes members, edits the group.' },
  { value: 'member', label: 'Member', hint: 'Is on the boards.' },
]

/** What an owner or a manager can do about a member. @param owner the reader is one */
export function MemberDialog({ group, member, owner, onClose }: { group: Group; member: Member; owner: boolean; onClose: () => void }) {
  const setRoles = useCall(groupsSetRoles)
  const removeMember = useCall(groupsRemoveMember)
  const now = topRole(member.roles)
  const [role, setRole] = useState(now)
  const about = { groupId: group._id, userId: member.userId }
  const change = useAction(async () => {
    await setRoles({ ...about, roles: [role] })
    onClose()
  })
  const remove = useAction(async () => {
    await removeMember(about)
    onClose()
  })
  return (
    <Dialog open title={member.displayName} onClose={onClose}>
      {owner && (
        <form
          className={styles.form}
          onSubmit={event => {
            event.preventDefault()
            change.go()
          }}
        >
          <RadioList label="Role in this group" value={role} choices={ROLE_CHOICES} onChange={setRole} />
          <FormError message={change.error} />
          <Button kind="primary" type="submit" wide busy={change.busy} disabled={role === now}>
            Save
          </Button>
        </form>
      )}
      <div className={styles.form}>
        <p className={styles.quiet}>Taking somebody out ends all invitations that were given out so far.</p>
        <FormError message={remove.error} />
        <Button kind="danger" wide busy={remove.busy} onClick={remove.go}>
          Take out of the group
        </Button>
      </div>
    </Dialog>
  )
}
