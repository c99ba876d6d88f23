import { adminSetup } from '#admin/contract.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'
import { settingsAll } from '#settings/contract.ts'

export { SettingsPage as component } from './SettingsPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(rolesOwn, {}), subscribeTo(settingsAll, {}), subscribeTo(adminSetup, {})]

export const head: PageModule['head'] = () => ({
  title: `${m.ui_settings()} · Skillshot`,
  description: m.roles_tab_settings_words(),
  robots: 'noindex',
})
