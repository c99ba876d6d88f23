import type { ReactNode } from 'react'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './VisuallyHidden.module.css'

/** Content for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={cx(layout.hidden, styles.hidden)}>{children}</span>
}
