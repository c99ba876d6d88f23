import { lazyPage } from '../../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

/** Only the list of events. The page of one event shows scores, so it belongs to the scores feature, which may import from events. */
export const eventsRoutes: readonly PageRoute[] = [
  {
    path: '/events',
    query: ['state', 'before'],
    ...lazyPage('src/features/events/ui/pages/EventsPage.route.ts', () => import('./pages/EventsPage.route.ts')),
  },
]
