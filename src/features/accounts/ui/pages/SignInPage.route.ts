import * as m from '#messages'
import type { PageParts } from '../../../../platform/live/route.ts'

const robots = 'noindex'

export { SignInPage as component } from './SignInPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: m.accounts_in_head(),
  description: m.accounts_in_head_text(),
  robots,
})
