import { fetchedLater } from '../../../platform/live/fetched-later.tsx'
import { type PageRoute, want } from '../../../platform/live/route.ts'
import { rolesOwn } from '../../roles/contract.ts'
import { auditList, usersList } from '../contract.ts'
import { logInput, usersInput } from './inputs.ts'

export const adminRoutes: readonly PageRoute[] = [
  {
    path: '/admin/cache',
    query: [],
    hidden: true,
    live: () => [want(rolesOwn, {})],
    head: () => ({ title: 'Cache admin · Skillshot', description: 'What is kept in memory.', robots: 'noindex' }),
    ...fetchedLater(async () => (await import('./pages/CachePage.tsx')).CachePage),
  },
  {
    path: '/admin/users',
    query: ['q', 'before'],
    hidden: true,
    live: ({ query }) => [want(rolesOwn, {}), want(usersList, usersInput(query))],
    head: () => ({ title: 'Users · Skillshot', description: 'Everybody who has an account.', robots: 'noindex' }),
    ...fetchedLater(async () => (await import('./pages/UsersPage.tsx')).UsersPage),
  },
  {
    path: '/admin/log',
    query: ['action', 'user', 'before'],
    hidden: true,
    live: ({ query }) => [want(rolesOwn, {}), want(auditList, logInput(query))],
    head: () => ({ title: 'Log · Skillshot', description: 'What was done here, by whom.', robots: 'noindex' }),
    ...fetchedLater(async () => (await import('./pages/LogPage.tsx')).LogPage),
  },
]
