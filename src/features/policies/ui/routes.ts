import type { PageRoute } from '../../../platform/live/route.ts'
import { ChildSafetyPage } from './pages/ChildSafetyPage.tsx'
import { PrivacyPage } from './pages/PrivacyPage.tsx'

export const policiesRoutes: readonly PageRoute[] = [
  {
    path: '/privacy',
    query: [],
    live: () => [],
    head: () => ({ title: 'Privacy · Skillshot', description: 'What Skillshot keeps, who sees it, and how to be rid of it.' }),
    component: PrivacyPage,
  },
  {
    path: '/child-safety',
    query: [],
    live: () => [],
    head: () => ({ title: 'Child safety · Skillshot', description: 'How Skillshot protects children.' }),
    component: ChildSafetyPage,
  },
]
