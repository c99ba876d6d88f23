import * as m from '#messages'
import { adminSetup } from '../../features/admin/contract.ts'
import { rolesOwn } from '../../features/roles/contract.ts'
import { settingsAll } from '../../features/settings/contract.ts'
import { type PageModule, subscribeTo } from '../../platform/live/route.ts'

export { SettingsPage as component } from './SettingsPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(rolesOwn, {}), subscribeTo(settingsAll, {}), subscribeTo(adminSetup, {})]

export const head: PageModule['head'] = () => ({
  title: m.settings_head(),
  description: m.settings_about(),
  robots: 'noindex',
})
