import type { ReactNode } from 'react'
import styles from './directing.module.css'

/** One thing in a list of a director's: what it is, how it stands, what can be done with it. */
export function AdminRow({
  lead,
  title,
  facts,
  trouble,
  children,
}: {
  lead?: ReactNode
  title: ReactNode
  facts?: ReactNode
  trouble?: ReactNode
  children?: ReactNode
}) {
  return (
    <li className={styles.row}>
      {lead}
      <div className={styles.words}>
        <span className={styles.title}>{title}</span>
        {facts && <span className={styles.facts}>{facts}</span>}
      </div>
      <div className={styles.ways}>{children}</div>
      {trouble}
    </li>
  )
}
