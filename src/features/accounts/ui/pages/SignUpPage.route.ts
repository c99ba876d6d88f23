import * as m from '#messages'
import type { PageParts } from '../../../../platform/live/route.ts'

const robots = 'noindex'

export { SignUpPage as component } from './SignUpPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: m.accounts_up_head(),
  description: m.accounts_up_head_text(),
  robots,
})
