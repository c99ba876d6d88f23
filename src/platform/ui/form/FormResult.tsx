import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './FormResult.module.css'

/** Result of a form, shown in its place. It takes over the focus, so that screen readers read it. */
export function FormResult({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <div ref={element} className={cx(layout.stack4, styles.outcome)} tabIndex={-1}>
      {children}
    </div>
  )
}
