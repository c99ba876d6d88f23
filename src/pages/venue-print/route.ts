import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { type VenueDoc, venuesOne } from '#venues/contract.ts'

export { VenuePrintPage as component } from './VenuePrintPage.tsx'

export const live: PageModule['live'] = ({ params }) => [subscribeTo(venuesOne, { slug: params.slug! })]

export const head: PageModule['head'] = ({ params }, store) => {
  const venue = (store.collection('venues').all() as unknown as VenueDoc[]).find(({ slug }) => slug === params.slug)
  const title = venue === undefined ? m.venues_print() : `${m.venues_print()} · ${venue.name}`
  return { title: `${title} · Skillshot`, description: m.venues_codes_about(), robots: 'noindex' }
}
