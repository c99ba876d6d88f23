import type { ComponentType } from 'react'
import { ErrorState } from '../ui/ErrorState.tsx'
import type { At, PageRoute } from './route.ts'

/** A page whose module is fetched when somebody goes there. */
export function fetchedLater(fetchPage: () => Promise<ComponentType<At>>): Pick<PageRoute, 'component' | 'load'> {
  let Page: ComponentType<At> | null = null
  return {
    load: async () => {
      // Without a connection it stays away, and the page says so.
      Page ??= await fetchPage().catch(() => null)
    },
    component: function FetchedLater(at) {
      return Page === null ? <Unfetched /> : <Page {...at} />
    },
  }
}

function Unfetched() {
  return (
    <main id="main" tabIndex={-1}>
      <ErrorState page title="This page could not be fetched." onRetry={() => window.location.reload()}>
        Check your connection, and try again.
      </ErrorState>
    </main>
  )
}
