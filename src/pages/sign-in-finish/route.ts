import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

const robots = 'noindex'

export { FinishPage as component } from './FinishPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: `${m.ui_sign_in()} · Skillshot`,
  description: m.accounts_in_head_text(),
  robots,
})
