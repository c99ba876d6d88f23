import { lazyPage } from '../../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

export const scoresRoutes: readonly PageRoute[] = [
  {
    path: '/',
    query: ['before'],
    ...lazyPage('src/features/scores/ui/pages/HomePage.route.ts', () => import('./pages/HomePage.route.ts')),
  },
  {
    path: '/scores/$scoreId',
    query: [],
    ...lazyPage('src/features/scores/ui/pages/ScorePage.route.ts', () => import('./pages/ScorePage.route.ts')),
  },
  {
    path: '/machines/$machineId',
    query: ['window'],
    ...lazyPage('src/features/scores/ui/pages/MachinePage.route.ts', () => import('./pages/MachinePage.route.ts')),
  },
  {
    path: '/players/$username',
    query: ['machine'],
    ...lazyPage('src/features/scores/ui/pages/PlayerPage.route.ts', () => import('./pages/PlayerPage.route.ts')),
  },
  {
    path: '/groups/$groupId',
    query: ['machine', 'window'],
    ...lazyPage('src/features/scores/ui/pages/GroupPage.route.ts', () => import('./pages/GroupPage.route.ts')),
  },
  {
    path: '/events/$eventId',
    query: ['show', 'machine', 'round'],
    ...lazyPage('src/features/scores/ui/pages/EventPage.route.ts', () => import('./pages/EventPage.route.ts')),
  },
  {
    path: '/events/$eventId/live',
    query: [],
    ...lazyPage('src/features/scores/ui/pages/BigScreenPage.route.ts', () => import('./pages/BigScreenPage.route.ts')),
  },
  {
    path: '/submit',
    query: ['machine', 'event'],
    ...lazyPage('src/features/scores/ui/pages/SubmitPage.route.ts', () => import('./pages/SubmitPage.route.ts')),
  },
  {
    path: '/admin/scores',
    query: ['state'],
    hidden: true,
    ...lazyPage('src/features/scores/ui/pages/ModerationPage.route.ts', () => import('./pages/ModerationPage.route.ts')),
  },
]
