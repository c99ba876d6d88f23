import * as m from '#messages'
import type { PageParts } from '../../../../platform/live/route.ts'

const robots = 'noindex'

export { ForgotPasswordPage as component } from './ForgotPasswordPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: m.accounts_forgot_head(),
  description: m.accounts_forgot_head_text(),
  robots,
})
