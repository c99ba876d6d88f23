import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { venuesOne } from '#venues/contract.ts'

export { StationsPage as component } from './StationsPage.tsx'

export const live: PageModule['live'] = ({ params }) => [subscribeTo(venuesOne, { slug: params.slug! })]

export const head: PageModule['head'] = () => ({
  title: `${m.stations_title()} · Skillshot`,
  description: m.stations_about(),
  robots: 'noindex',
})
