import { type ReactNode, useEffect, useRef } from 'react'
import layout from '#platform/ui/styles/layout.module.css'

/** Result of a form, shown in its place. It takes over the focus, so that screen readers read it. */
export function FormResult({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <div ref={element} className={layout.stack4} tabIndex={-1}>
      {children}
    </div>
  )
}
