import { useState } from 'react'
import type { MachineDoc } from '#machines/contract/machines.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { useHasRole } from '#roles/ui/use-roles.ts'

const BackglassDialog = lazyComponent(async () => (await import('./BackglassDialog.tsx')).BackglassDialog)
const BoardKioskDialog = lazyComponent(async () => (await import('./BoardKioskDialog.tsx')).BoardKioskDialog)

/** For machine editors the backglass editor and a link to the page for editing the machine; for moderators a kiosk of its board. */
export function MachineTools({ machineId, machine }: { machineId: string; machine: MachineDoc }) {
  const mayEdit = useHasRole(['machine-editor', 'admin'])
  const mayModerate = useHasRole(['moderator', 'admin'])
  const [Shown, setShown] = useState<typeof BackglassDialog | null>(null)
  return (
    <>
      {mayEdit && (
        <>
          <Button onClick={() => setShown(() => BackglassDialog)}>{m.machines_backglass_edit()}</Button>
          <ButtonLink href={`/admin/machines/edit?${new URLSearchParams({ machine: machineId })}`}>{m.ui_edit_machine()}</ButtonLink>
        </>
      )}
      {mayModerate && <Button onClick={() => setShown(() => BoardKioskDialog)}>{m.ui_kiosk_set_up()}</Button>}
      {Shown && <Shown machineId={machineId} machine={machine} onClose={() => setShown(null)} />}
    </>
  )
}
