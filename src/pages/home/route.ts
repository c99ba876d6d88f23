import * as m from '#messages'
import { eventsList } from '../../features/events/contract/publications.ts'
import { LIVE_INPUT } from '../../features/events/ui/LiveEvents.tsx'
import { scoresHighlights } from '../../features/scores/contract/highlights.ts'
import { scoresRecent } from '../../features/scores/contract/scores.ts'
import { homeInput } from '../../features/scores/ui/query-params.ts'
import { type PageModule, subscribeTo } from '../../platform/live/route.ts'

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
