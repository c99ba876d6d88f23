import { EmbedButton } from '#embeds/ui/EmbedButton.tsx'
import type { MachineDoc } from '#machines/contract/machines.ts'
import { useDocument } from '#platform/live/hooks.ts'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { MachinePlaying } from '#stations/ui/MachinePlaying.tsx'
import { MachineVenues } from './MachineVenues.tsx'
import styles from './machine.module.css'

/**
 * What comes below the board of a machine: the games that are being played on it, where it stands, and the code that shows the board
 * elsewhere.
 */
export function MachineMore({ machineId }: { machineId: string }) {
  const machine = useDocument<MachineDoc>('machines', machineId)
  return (
    <>
      <MachinePlaying machineId={machineId} />
      <div className={cx(layout.stack3, styles.more)}>
        <MachineVenues machineId={machineId} />
        {machine !== undefined && (
          <div>
            <EmbedButton kind="board" id={machineId} name={machine.name} />
          </div>
        )}
      </div>
    </>
  )
}
