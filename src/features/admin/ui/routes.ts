import { lazyPage } from '../../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

export const adminRoutes: readonly PageRoute[] = [
  {
    path: '/admin/cache',
    query: [],
    hidden: true,
    ...lazyPage('src/features/admin/ui/pages/CachePage.route.ts', () => import('./pages/CachePage.route.ts')),
  },
  {
    path: '/admin/jobs',
    query: [],
    hidden: true,
    ...lazyPage('src/features/admin/ui/pages/JobsPage.route.ts', () => import('./pages/JobsPage.route.ts')),
  },
  {
    path: '/admin/users',
    query: ['q', 'before'],
    hidden: true,
    ...lazyPage('src/features/admin/ui/pages/UsersPage.route.ts', () => import('./pages/UsersPage.route.ts')),
  },
  {
    path: '/admin/log',
    query: ['action', 'user', 'before'],
    hidden: true,
    ...lazyPage('src/features/admin/ui/pages/LogPage.route.ts', () => import('./pages/LogPage.route.ts')),
  },
]
