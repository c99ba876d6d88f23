import { groupsLeave } from '#groups/contract.ts'
import type { GroupPageData } from '#groups/ui/use-group.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'

export function LeaveGroupDialog({ group, onClose }: { group: GroupPageData; onClose: () => void }) {
  const leave = useMethod(groupsLeave)
  const { busy, error, start } = useAsyncAction(async () => {
    await leave({ groupId: group._id })
    onClose()
  })
  return (
    <Dialog
      open
      title={m.groups_leave_title({ name: group.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{m.ui_stay()}</Button>
          <Button kind="danger" busy={busy} onClick={start}>
            {m.groups_leave()}
          </Button>
        </>
      }
    >
      <p>
        {m.groups_leave_words()}
        {group.visibility === 'private' && ` ${m.groups_leave_private()}`}
      </p>
      <FormError message={error} />
    </Dialog>
  )
}
