import { fetchedLater } from '../../../platform/live/fetched-later.tsx'
import { type PageRoute, want } from '../../../platform/live/route.ts'
import { rolesOwn } from '../contract.ts'

export const rolesRoutes: readonly PageRoute[] = [
  {
    path: '/admin',
    query: [],
    hidden: true,
    live: () => [want(rolesOwn, {})],
    head: () => ({ title: 'Administration · Skillshot', description: 'For those who look after this site.', robots: 'noindex' }),
    ...fetchedLater(async () => (await import('./pages/AdminPage.tsx')).AdminPage),
  },
]
