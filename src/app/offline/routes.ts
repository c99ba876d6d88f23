import { lazyPage } from '../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../platform/live/route.ts'

export const offlineRoutes: readonly PageRoute[] = [
  {
    path: '/offline',
    query: [],
    ...lazyPage('src/app/offline/OfflinePage.route.ts', () => import('./OfflinePage.route.ts')),
  },
]
