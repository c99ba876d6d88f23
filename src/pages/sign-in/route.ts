import * as m from '#messages'
import type { PageModule } from '../../platform/live/route.ts'

const robots = 'noindex'

export { SignInPage as component } from './SignInPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: m.accounts_in_head(),
  description: m.accounts_in_head_text(),
  robots,
})
