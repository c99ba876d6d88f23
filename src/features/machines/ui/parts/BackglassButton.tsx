import { useState } from 'react'
import { useCall } from '../../../../platform/live/hooks.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import { Dialog } from '../../../../platform/ui/Dialog.tsx'
import { MachineThumb } from '../../../../platform/ui/MachineThumb.tsx'
import { useHasRole } from '../../../roles/ui/parts/use-roles.ts'
import { PictureEditor } from '../../../uploads/ui/parts/PictureEditor.tsx'
import { type MachineDoc, machinesEdit } from '../../contract.ts'

/** For machine editors: the picture of a machine's backglass, to be chosen, changed and taken away. */
export function BackglassButton({ machineId, machine }: { machineId: string; machine: MachineDoc }) {
  const edits = useHasRole(['machine-editor', 'admin'])
  const [open, setOpen] = useState(false)
  const edit = useCall(machinesEdit)
  if (!edits) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit backglass</Button>
      {open && (
        <Dialog open title={`Backglass of ${machine.name}`} onClose={() => setOpen(false)}>
          <PictureEditor
            kind="machineBackglassPicUpload"
            label="Backglass"
            shape="wide"
            current={machine.backglass}
            fallback={<MachineThumb name={machine.name} size="l" type={machine.type} year={machine.year ?? undefined} />}
            onReady={async key => void (await edit({ machineId, backglass: { key } }))}
            onRemove={async () => void (await edit({ machineId, backglass: null }))}
          />
        </Dialog>
      )}
    </>
  )
}
