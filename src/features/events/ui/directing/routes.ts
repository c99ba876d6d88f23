import { fetchedLater } from '../../../../platform/live/fetched-later.tsx'
import { type PageRoute, want } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../../roles/contract.ts'
import { eventsOne } from '../../contract/views.ts'

const robots = 'noindex'

/** What directors set up and change, and the page on which a guest claims. */
export const directingRoutes: readonly PageRoute[] = [
  {
    path: '/admin/events/new',
    query: [],
    hidden: true,
    live: () => [want(rolesOwn, {})],
    head: () => ({ title: 'Add event · Skillshot', description: 'Set up an event in two minutes.', robots }),
    ...fetchedLater(async () => (await import('../pages/NewEventPage.tsx')).AddEventPage),
  },
  {
    path: '/events/new',
    query: ['group'],
    live: () => [],
    head: () => ({ title: 'New event · Skillshot', description: 'Set up a pinball event in two minutes.', robots }),
    ...fetchedLater(async () => (await import('../pages/NewEventPage.tsx')).NewEventPage),
  },
  {
    path: '/events/claim',
    query: ['code'],
    live: () => [],
    head: () => ({
      title: 'Claim your scores · Skillshot',
      description: 'You played an event as a guest: make its scores your own.',
      robots,
    }),
    ...fetchedLater(async () => (await import('../pages/ClaimPage.tsx')).ClaimPage),
  },
  {
    path: '/events/$eventId/edit',
    query: [],
    hidden: true,
    live: ({ params }) => [want(rolesOwn, {}), want(eventsOne, { eventId: params.eventId! })],
    head: () => ({ title: 'Edit event · Skillshot', description: 'What its director changes about an event.', robots }),
    ...fetchedLater(async () => (await import('../pages/EditEventPage.tsx')).EditEventPage),
  },
]
