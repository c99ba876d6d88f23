import * as m from '#messages'
import type { PageModule } from '#platform/live/route.ts'

export { AccountPage as component } from './AccountPage.tsx'

export const live: PageModule['live'] = () => []

export const head: PageModule['head'] = () => ({
  title: `${m.ui_your_account()} · Skillshot`,
  description: m.players_account_description(),
  robots: 'noindex',
})
