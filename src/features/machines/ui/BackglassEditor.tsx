import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { PictureEditor } from '#uploads/ui/PictureEditor.tsx'
import { type MachineDoc, machinesEdit } from '../contract/machines.ts'
import { MachineThumb } from './MachineThumb.tsx'

/** For machine editors: shows the picture of a machine's backglass and lets them choose, replace or remove it. */
export function BackglassEditor({ machineId, machine }: { machineId: string; machine: MachineDoc }) {
  const edit = useMethod(machinesEdit)
  return (
    <PictureEditor
      kind="machineBackglassPicUpload"
      label={m.machines_backglass()}
      shape="wide"
      current={machine.backglass}
      fallback={<MachineThumb name={machine.name} size="l" type={machine.type} year={machine.year ?? undefined} />}
      onReady={async key => void (await edit({ machineId, backglass: { key } }))}
      onRemove={async () => void (await edit({ machineId, backglass: null }))}
    />
  )
}
