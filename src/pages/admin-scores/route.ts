import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'
import { scoresQueue } from '#scores/contract/moderation.ts'
import { queueInput } from './queue-input.ts'

export { ModerationPage as component } from './ModerationPage.tsx'

export const live: PageModule['live'] = ({ query }) => [subscribeTo(rolesOwn, {}), subscribeTo(scoresQueue, queueInput(query))]

export const head: PageModule['head'] = () => ({
  title: m.scores_queue_head(),
  description: m.scores_queue_head_text(),
  robots: 'noindex',
})
