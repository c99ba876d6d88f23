import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import type { Machine } from '../use-event.ts'
import styles from './machines.module.css'

/** A machine's pin-golf target, and whether it is out of order. */
export function MachineBadges({ machine }: { machine: Machine }) {
  const { target } = machine
  return (
    <>
      {target !== undefined && (
        <span className={styles.target}>
          {renderMessage(m.events_mark_target(), { score: () => <ScoreValue value={target} size="row" /> })}
        </span>
      )}
      {!machine.active && <span className={styles.broken}>{m.events_machines_broken()}</span>}
    </>
  )
}
