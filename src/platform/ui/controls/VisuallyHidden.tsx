import type { ReactNode } from 'react'
import layout from '#platform/ui/styles/layout.module.css'

/** Content for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={layout.hidden}>{children}</span>
}
