import { lazyPage } from '../../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

export const rolesRoutes: readonly PageRoute[] = [
  {
    path: '/admin',
    query: [],
    hidden: true,
    ...lazyPage('src/features/roles/ui/pages/AdminPage.route.ts', () => import('./pages/AdminPage.route.ts')),
  },
]
