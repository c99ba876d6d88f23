import { useState } from 'react'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { SiteInviteDialog } from './SiteInviteDialog.tsx'

export function InviteButton() {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {m.invitations_new()}
      </Button>
      {open && <SiteInviteDialog onClose={() => setOpen(false)} />}
    </div>
  )
}
