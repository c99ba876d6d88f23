import { useState } from 'react'
import type { MachineDoc } from '#machines/contract/machines.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { useHasRole } from '#roles/ui/use-roles.ts'

const BackglassDialog = lazyComponent(async () => (await import('./BackglassDialog.tsx')).BackglassDialog)

/** For machine editors: a button that opens the backglass editor in a dialog, and a link to the page for editing the machine. */
export function BackglassButton({ machineId, machine }: { machineId: string; machine: MachineDoc }) {
  const mayEdit = useHasRole(['machine-editor', 'admin'])
  const [open, setOpen] = useState(false)
  if (!mayEdit) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{m.machines_backglass_edit()}</Button>
      <ButtonLink href={`/admin/machines/edit?${new URLSearchParams({ machine: machineId })}`}>{m.ui_edit_machine()}</ButtonLink>
      {open && <BackglassDialog machineId={machineId} machine={machine} onClose={() => setOpen(false)} />}
    </>
  )
}
