import { fetchedLater } from '../../../platform/live/fetched-later.tsx'
import type { PageRoute } from '../../../platform/live/route.ts'

const nothing = () => []
const robots = 'noindex'

export const accountsRoutes: readonly PageRoute[] = [
  {
    path: '/sign-in',
    query: ['next'],
    live: nothing,
    head: () => ({ title: 'Sign in · Skillshot', description: 'Sign in to put your pinball scores on the board.', robots }),
    ...fetchedLater(async () => (await import('./pages/SignInPage.tsx')).SignInPage),
  },
  {
    path: '/sign-up',
    query: ['next'],
    live: nothing,
    head: () => ({
      title: 'Create an account · Skillshot',
      description: 'Create an account to put your pinball scores on the board.',
      robots,
    }),
    ...fetchedLater(async () => (await import('./pages/SignUpPage.tsx')).SignUpPage),
  },
  {
    path: '/forgot-password',
    query: [],
    live: nothing,
    head: () => ({ title: 'Forgot your password? · Skillshot', description: 'Ask for a link to choose a new password.', robots }),
    ...fetchedLater(async () => (await import('./pages/ForgotPasswordPage.tsx')).ForgotPasswordPage),
  },
  {
    path: '/change-password',
    query: [],
    live: nothing,
    head: () => ({ title: 'Change your password · Skillshot', description: 'Choose another password for your account.', robots }),
    ...fetchedLater(async () => (await import('./pages/ChangePasswordPage.tsx')).ChangePasswordPage),
  },
  {
    path: '/account/delete',
    query: [],
    live: nothing,
    head: () => ({ title: 'Delete your account · Skillshot', description: 'Take your data with you, and delete your account.', robots }),
    ...fetchedLater(async () => (await import('./pages/DeleteAccountPage.tsx')).DeleteAccountPage),
  },
]
