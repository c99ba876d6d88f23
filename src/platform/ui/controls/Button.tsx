import type { ButtonHTMLAttributes } from 'react'
import { cx } from '../cx.ts'
import styles from './Button.module.css'

export type ButtonKind = 'primary' | 'quiet' | 'plain' | 'danger'

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: ButtonKind
  /** An action is in progress: the button ignores clicks but keeps its size and its focus. */
  busy?: boolean
  /** The button takes the full width of its column. */
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
