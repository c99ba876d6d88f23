import { lazyPage } from '../../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

/** The page of one event shows scores, which stand above: it is with them. */
export const eventsRoutes: readonly PageRoute[] = [
  {
    path: '/events',
    query: ['state', 'before'],
    ...lazyPage('src/features/events/ui/pages/EventsPage.route.ts', () => import('./pages/EventsPage.route.ts')),
  },
]
