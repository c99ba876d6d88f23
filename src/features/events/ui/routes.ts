import { fetchedLater } from '../../../platform/live/fetched-later.tsx'
import { type PageRoute, want } from '../../../platform/live/route.ts'
import { eventsList } from '../contract/views.ts'
import { pageInput, someInput, stateOf } from './parts/event-list.ts'

/** The page of one event shows scores, which stand above: it is with them. */
export const eventsRoutes: readonly PageRoute[] = [
  {
    path: '/events',
    query: ['state', 'before'],
    live: ({ query }) => {
      const state = stateOf(query)
      if (state !== null) return [want(eventsList, pageInput(state, query))]
      return [want(eventsList, someInput('live')), want(eventsList, someInput('upcoming')), want(eventsList, someInput('finished'))]
    },
    head: () => ({
      title: 'Events · Skillshot',
      description: 'Pinball leagues, tournaments and selfie nights: what is on, what is coming, and how it came out.',
    }),
    ...fetchedLater(async () => (await import('./pages/EventsPage.tsx')).EventsPage),
  },
]
