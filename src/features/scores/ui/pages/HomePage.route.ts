import * as m from '#messages'
import { type PageModule, subscribeTo } from '../../../../platform/live/route.ts'
import { eventsList } from '../../../events/contract/publications.ts'
import { LIVE_INPUT } from '../../../events/ui/parts/LiveEvents.tsx'
import { scoresRecent } from '../../contract.ts'
import { homeInput } from '../query-params.ts'

export { HomePage as component } from './HomePage.tsx'

export const live: PageModule['live'] = ({ query }) => [subscribeTo(eventsList, LIVE_INPUT), subscribeTo(scoresRecent, homeInput(query))]

export const head: PageModule['head'] = () => ({
  title: m.scores_home_head(),
  description: m.scores_home_head_text(),
  feed: '/feed.atom',
})
