import type { PageRoute } from '../../../platform/live/route.ts'
import { SignInPage } from './pages/SignInPage.tsx'
import { SignUpPage } from './pages/SignUpPage.tsx'

export const accountsRoutes: readonly PageRoute[] = [
  {
    path: '/sign-in',
    query: ['next'],
    live: () => [],
    head: () => ({ title: 'Sign in · Skillshot', description: 'Sign in to put your pinball scores on the board.' }),
    component: SignInPage,
  },
  {
    path: '/sign-up',
    query: ['next'],
    live: () => [],
    head: () => ({ title: 'Create an account · Skillshot', description: 'Create an account to put your pinball scores on the board.' }),
    component: SignUpPage,
  },
]
