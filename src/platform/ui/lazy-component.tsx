import { type ComponentType, lazy, Suspense } from 'react'
import * as m from '#messages'

/**
 * A component whose module is fetched when it is first rendered; it renders nothing until then, and an error message if the fetch
 * fails. Only for components that no page shows initially.
 * @param Failed what it renders if the fetch fails
 */
export function lazyComponent<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<Props> = Unfetched,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await fetchPart().catch(() => Failed) }))
  return props => (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}

function Unfetched() {
  return <p role="alert">{m.ui_unfetched_part()}</p>
}
