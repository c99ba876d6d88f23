import { lazyPage } from '../../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

export const reportsRoutes: readonly PageRoute[] = [
  {
    path: '/admin/reports',
    query: ['state', 'before'],
    ...lazyPage('src/features/reports/ui/pages/ReportsPage.route.ts', () => import('./pages/ReportsPage.route.ts')),
  },
]
