import { type ComponentType, useEffect, useState } from 'react'
import { ErrorState } from '../../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../../platform/ui/Skeleton.tsx'
import type { Shown } from '../event.ts'

/** The director's tools, fetched for those who have a use for them. */
export function DirectLater({ event }: { event: Shown }) {
  const [Panel, setPanel] = useState<ComponentType<{ event: Shown }> | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    import('./DirectorPanel.tsx').then(
      module => setPanel(() => module.DirectorPanel),
      () => setFailed(true),
    )
  }, [])
  if (Panel !== null) return <Panel event={event} />
  if (!failed) return <Skeleton kind="form" count={3} />
  return (
    <ErrorState title="The director’s tools could not be fetched." onRetry={() => window.location.reload()}>
      Check your connection, and try again.
    </ErrorState>
  )
}
