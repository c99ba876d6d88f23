import type { ReactNode } from 'react'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import styles from './DeviceRow.module.css'

export interface DeviceRowProps {
  device: string
  /** shown in place of the time if this is the device that the user is using now; null: it is another one */
  here: string | null
  at: Date
  /** shown below the time */
  note?: string | undefined
  /** a button */
  children: ReactNode
}

/** One device in a list of the user's devices. */
export function DeviceRow({ device, here, at, note, children }: DeviceRowProps) {
  return (
    <li className={cx(layout.line3, styles.row)}>
      <span className={layout.stack}>
        <strong>{device}</strong>
        {here === null ? <TimeAgo at={at} /> : <span className={styles.here}>{here}</span>}
        {note !== undefined && <span className={layout.small}>{note}</span>}
      </span>
      {children}
    </li>
  )
}
