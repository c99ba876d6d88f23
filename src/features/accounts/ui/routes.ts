import { fetchedLater } from '../../../platform/live/lazy-page.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

/** The page to sign up is with the invitations, which stand above. */
export const accountsRoutes: readonly PageRoute[] = [
  {
    path: '/sign-in',
    query: ['next'],
    ...fetchedLater('src/features/accounts/ui/pages/SignInPage.route.ts', () => import('./pages/SignInPage.route.ts')),
  },
  {
    path: '/forgot-password',
    query: [],
    ...fetchedLater('src/features/accounts/ui/pages/ForgotPasswordPage.route.ts', () => import('./pages/ForgotPasswordPage.route.ts')),
  },
  {
    path: '/change-password',
    query: [],
    ...fetchedLater('src/features/accounts/ui/pages/ChangePasswordPage.route.ts', () => import('./pages/ChangePasswordPage.route.ts')),
  },
  {
    path: '/account/delete',
    query: [],
    ...fetchedLater('src/features/accounts/ui/pages/DeleteAccountPage.route.ts', () => import('./pages/DeleteAccountPage.route.ts')),
  },
]
