import { fetchedLater } from '../../../platform/live/fetched-later.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

export const playersRoutes: readonly PageRoute[] = [
  {
    path: '/account',
    query: [],
    live: () => [],
    head: () => ({
      title: 'Your account · Skillshot',
      description: 'Your profile, your e-mail address, and where you are signed in.',
      robots: 'noindex',
    }),
    ...fetchedLater(async () => (await import('./pages/AccountPage.tsx')).AccountPage),
  },
]
