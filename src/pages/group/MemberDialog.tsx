import { useState } from 'react'
import { type GroupRole, groupsRemoveMember, groupsSetRoles } from '#groups/contract.ts'
import { topRole } from '#groups/ui/group-roles.ts'
import type { GroupPageData, Member } from '#groups/ui/use-group.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import layout from '#platform/ui/styles/layout.module.css'

const roleChoices = (): { value: GroupRole; label: string; hint: string }[] => [
  { value: 'owner', label: m.ui_owner(), hint: m.groups_role_owner_hint() },
  { value: 'manager', label: m.ui_manager(), hint: m.groups_role_manager_hint() },
  { value: 'member', label: m.ui_member(), hint: m.groups_role_member_hint() },
]

/** Changes a member's role or removes the member. @param isOwner true if the signed-in user is an owner; a manager can only remove */
export function MemberDialog({
  group,
  member,
  isOwner,
  onClose,
}: {
  group: GroupPageData
  member: Member
  isOwner: boolean
  onClose: () => void
}) {
  const setRoles = useMethod(groupsSetRoles)
  const removeMember = useMethod(groupsRemoveMember)
  const currentRole = topRole(member.roles)
  const [role, setRole] = useState(currentRole)
  const target = { groupId: group._id, userId: member.userId }
  const change = useAsyncAction(async () => {
    await setRoles({ ...target, roles: [role] })
    onClose()
  })
  const remove = useAsyncAction(async () => {
    await removeMember(target)
    onClose()
  })
  return (
    <Dialog open title={member.displayName} onClose={onClose}>
      {isOwner && (
        <form
          className={layout.stack5}
          onSubmit={event => {
            event.preventDefault()
            change.start()
          }}
        >
          <RadioList label={m.groups_role()} value={role} choices={roleChoices()} onChange={setRole} />
          <FormError message={change.error} />
          <Button kind="primary" type="submit" wide busy={change.busy} disabled={role === currentRole}>
            {m.groups_role_save()}
          </Button>
        </form>
      )}
      <div className={layout.stack5}>
        <p className={layout.quiet}>{m.groups_take_out_words()}</p>
        <FormError message={remove.error} />
        <Button wide busy={remove.busy} onClick={remove.start}>
          {m.groups_take_out()}
        </Button>
      </div>
    </Dialog>
  )
}
