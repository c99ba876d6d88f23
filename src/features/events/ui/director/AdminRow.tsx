import type { ReactNode } from 'react'
import styles from './director.module.css'

/** A row of the director's lists. `title` names the thing, `facts` gives its state, `children` holds its actions, `more` further ones, `error` the last error. */
export function AdminRow({
  lead,
  title,
  facts,
  more,
  error,
  children,
}: {
  lead?: ReactNode
  title: ReactNode
  facts?: ReactNode
  more?: ReactNode
  error?: ReactNode
  children?: ReactNode
}) {
  return (
    <li className={styles.row}>
      {lead}
      <div className={styles.words}>
        <span className={styles.title}>{title}</span>
        {facts && <span className={styles.facts}>{facts}</span>}
      </div>
      <div className={styles.actions}>{children}</div>
      {more}
      {error}
    </li>
  )
}
