import { type ReactNode, useEffect, useRef } from 'react'
import styles from './FormResult.module.css'

/** What came of a form, in its place: it gets the focus that the form had, so that it is read aloud. */
export function FormResult({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <div ref={element} className={styles.outcome} tabIndex={-1}>
      {children}
    </div>
  )
}
