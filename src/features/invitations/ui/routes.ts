import { lazyPage } from '../../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

export const invitationsRoutes: readonly PageRoute[] = [
  {
    path: '/sign-up',
    query: ['next'],
    ...lazyPage('src/features/invitations/ui/pages/SignUpPage.route.ts', () => import('./pages/SignUpPage.route.ts')),
  },
  {
    path: '/invitations',
    query: ['before'],
    ...lazyPage('src/features/invitations/ui/pages/InvitePage.route.ts', () => import('./pages/InvitePage.route.ts')),
  },
  {
    path: '/admin/invitations',
    query: ['before'],
    hidden: true,
    ...lazyPage('src/features/invitations/ui/pages/AllInvitationsPage.route.ts', () => import('./pages/AllInvitationsPage.route.ts')),
  },
]
