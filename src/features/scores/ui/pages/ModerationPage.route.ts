import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { rolesOwn } from '../../../roles/contract.ts'
import { scoresQueue } from '../../contract.ts'
import { queueInput } from '../moderation/queue-input.ts'

export { ModerationPage as component } from './ModerationPage.tsx'

export const live: PageParts['live'] = ({ query }) => [want(rolesOwn, {}), want(scoresQueue, queueInput(query))]

export const head: PageParts['head'] = () => ({
  title: m.scores_queue_head(),
  description: m.scores_queue_head_text(),
  robots: 'noindex',
})
