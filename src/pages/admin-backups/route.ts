import { backupsList } from '#backups/contract.ts'
import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { rolesOwn } from '#roles/contract.ts'
import { settingsAll } from '#settings/contract.ts'

export { BackupsPage as component } from './BackupsPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(rolesOwn, {}), subscribeTo(backupsList, {}), subscribeTo(settingsAll, {})]

export const head: PageModule['head'] = () => ({
  title: `${m.ui_backups()} · Skillshot`,
  description: m.roles_tab_backups_words(),
  robots: 'noindex',
})
