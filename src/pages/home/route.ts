import { eventsList } from '#events/contract/publications.ts'
import { LIVE_INPUT } from '#events/ui/LiveEvents.tsx'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { scoresHighlights } from '#scores/contract/highlights.ts'
import { scoresRecent } from '#scores/contract/scores.ts'
import { homeInput } from './home-input.ts'

export { loadEmptySite as loadParts } from './empty-site-part.ts'
export { HomePage as component } from './HomePage.tsx'

export const live: PageModule['live'] = ({ query }) => [
  subscribeTo(eventsList, LIVE_INPUT),
  subscribeTo(scoresRecent, homeInput(query)),
  ...(query.before === undefined ? [subscribeTo(scoresHighlights, {})] : []),
]

export const head: PageModule['head'] = () => ({
  title: m.scores_home_head(),
  description: m.scores_home_head_text(),
  feed: '/feed.atom',
})
