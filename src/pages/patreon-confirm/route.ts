import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { patreonLink } from '#supporters/contract.ts'

const robots = 'noindex'

export { ConfirmPage as component } from './ConfirmPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(patreonLink, {})]

export const head: PageModule['head'] = () => ({
  title: `${m.supporters_confirm_title()} · Skillshot`,
  description: m.supporters_confirm_head_text(),
  robots,
})
