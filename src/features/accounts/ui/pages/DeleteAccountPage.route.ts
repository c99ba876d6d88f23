import * as m from '#messages'
import type { PageParts } from '../../../../platform/live/route.ts'

const robots = 'noindex'

export { DeleteAccountPage as component } from './DeleteAccountPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: m.accounts_delete_head(),
  description: m.accounts_delete_head_text(),
  robots,
})
