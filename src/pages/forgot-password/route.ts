import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

const robots = 'noindex'

export { ForgotPasswordPage as component } from './ForgotPasswordPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: `${m.accounts_forgotten()} · Skillshot`,
  description: m.accounts_forgot_head_text(),
  robots,
})
