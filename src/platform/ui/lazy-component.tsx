import { type ComponentType, lazy, Suspense } from 'react'
import * as m from '#messages'
import { useHydrated } from './use-hydrated.ts'

/**
 * A component whose module is fetched when it is first rendered in a browser. Only for what a page can do without: the server does not render it.
 * @param Failed what it renders if the fetch fails: an error message
 * @param Loading what it renders until then: nothing
 */
export function lazyComponent<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<Props> = Unfetched,
  Loading: ComponentType<Props> = Nothing,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await fetchPart().catch(() => Failed) }))
  return props =>
    useHydrated() ? (
      <Suspense fallback={<Loading {...props} />}>
        <Loaded {...props} />
      </Suspense>
    ) : (
      <Loading {...props} />
    )
}

const Nothing = (): null => null

function Unfetched() {
  return <p role="alert">{m.ui_unfetched_part()}</p>
}
