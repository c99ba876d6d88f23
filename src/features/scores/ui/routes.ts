import { fetchedLater } from '../../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

export const scoresRoutes: readonly PageRoute[] = [
  {
    path: '/',
    query: ['before'],
    ...fetchedLater('src/features/scores/ui/pages/HomePage.route.ts', () => import('./pages/HomePage.route.ts')),
  },
  {
    path: '/scores/$scoreId',
    query: [],
    ...fetchedLater('src/features/scores/ui/pages/ScorePage.route.ts', () => import('./pages/ScorePage.route.ts')),
  },
  {
    path: '/machines/$machineId',
    query: ['window'],
    ...fetchedLater('src/features/scores/ui/pages/MachinePage.route.ts', () => import('./pages/MachinePage.route.ts')),
  },
  {
    path: '/players/$username',
    query: ['machine'],
    ...fetchedLater('src/features/scores/ui/pages/PlayerPage.route.ts', () => import('./pages/PlayerPage.route.ts')),
  },
  {
    path: '/groups/$groupId',
    query: ['machine', 'window'],
    ...fetchedLater('src/features/scores/ui/pages/GroupPage.route.ts', () => import('./pages/GroupPage.route.ts')),
  },
  {
    path: '/events/$eventId',
    query: ['show', 'machine', 'round'],
    ...fetchedLater('src/features/scores/ui/pages/EventPage.route.ts', () => import('./pages/EventPage.route.ts')),
  },
  {
    path: '/events/$eventId/live',
    query: [],
    ...fetchedLater('src/features/scores/ui/pages/BigScreenPage.route.ts', () => import('./pages/BigScreenPage.route.ts')),
  },
  {
    path: '/submit',
    query: ['machine', 'event'],
    ...fetchedLater('src/features/scores/ui/pages/SubmitPage.route.ts', () => import('./pages/SubmitPage.route.ts')),
  },
  {
    path: '/admin/scores',
    query: ['state'],
    hidden: true,
    ...fetchedLater('src/features/scores/ui/pages/ModerationPage.route.ts', () => import('./pages/ModerationPage.route.ts')),
  },
]
