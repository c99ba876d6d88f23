import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { venuesList } from '#venues/contract.ts'
import { venuesInput } from './query-params.ts'

export { VenuesPage as component } from './VenuesPage.tsx'

export const live: PageModule['live'] = ({ query }) => [subscribeTo(venuesList, venuesInput(query))]

export const head: PageModule['head'] = () => ({
  title: `${m.ui_venues()} · Skillshot`,
  description: m.venues_page_about(),
})
