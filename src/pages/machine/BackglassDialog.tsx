import type { MachineDoc } from '#machines/contract/machines.ts'
import { BackglassEditor } from '#machines/ui/BackglassEditor.tsx'
import * as m from '#messages'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'

/** The backglass editor in a dialog. */
export function BackglassDialog({ machineId, machine, onClose }: { machineId: string; machine: MachineDoc; onClose: () => void }) {
  return (
    <Dialog open title={m.machines_backglass_of({ name: machine.name })} onClose={onClose}>
      <BackglassEditor machineId={machineId} machine={machine} />
    </Dialog>
  )
}
