import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { documentsById } from '#platform/live/server/live-query.ts'
import { ENVIRONMENT_NAMES, SETTING_KEYS, type SettingKey } from '#platform/settings/settings-schema.ts'
import { settingsChanged } from '#platform/settings/site-settings.ts'
import { administratorsOnly } from '#roles/contract.ts'
import type { RolesApi } from '#roles/server/api.ts'
import { createRequireAdmin } from '#roles/server/shared/require-admin.ts'
import { guardGlobalRole } from '#roles/server/shared/role-guard.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import { type SettingDoc, settingsAll } from '../contract.ts'
import { sendTestMail } from './calls/send-test-mail.ts'
import { update } from './calls/update.ts'
import { registerLogo } from './logo-uploads.ts'
import { viewSetting } from './views.ts'

interface SettingsDependencies {
  accounts: AccountsApi
  audit: AuditApi
  roles: RolesApi
  uploads: UploadsApi
}

/** The settings of the site for its administrators (decision 043). */
export function startSettings(platform: FeatureContext, { accounts, audit, roles, uploads }: SettingsDependencies): void {
  const { live, settings } = platform
  registerLogo(settings, uploads, userId => roles.isIn(userId, ['admin']))

  const describe = (key: SettingKey): Fields => {
    const source = settings.sourceOf(key)
    const variable = ENVIRONMENT_NAMES[key]
    const document: SettingDoc = {
      value: viewSetting(key, settings.current()),
      source,
      ...(source === 'environment' && variable !== undefined ? { variable } : {}),
    }
    return document as unknown as Fields
  }

  live.query(settingsAll, {
    cache: { name: 'settings', maxIdle: 1 },
    async params(_, publishing) {
      await guardGlobalRole(live, accounts, publishing, ['admin'], administratorsOnly)
      return {}
    },
    async load(_tx, _params, { watchKeys }) {
      watchKeys('settings')
      return { settings: documentsById(SETTING_KEYS, key => [key, describe(key)]) }
    },
    reloadOn: [settingsChanged.touches(() => ['settings'])],
  })

  registerCalls(live, [update, sendTestMail], { ...platform, accounts, audit, uploads, requireAdmin: createRequireAdmin(accounts) })
}
