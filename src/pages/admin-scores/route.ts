import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'
import { scoresQueue } from '#scores/contract/moderation.ts'
import { queueInput } from './queue-input.ts'

export { ModerationPage as component } from './ModerationPage.tsx'

export const live: PageModule['live'] = ({ query }) => [subscribeTo(rolesOwn, {}), subscribeTo(scoresQueue, queueInput(query))]

export const head: PageModule['head'] = () => ({
  title: `${m.ui_score_review()} · Skillshot`,
  description: m.roles_tab_scores_words(),
  robots: 'noindex',
})
