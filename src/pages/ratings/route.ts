import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { ratingsList } from '#ratings/contract/list.ts'
import { ratingsInput, readShown } from './query-params.ts'

export { RatingsPage as component } from './RatingsPage.tsx'

export const live: PageModule['live'] = ({ query }) => [subscribeTo(ratingsList, ratingsInput(readShown(query)))]

export const head: PageModule['head'] = () => ({
  title: `${m.ratings_title()} · Skillshot`,
  description: m.ratings_page_about(),
})
