import { useState } from 'react'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { useHasRole } from '#roles/ui/use-roles.ts'

const BoardKioskDialog = lazyComponent(async () => (await import('./BoardKioskDialog.tsx')).BoardKioskDialog)

/** For moderators: a button that makes a device a kiosk of the machine's board. */
export function KioskButton({ machineId, name }: { machineId: string; name: string }) {
  const mayMake = useHasRole(['moderator', 'admin'])
  const [isOpen, setOpen] = useState(false)
  if (!mayMake) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{m.ui_kiosk_set_up()}</Button>
      {isOpen && <BoardKioskDialog machineId={machineId} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}
