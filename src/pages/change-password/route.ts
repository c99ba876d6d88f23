import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

const robots = 'noindex'

export { ChangePasswordPage as component } from './ChangePasswordPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: `${m.accounts_change_title()} · Skillshot`,
  description: m.accounts_change_head_text(),
  robots,
})
