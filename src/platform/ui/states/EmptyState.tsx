import type { ReactNode } from 'react'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './State.module.css'

export type EmptyStateProps = {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** True if the title is the page's main heading (`h1`). */
  page?: boolean
}

/** Shown in place of an empty list, as an invitation: "No scores on Medieval Madness yet. Be the first." */
export function EmptyState({ title, children, action, page = false }: EmptyStateProps) {
  const Title = page ? 'h1' : 'h2'
  return (
    <section className={cx(layout.stack3, styles.state)}>
      <svg className={styles.drawing} viewBox="0 0 120 72" aria-hidden="true" focusable="false">
        <path className={styles.lane} d="M104 72V40A28 28 0 0 0 76 12H48" />
        <path className={styles.rail} d="M92 72V40A16 16 0 0 0 76 24H52" />
        <circle className={styles.ball} cx="22" cy="18" r="9" />
        <path className={styles.trail} d="M36 14h6m-4 8h8" />
      </svg>
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {action && <div className={cx(layout.row3, styles.action)}>{action}</div>}
    </section>
  )
}
