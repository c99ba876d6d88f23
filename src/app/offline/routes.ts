import { fetchedLater } from '../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../platform/live/route.ts'

export const offlineRoutes: readonly PageRoute[] = [
  {
    path: '/offline',
    query: [],
    ...fetchedLater('src/app/offline/OfflinePage.route.ts', () => import('./OfflinePage.route.ts')),
  },
]
