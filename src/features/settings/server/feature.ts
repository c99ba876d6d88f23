import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { appendChanges } from '#platform/db/change-log/write.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { fieldError } from '#platform/live/contract.ts'
import { documentsById } from '#platform/live/server/live-query.ts'
import { describeSite } from '#platform/mail/email-site.ts'
import { MailError } from '#platform/mail/mail-error.ts'
import { checkSchedule } from '#platform/settings/backup-schedule.ts'
import { ENVIRONMENT_NAMES, SEALED_SETTINGS, SETTING_KEYS, type SettingKey } from '#platform/settings/settings-schema.ts'
import { type SettingsPatch, settingsChanged } from '#platform/settings/site-settings.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { LOCALES } from '#platform/text/locales.ts'
import { isAddress } from '#platform/text/mail-address.ts'
import { administratorsOnly } from '#roles/contract.ts'
import { createRequireAdmin, guardGlobalRole, type RolesApi } from '#roles/server/api.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import { type SettingDoc, settingsAll, settingsSendTestMail, settingsUpdate } from '../contract.ts'
import { LogoUploads } from './logo-uploads.ts'
import { renderTestEmail } from './test-email.ts'
import { fillBackupSecrets, fillProviderSecrets, viewSetting } from './views.ts'

interface SettingsDependencies {
  accounts: AccountsApi
  audit: AuditApi
  roles: RolesApi
  uploads: UploadsApi
}

/** The settings of the site for its administrators (decision 043). */
export function startSettings(platform: FeatureContext, { accounts, audit, roles, uploads }: SettingsDependencies): void {
  const { live, config, settings, database, mailer, clock, address, logo: siteLogo } = platform
  const logo = new LogoUploads(settings, uploads, userId => roles.isIn(userId, ['admin']))

  const requireAdmin = createRequireAdmin(accounts)

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

  live.method(settingsUpdate, async call => {
    const by = await requireAdmin(call)
    const { loginProviders, backups, logo: newLogo, ...plain } = call.input
    if (SEALED_SETTINGS.some(key => call.input[key as keyof typeof call.input] !== undefined)) await accounts.requireFreshSignIn(call)
    if (backups !== undefined) checkSchedule(backups, clock.now())
    if (plain.releaseNotice && config.releasesUrl === null)
      throw fieldError('releaseNotice', fieldRule('releases-address', 'needs an address (RELEASES_URL)'))
    const entries = await database.transaction(async tx => {
      const isLogoSent = newLogo !== undefined && (await logo.change(tx, newLogo, by))
      const before = await settings.lock(tx)
      const patch: SettingsPatch = {
        ...plain,
        ...(newLogo === null ? { logo: null } : {}),
        ...(loginProviders === undefined ? {} : { loginProviders: fillProviderSecrets(loginProviders, before.loginProviders) }),
        ...(backups === undefined ? {} : { backups: fillBackupSecrets(backups, before.backups) }),
      }
      const changes = await settings.write(tx, patch)
      if (changes.length === 0 && !isLogoSent) return []
      const changed = changes.flatMap(change => settingsChanged.bodyOf(change).rows.map(({ key }) => key as SettingKey))
      const details = Object.fromEntries(changed.map(key => [key, describeChange(key, before[key], patch[key])]))
      if (isLogoSent) details.logo = true
      const subject = { kind: 'settings', id: 'site', label: 'Settings' } as const
      return appendChanges(tx, [...changes, ...(await audit.write(tx, { by, action: 'settings.update', subject, details }))])
    })
    await call.committed(entries)
    if (newLogo !== undefined) logo.kick()
    return {}
  })

  live.method(settingsSendTestMail, async call => {
    const userId = await requireAdmin(call)
    const to = call.input.to.trim()
    if (!isAddress(to)) throw fieldError('to', fieldRule('email', 'is not an e-mail address'))
    const person = await accounts.getUser(userId)
    const content = renderTestEmail({
      site: describeSite(settings, siteLogo, address()),
      name: person?.displayName ?? '',
      locale: (await accounts.getLocale(userId)) ?? LOCALES[0],
    })
    try {
      await mailer.send({ to, ...content })
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      throw new DdpError(409, 'The mail server did not take the message.', error.message)
    }
    return { by: settings.current().mailUrl === null ? 'file' : 'smtp' }
  })
}

/** What the audit log says of a change: both values, or only that it changed where a value has secrets or parts. */
function describeChange(key: SettingKey, from: unknown, to: unknown): unknown {
  const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object'
  return !SEALED_SETTINGS.includes(key) && isPlain(from) && isPlain(to) ? [from, to] : true
}
