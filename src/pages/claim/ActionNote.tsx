import { type ReactNode, useEffect, useRef } from 'react'
import { FormError } from '#platform/ui/form/FormError.tsx'

/** What has come of an action, where the user has tapped. It is scrolled into sight. */
export function ActionNote({ said, error, children }: { said?: string; error?: string; children?: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const isThere = Boolean(said || error || children)
  useEffect(() => {
    if (isThere) place.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [isThere])
  return (
    <div ref={place}>
      <FormError message={error} />
      <p role="status">{said}</p>
      {children}
    </div>
  )
}
