import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

export { AccountPage as component } from './AccountPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: m.players_account_head(),
  description: m.players_account_description(),
  robots: 'noindex',
})
