import { type ComponentType, useEffect, useState } from 'react'
import * as m from '#messages'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import type { ShownEvent } from './types.ts'

/** Loads the code of the director's tools when they are shown, so that other users do not download it. */
export function LazyDirectorTools({ event }: { event: ShownEvent }) {
  const [Panel, setPanel] = useState<ComponentType<{ event: ShownEvent }> | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    import('./director/DirectorPanel.tsx').then(
      module => setPanel(() => module.DirectorPanel),
      () => setFailed(true),
    )
  }, [])
  if (Panel !== null) return <Panel event={event} />
  if (!failed) return <Skeleton kind="form" count={3} page />
  return (
    <ErrorState title={m.events_desk_failed()} onRetry={() => window.location.reload()}>
      {m.ui_unfetched_text()}
    </ErrorState>
  )
}
