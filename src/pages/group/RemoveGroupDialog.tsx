import { use, useState } from 'react'
import { groupsRemove } from '#groups/contract.ts'
import type { GroupPageData } from '#groups/ui/use-group.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import layout from '#platform/ui/styles/layout.module.css'

/** Requires the group's name to be typed, to prevent a removal by mistake. */
export function RemoveGroupDialog({ group, onClose }: { group: GroupPageData; onClose: () => void }) {
  const remove = useMethod(groupsRemove)
  const navigate = use(NavigateContext)
  const [typed, setTyped] = useState('')
  const { busy, error, start } = useAsyncAction(async () => {
    await remove({ groupId: group._id })
    navigate?.('/groups')
  })
  const isConfirmed = typed.trim().toLowerCase() === group.name.toLowerCase()
  return (
    <Dialog open title={m.groups_remove_title()} onClose={onClose}>
      <form
        className={layout.stack5}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (isConfirmed) start()
        }}
      >
        <p>{m.groups_remove_words()}</p>
        <TextField
          label={m.ui_confirm_name({ name: group.name })}
          value={typed}
          autoComplete="off"
          onChange={event => setTyped(event.target.value)}
        />
        <FormError message={error} />
        <Button kind="danger" type="submit" wide busy={busy} disabled={!isConfirmed}>
          {m.groups_delete()}
        </Button>
      </form>
    </Dialog>
  )
}
