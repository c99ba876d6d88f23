import * as m from '#messages'
import type { PageParts } from '../../../../platform/live/route.ts'

export { AccountPage as component } from './AccountPage.tsx'

export const live: PageParts['live'] = () => []

export const head: PageParts['head'] = () => ({
  title: m.players_account_head(),
  description: m.players_account_description(),
  robots: 'noindex',
})
