import * as m from '#messages'
import type { EventDoc } from '../../features/events/contract/documents.ts'
import { eventsEntrants } from '../../features/events/contract/entrants.ts'
import { eventsOne, eventsStandings } from '../../features/events/contract/publications.ts'
import { eventsRounds } from '../../features/events/contract/rounds.ts'
import { INITIAL_ROWS } from '../../features/events/ui/event-url.ts'
import { scoresRecent } from '../../features/scores/contract/scores.ts'
import { screenScoresInput } from '../../features/scores/ui/query-params.ts'
import { type PageModule, subscribeTo } from '../../platform/live/route.ts'

export { BigScreenPage as component } from './BigScreenPage.tsx'

export const live: PageModule['live'] = ({ params }) => [
  subscribeTo(eventsOne, { eventId: params.eventId! }),
  subscribeTo(eventsStandings, { eventId: params.eventId!, limit: INITIAL_ROWS }),
  subscribeTo(eventsRounds, { eventId: params.eventId!, round: 'latest' }),
  subscribeTo(eventsEntrants, { eventId: params.eventId! }),
  subscribeTo(scoresRecent, screenScoresInput(params.eventId!)),
]

export const head: PageModule['head'] = ({ params }, store) => {
  const event = store.collection('events').get(params.eventId!) as unknown as EventDoc | undefined
  return { title: `${event?.name ?? m.scores_event_head()} · Skillshot`, description: m.scores_screen_head_text(), robots: 'noindex' }
}
