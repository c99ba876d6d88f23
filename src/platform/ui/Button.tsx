import type { ButtonHTMLAttributes } from 'react'
import styles from './Button.module.css'
import { cx } from './cx.ts'

export type ButtonKind = 'primary' | 'quiet' | 'plain' | 'danger'

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: ButtonKind
  /** Work is under way: cannot be pressed again, keeps its size and its focus. */
  busy?: boolean
  /** As wide as its column. */
  wide?: boolean
}

export function Button({
  kind = 'quiet',
  busy = false,
  wide = false,
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={cx(styles.button, styles[kind], wide && styles.wide, busy && styles.busy, className)}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {children}
    </button>
  )
}
