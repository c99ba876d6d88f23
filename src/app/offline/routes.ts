import { fetchedLater } from '../../platform/live/fetched-later.tsx'
import type { PageRoute } from '../../platform/live/route.ts'

export const offlineRoutes: readonly PageRoute[] = [
  {
    path: '/offline',
    query: [],
    ...fetchedLater('src/app/offline/OfflinePage.route.ts', () => import('./OfflinePage.route.ts')),
  },
]
