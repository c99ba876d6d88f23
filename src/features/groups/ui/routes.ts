import { fetchedLater } from '../../../platform/live/fetched-later.tsx'
import { type PageRoute, want } from '../../../platform/live/route.ts'
import { groupsList } from '../contract.ts'
import { listInput } from './inputs.ts'
import { GroupsPage } from './pages/GroupsPage.tsx'

/** The page of one group shows boards, which stand above: it is with the scores. */
export const groupsRoutes: readonly PageRoute[] = [
  {
    path: '/groups',
    query: ['before'],
    live: ({ query }) => [want(groupsList, listInput(query))],
    head: () => ({ title: 'Groups · Skillshot', description: 'Leagues, bars and circles of friends with pinball boards of their own.' }),
    component: GroupsPage,
  },
  {
    path: '/groups/new',
    query: [],
    live: () => [],
    head: () => ({ title: 'New group · Skillshot', description: 'Make a board for your league, your bar or your friends.' }),
    ...fetchedLater(async () => (await import('./pages/NewGroupPage.tsx')).NewGroupPage),
  },
  {
    path: '/groups/join',
    query: ['code'],
    live: () => [],
    head: () => ({ title: 'Join a group · Skillshot', description: 'You are invited to a group on Skillshot.', robots: 'noindex' }),
    ...fetchedLater(async () => (await import('./pages/JoinGroupPage.tsx')).JoinGroupPage),
  },
]
