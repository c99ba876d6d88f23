import { type PageParts, want } from '../../../../platform/live/route.ts'
import { eventsList } from '../../../events/contract/views.ts'
import { LIVE_INPUT } from '../../../events/ui/parts/LiveEvents.tsx'
import { scoresRecent } from '../../contract.ts'
import { homeInput } from '../inputs.ts'

export { HomePage as component } from './HomePage.tsx'

export const live: PageParts['live'] = ({ query }) => [want(eventsList, LIVE_INPUT), want(scoresRecent, homeInput(query))]

export const head: PageParts['head'] = () => ({
  title: 'Skillshot: pinball scores, live',
  description: 'Put your pinball scores on the board, see your rank at once, and watch the boards move.',
  feed: '/feed.atom',
})
