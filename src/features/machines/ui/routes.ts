import { lazyPage } from '../../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

export const machinesRoutes: readonly PageRoute[] = [
  {
    path: '/machines',
    query: ['q', 'type', 'page'],
    ...lazyPage('src/features/machines/ui/pages/MachinesPage.route.ts', () => import('./pages/MachinesPage.route.ts')),
  },
  {
    path: '/admin/machines/new',
    query: [],
    hidden: true,
    ...lazyPage('src/features/machines/ui/pages/AddMachinePage.route.ts', () => import('./pages/AddMachinePage.route.ts')),
  },
  {
    path: '/admin/machines/edit',
    query: ['machine'],
    hidden: true,
    ...lazyPage('src/features/machines/ui/pages/EditMachinePage.route.ts', () => import('./pages/EditMachinePage.route.ts')),
  },
]
