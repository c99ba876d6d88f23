import { useState } from 'react'
import * as m from '#messages'
import { Button } from '../../../platform/ui/Button.tsx'
import { InviteDialog } from './InviteDialog.tsx'

export function InviteButton() {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {m.invitations_new()}
      </Button>
      {open && <InviteDialog onClose={() => setOpen(false)} />}
    </div>
  )
}
