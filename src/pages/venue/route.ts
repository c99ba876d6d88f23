import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { venuesLeaders, venuesPlayers } from '#scores/contract/venues.ts'
import { readWindow } from '#scores/ui/board-params.ts'
import { type VenueDoc, venuesOne } from '#venues/contract.ts'

export { VenuePage as component } from './VenuePage.tsx'

export const live: PageModule['live'] = ({ params, query }) => {
  const slug = params.slug!
  return [
    subscribeTo(venuesOne, { slug }),
    subscribeTo(venuesLeaders, { slug, window: readWindow(query) }),
    subscribeTo(venuesPlayers, { slug }),
  ]
}

export const head: PageModule['head'] = ({ params }, store) => {
  const venues = store.collection('venues').all() as unknown as VenueDoc[]
  const venue = venues.find(({ slug }) => slug === params.slug)
  const name = venue?.name ?? m.venues_venue()
  return { title: `${name} · Skillshot`, description: m.venues_page_description({ name }) }
}
