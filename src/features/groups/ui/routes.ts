import { lazyPage } from '../../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

/** The page of one group belongs to the feature scores, which is above this one, because it shows leaderboards. */
export const groupsRoutes: readonly PageRoute[] = [
  {
    path: '/groups',
    query: ['before'],
    ...lazyPage('src/features/groups/ui/pages/GroupsPage.route.ts', () => import('./pages/GroupsPage.route.ts')),
  },
  {
    path: '/groups/new',
    query: [],
    ...lazyPage('src/features/groups/ui/pages/NewGroupPage.route.ts', () => import('./pages/NewGroupPage.route.ts')),
  },
  {
    path: '/groups/join',
    query: ['code'],
    ...lazyPage('src/features/groups/ui/pages/JoinGroupPage.route.ts', () => import('./pages/JoinGroupPage.route.ts')),
  },
]
