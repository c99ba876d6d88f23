import { eventsList } from '#events/contract/publications.ts'
import { eventStateParam, overviewInput, pageInput } from '#events/ui/event-list-query.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { seriesList } from '#series/contract/publications.ts'
import { seasonsInput } from '#series/ui/Seasons.tsx'

export { EventsPage as component } from './EventsPage.tsx'

export const live: PageModule['live'] = ({ query }) => {
  const state = eventStateParam(query)
  if (state !== null) return [subscribeTo(eventsList, pageInput(state, query))]
  return [
    subscribeTo(eventsList, overviewInput('live')),
    subscribeTo(eventsList, overviewInput('upcoming')),
    subscribeTo(eventsList, overviewInput('finished')),
    subscribeTo(seriesList, seasonsInput(null)),
  ]
}

export const head: PageModule['head'] = () => ({
  title: `${m.ui_events()} · Skillshot`,
  description: m.events_page_about(),
})
