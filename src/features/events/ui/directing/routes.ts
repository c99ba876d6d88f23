import { lazyPage } from '../../../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../../../platform/live/route.ts'

/** Pages on which directors add and edit events, and the page on which a guest's entry is claimed. */
export const directingRoutes: readonly PageRoute[] = [
  {
    path: '/admin/events/new',
    query: [],
    hidden: true,
    ...lazyPage('src/features/events/ui/pages/AddEventPage.route.ts', () => import('../pages/AddEventPage.route.ts')),
  },
  {
    path: '/events/new',
    query: ['group'],
    ...lazyPage('src/features/events/ui/pages/NewEventPage.route.ts', () => import('../pages/NewEventPage.route.ts')),
  },
  {
    path: '/events/claim',
    query: ['code'],
    ...lazyPage('src/features/events/ui/pages/ClaimPage.route.ts', () => import('../pages/ClaimPage.route.ts')),
  },
  {
    path: '/events/$eventId/edit',
    query: [],
    hidden: true,
    ...lazyPage('src/features/events/ui/pages/EditEventPage.route.ts', () => import('../pages/EditEventPage.route.ts')),
  },
]
