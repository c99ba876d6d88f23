import { adminSetup } from '#admin/contract.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'
import { settingsAll } from '#settings/contract.ts'

export { SetupPage as component } from './SetupPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(rolesOwn, {}), subscribeTo(settingsAll, {}), subscribeTo(adminSetup, {})]

export const head: PageModule['head'] = () => ({
  title: `${m.ui_first_steps()} · Skillshot`,
  description: m.settings_setup_lead(),
  robots: 'noindex',
})
