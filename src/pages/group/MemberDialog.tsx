import { useState } from 'react'
import * as m from '#messages'
import { type GroupRole, groupsRemoveMember, groupsSetRoles } from '../../features/groups/contract.ts'
import { topRole } from '../../features/groups/ui/group-roles.ts'
import styles from '../../features/groups/ui/groups.module.css'
import type { GroupPageData, Member } from '../../features/groups/ui/use-group.ts'
import { useMethod } from '../../platform/live/hooks.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Dialog } from '../../platform/ui/controls/Dialog.tsx'
import { FormError } from '../../platform/ui/form/FormError.tsx'
import { RadioList } from '../../platform/ui/form/RadioList.tsx'
import { useAction } from './use-async-action.ts'

const roleChoices = (): { value: GroupRole; label: string; hint: string }[] => [
  { value: 'owner', label: m.groups_role_owner(), hint: m.groups_role_owner_hint() },
  { value: 'manager', label: m.groups_role_manager(), hint: m.groups_role_manager_hint() },
  { value: 'member', label: m.groups_role_member(), hint: m.groups_role_member_hint() },
]

/** Changes a member's role or removes the member. @param owner true if the signed-in user is an owner; a manager can only remove */
export function MemberDialog({
  group,
  member,
  owner,
  onClose,
}: {
  group: GroupPageData
  member: Member
  owner: boolean
  onClose: () => void
}) {
  const setRoles = useMethod(groupsSetRoles)
  const removeMember = useMethod(groupsRemoveMember)
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
          <RadioList label={m.groups_role()} value={role} choices={roleChoices()} onChange={setRole} />
          <FormError message={change.error} />
          <Button kind="primary" type="submit" wide busy={change.busy} disabled={role === now}>
            {m.groups_role_save()}
          </Button>
        </form>
      )}
      <div className={styles.form}>
        <p className={styles.quiet}>{m.groups_take_out_words()}</p>
        <FormError message={remove.error} />
        <Button kind="danger" wide busy={remove.busy} onClick={remove.go}>
          {m.groups_take_out()}
        </Button>
      </div>
    </Dialog>
  )
}
