import { ScoreValue } from '../../../../platform/ui/ScoreValue.tsx'
import styles from './machines.module.css'
import type { Machine } from './use-event.ts'

/** What there is to know of a machine before one plays it: its target, and whether it is out of order. */
export function MachineMarks({ machine }: { machine: Machine }) {
  return (
    <>
      {machine.target !== undefined && (
        <span className={styles.target}>
          Target <ScoreValue value={machine.target} size="row" />
        </span>
      )}
      {!machine.active && <span className={styles.broken}>Out of order</span>}
    </>
  )
}
