import type { EventDoc } from '#events/contract/documents.ts'
import { eventsEntrants } from '#events/contract/entrants.ts'
import { eventsOne, eventsStandings } from '#events/contract/publications.ts'
import { eventsRounds } from '#events/contract/rounds.ts'
import { MAX_ROWS, standingsInput } from '#events/ui/event-url.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'

export { EventPrintPage as component } from './EventPrintPage.tsx'

export const live: PageModule['live'] = ({ params }) => [
  subscribeTo(eventsOne, { eventId: params.eventId! }),
  subscribeTo(eventsStandings, standingsInput(params.eventId!, MAX_ROWS)),
  subscribeTo(eventsRounds, { eventId: params.eventId!, round: 'latest' }),
  subscribeTo(eventsEntrants, { eventId: params.eventId! }),
]

export const head: PageModule['head'] = ({ params }, store) => {
  const event = store.collection('events').get(params.eventId!) as unknown as EventDoc | undefined
  return { title: `${event?.name ?? m.scores_event_head()} · Skillshot`, description: m.events_print_about(), robots: 'noindex' }
}
