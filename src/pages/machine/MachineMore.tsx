import { EmbedButton } from '#embeds/ui/EmbedButton.tsx'
import type { MachineDoc } from '#machines/contract/machines.ts'
import { useDocument } from '#platform/live/hooks.ts'
import { MachineVenues } from './MachineVenues.tsx'

/** What few visitors of a machine's page look for, below its board: where the machine stands, and the code that shows the board elsewhere. */
export function MachineMore({ machineId }: { machineId: string }) {
  const machine = useDocument<MachineDoc>('machines', machineId)
  return (
    <>
      <MachineVenues machineId={machineId} />
      {machine !== undefined && (
        <div>
          <EmbedButton kind="board" id={machineId} name={machine.name} />
        </div>
      )}
    </>
  )
}
