import { useCall } from '../../../platform/live/hooks.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { Dialog } from '../../../platform/ui/Dialog.tsx'
import { FormError } from '../../../platform/ui/FormError.tsx'
import { groupsLeave } from '../contract.ts'
import type { Group } from './parts/use-group.ts'
import { useAction } from './use-action.ts'

export function LeaveGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const leave = useCall(groupsLeave)
  const { busy, error, go } = useAction(async () => {
    await leave({ groupId: group._id })
    onClose()
  })
  return (
    <Dialog
      open
      title={`Leave ${group.name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Stay</Button>
          <Button kind="danger" busy={busy} onClick={go}>
            Leave the group
          </Button>
        </>
      }
    >
      <p>
        Your scores leave the group’s boards; on all others they stay as they are.
        {group.visibility === 'private' && ' To come back you need another invitation.'}
      </p>
      <FormError message={error} />
    </Dialog>
  )
}
