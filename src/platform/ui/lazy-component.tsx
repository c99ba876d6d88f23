import { type ComponentType, lazy, Suspense } from 'react'
import * as m from '#messages'

/** A part that no page begins with, whose module is fetched when it is first shown: nothing stands there until then. */
export function lazyComponent<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await fetchPart().catch((): ComponentType<Props> => Unfetched) }))
  return props => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  )
}

function Unfetched() {
  return <p role="alert">{m.ui_unfetched_part()}</p>
}
