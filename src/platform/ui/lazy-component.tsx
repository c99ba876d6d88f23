import { type ComponentType, lazy, Suspense } from 'react'
import * as m from '#messages'
import { useHydrated } from './use-hydrated.ts'

/**
 * A component whose module is fetched when it is first rendered in a browser; it renders nothing until then, and an error message if the fetch
 * fails. Only for what a page can do without: the server renders nothing of it.
 * @param Failed what it renders if the fetch fails
 */
export function lazyComponent<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<Props> = Unfetched,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await fetchPart().catch(() => Failed) }))
  return props =>
    useHydrated() && (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
}

function Unfetched() {
  return <p role="alert">{m.ui_unfetched_part()}</p>
}
