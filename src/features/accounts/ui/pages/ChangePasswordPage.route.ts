import * as m from '#messages'
import type { PageParts } from '../../../../platform/live/route.ts'

const robots = 'noindex'

export { ChangePasswordPage as component } from './ChangePasswordPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: m.accounts_change_head(),
  description: m.accounts_change_head_text(),
  robots,
})
