import { lazyPage } from '../../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

export const playersRoutes: readonly PageRoute[] = [
  {
    path: '/account',
    query: [],
    ...lazyPage('src/features/players/ui/pages/AccountPage.route.ts', () => import('./pages/AccountPage.route.ts')),
  },
]
