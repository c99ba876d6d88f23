import type { EventDoc } from '#events/contract/documents.ts'
import { eventsEntrants } from '#events/contract/entrants.ts'
import { eventsLog, eventsOne, eventsStandings } from '#events/contract/publications.ts'
import { eventsRounds } from '#events/contract/rounds.ts'
import { readRound, readShownTab, tabStandingsInput } from '#events/ui/event-url.ts'
import * as m from '#messages'
import { type PageModule, type SubscriptionRequest, subscribeTo } from '#platform/live/route.ts'
import { getActiveLocale } from '#platform/ui/format/locale.ts'
import { scoresRecent, scoresVoids } from '#scores/contract/scores.ts'
import { eventScoresInput } from '#scores/ui/query-params.ts'
import { seriesOfEvent } from '#series/contract/publications.ts'

/**
 * The subscriptions of the requested tab of an event's page. Which tab is the default depends on the event, which is not loaded yet, so
 * without a tab in the address it subscribes to the data of all possible defaults.
 */
function subscribeToTab(eventId: string, query: Readonly<Record<string, string>>): SubscriptionRequest[] {
  const tab = readShownTab(query)
  const standings = tabStandingsInput(eventId, tab)
  const requests = standings === null ? [] : [subscribeTo(eventsStandings, standings)]
  if (tab === null || tab === 'rounds') requests.push(subscribeTo(eventsRounds, { eventId, round: 'latest' }))
  const round = tab === 'rounds' ? readRound(query) : null
  if (round !== null) requests.push(subscribeTo(eventsRounds, { eventId, round }))
  if (tab === null || tab === 'rounds' || tab === 'players' || query.machine !== undefined)
    requests.push(subscribeTo(eventsEntrants, { eventId }))
  if (tab === 'players') requests.push(subscribeTo(eventsLog, { eventId }))
  if (tab === 'scores') requests.push(subscribeTo(scoresRecent, eventScoresInput(eventId)), subscribeTo(scoresVoids, { eventId }))
  return requests
}

export { EventPage as component } from './EventPage.tsx'

export const live: PageModule['live'] = ({ params, query }) => [
  subscribeTo(eventsOne, { eventId: params.eventId! }),
  subscribeTo(seriesOfEvent, { eventId: params.eventId! }),
  ...subscribeToTab(params.eventId!, query),
]

export const head: PageModule['head'] = ({ params }, store) => {
  const event = store.collection('events').get(params.eventId!) as unknown as EventDoc | undefined
  if (event === undefined) return { title: `${m.scores_event_head()} · Skillshot`, description: m.scores_event_head_none() }
  const { name, venue } = event
  return {
    title: `${name} · Skillshot`,
    description: venue === '' ? m.scores_event_head_text({ name }) : m.scores_event_head_text_at({ name, venue }),
    // Chats cache the first picture they get for an address, so it contains the language, how far the event is, and what it may show.
    image: {
      path: `/events/${params.eventId}/card.png?lang=${getActiveLocale()}&v=${event.state}-${event.players}${event.standingsHeld ? '-held' : ''}`,
      width: 1200,
      height: 630,
      alt: name,
    },
    feed: `/feed.atom?event=${encodeURIComponent(params.eventId!)}`,
  }
}
