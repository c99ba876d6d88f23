import { lazyPage } from '../../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

/** The page for signing up belongs to the feature invitations, which is above this one. */
export const accountsRoutes: readonly PageRoute[] = [
  {
    path: '/sign-in',
    query: ['next'],
    ...lazyPage('src/features/accounts/ui/pages/SignInPage.route.ts', () => import('./pages/SignInPage.route.ts')),
  },
  {
    path: '/forgot-password',
    query: [],
    ...lazyPage('src/features/accounts/ui/pages/ForgotPasswordPage.route.ts', () => import('./pages/ForgotPasswordPage.route.ts')),
  },
  {
    path: '/change-password',
    query: [],
    ...lazyPage('src/features/accounts/ui/pages/ChangePasswordPage.route.ts', () => import('./pages/ChangePasswordPage.route.ts')),
  },
  {
    path: '/account/delete',
    query: [],
    ...lazyPage('src/features/accounts/ui/pages/DeleteAccountPage.route.ts', () => import('./pages/DeleteAccountPage.route.ts')),
  },
]
