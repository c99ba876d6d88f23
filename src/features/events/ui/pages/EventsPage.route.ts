import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { eventsList } from '../../contract/publications.ts'
import { eventStateParam, pageInput, someInput } from '../parts/event-list-query.ts'

export { EventsPage as component } from './EventsPage.tsx'

export const live: PageParts['live'] = ({ query }) => {
  const state = eventStateParam(query)
  if (state !== null) return [want(eventsList, pageInput(state, query))]
  return [want(eventsList, someInput('live')), want(eventsList, someInput('upcoming')), want(eventsList, someInput('finished'))]
}

export const head: PageParts['head'] = () => ({
  title: m.events_page_title(),
  description: m.events_page_about(),
})
