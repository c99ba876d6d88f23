import { lazyPage } from '../../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

export const policiesRoutes: readonly PageRoute[] = [
  {
    path: '/privacy',
    query: [],
    ...lazyPage('src/features/policies/ui/pages/PrivacyPage.route.ts', () => import('./pages/PrivacyPage.route.ts')),
  },
  {
    path: '/child-safety',
    query: [],
    ...lazyPage('src/features/policies/ui/pages/ChildSafetyPage.route.ts', () => import('./pages/ChildSafetyPage.route.ts')),
  },
]
