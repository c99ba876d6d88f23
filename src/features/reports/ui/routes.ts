import { fetchedLater } from '../../../platform/live/fetched-later.tsx'
import { type PageRoute, want } from '../../../platform/live/route.ts'
import { reportsList } from '../contract.ts'
import { listInput } from './inputs.ts'

export const reportsRoutes: readonly PageRoute[] = [
  {
    path: '/admin/reports',
    query: ['state', 'before'],
    live: ({ query }) => [want(reportsList, listInput(query))],
    head: () => ({ title: 'Reports · Skillshot', description: 'What players have reported.', robots: 'noindex' }),
    ...fetchedLater(async () => (await import('./pages/ReportsPage.tsx')).ReportsPage),
  },
]
