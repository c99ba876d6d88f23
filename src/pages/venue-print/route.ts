import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { type VenueDoc, venuesOne } from '#venues/contract.ts'

export { VenuePrintPage as component } from './VenuePrintPage.tsx'

export const live: PageModule['live'] = ({ params }) => [subscribeTo(venuesOne, { slug: params.slug! })]

export const head: PageModule['head'] = ({ params }, store) => {
  const venues = store.collection('venues').all() as unknown as VenueDoc[]
  const venue = venues.find(({ slug }) => slug === params.slug)
  return { title: `${venue?.name ?? m.venues_venue()} · Skillshot`, description: m.venues_print_about(), robots: 'noindex' }
}
