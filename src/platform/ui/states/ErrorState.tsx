import type { ReactNode } from 'react'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { Button } from '../controls/Button.tsx'
import styles from './State.module.css'

export type ErrorStateProps = {
  /** What happened, in terms that a player understands. */
  title: string
  /** What the user can do about it. */
  children?: ReactNode
  onRetry?: (() => void) | undefined
  action?: ReactNode
  /** True if the title is the page's main heading (`h1`). */
  page?: boolean
}

export function ErrorState({ title, children, onRetry, action, page = false }: ErrorStateProps) {
  const Title = page ? 'h1' : 'h2'
  return (
    <section className={cx(layout.stack3, styles.state)} role={page ? undefined : 'alert'}>
      <svg className={styles.drawing} viewBox="0 0 120 72" aria-hidden="true" focusable="false">
        <path className={styles.lane} d="M14 30 48 52" />
        <path className={styles.lane} d="M106 30 72 52" />
        <circle className={styles.ball} cx="60" cy="62" r="9" />
        <path className={styles.trail} d="M60 30v8m0 6v4" />
      </svg>
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {(onRetry || action) && (
        <div className={cx(layout.row3, styles.action)}>
          {onRetry && (
            <Button kind="primary" onClick={onRetry}>
              {m.ui_try_again()}
            </Button>
          )}
          {action}
        </div>
      )}
    </section>
  )
}
