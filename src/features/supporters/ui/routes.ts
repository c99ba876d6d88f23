import { lazyPage } from '../../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

export const supportersRoutes: readonly PageRoute[] = [
  {
    path: '/patreon',
    query: [],
    ...lazyPage('src/features/supporters/ui/pages/LinkPage.route.ts', () => import('./pages/LinkPage.route.ts')),
  },
  {
    path: '/patreon/confirm',
    // Code and state are secrets of the user: only the browser reads them, and it removes them from its address.
    query: [],
    ...lazyPage('src/features/supporters/ui/pages/ConfirmPage.route.ts', () => import('./pages/ConfirmPage.route.ts')),
  },
]
