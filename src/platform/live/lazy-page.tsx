import * as m from '#messages'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import type { LazyPage, PageModule, RouteMatch } from './route.ts'

/**
 * Returns a page whose module is fetched when a user goes there.
 * @param module path of the module in this repository, by which the server finds the scripts that the page needs
 */
export function lazyPage(module: string, fetchPage: () => Promise<PageModule>): LazyPage {
  let parts: PageModule | null = null
  return {
    module,
    load: async () => {
      // When the fetch fails, for example without a connection, the component below shows that.
      parts ??= await fetchPage().catch(() => null)
      await parts?.loadParts?.()
    },
    live: at => parts?.live(at) ?? [],
    head: (at, store) => parts?.head(at, store) ?? { title: 'Skillshot', description: '' },
    component: function FetchedLater(at: RouteMatch) {
      return parts === null ? <Unfetched /> : <parts.component {...at} />
    },
  }
}

function Unfetched() {
  return (
    <main id="main" tabIndex={-1}>
      <ErrorState page title={m.ui_unfetched_title()} onRetry={() => window.location.reload()}>
        {m.ui_unfetched_text()}
      </ErrorState>
    </main>
  )
}
