import type { ReactNode } from 'react'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
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
    <li className={cx(layout.row, styles.row)}>
      {lead}
      <div className={cx(layout.stack, layout.anywhere, styles.words)}>
        <span className={cx(layout.strong, styles.title)}>{title}</span>
        {facts && <span className={cx(layout.quiet, styles.facts)}>{facts}</span>}
      </div>
      <div className={cx(layout.row2, styles.actions)}>{children}</div>
      {more}
      {error}
    </li>
  )
}
