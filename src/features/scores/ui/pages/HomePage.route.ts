import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { eventsList } from '../../../events/contract/publications.ts'
import { LIVE_INPUT } from '../../../events/ui/parts/LiveEvents.tsx'
import { scoresRecent } from '../../contract.ts'
import { homeInput } from '../query-params.ts'

export { HomePage as component } from './HomePage.tsx'

export const live: PageParts['live'] = ({ query }) => [want(eventsList, LIVE_INPUT), want(scoresRecent, homeInput(query))]

export const head: PageParts['head'] = () => ({
  title: m.scores_home_head(),
  description: m.scores_home_head_text(),
  feed: '/feed.atom',
})
