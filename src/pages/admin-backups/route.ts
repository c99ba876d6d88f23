import * as m from '#messages'
import { backupsList } from '../../features/backups/contract.ts'
import { rolesOwn } from '../../features/roles/contract.ts'
import { settingsAll } from '../../features/settings/contract.ts'
import { type PageModule, subscribeTo } from '../../platform/live/route.ts'

export { BackupsPage as component } from './BackupsPage.tsx'

export const live: PageModule['live'] = () => [subscribeTo(rolesOwn, {}), subscribeTo(backupsList, {}), subscribeTo(settingsAll, {})]

export const head: PageModule['head'] = () => ({ title: m.backups_head(), description: m.backups_about(), robots: 'noindex' })
