import type { Db } from '#platform/db/database.ts'
import { lockUntilCommit } from '#platform/db/lock-until-commit.ts'
import { fieldError } from '#platform/live/contract.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { checkSchedule } from '#platform/settings/backup-schedule.ts'
import { SEALED_SETTINGS, type SettingKey } from '#platform/settings/settings-schema.ts'
import { type SettingsPatch, settingsChanged } from '#platform/settings/site-settings.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { settingsUpdate } from '#settings/contract.ts'
import type { PictureRef } from '#uploads/contract.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import { LOGO, LOGO_SUBJECT } from '../logo-uploads.ts'
import type { SettingsServices } from '../services.ts'
import { fillBackupSecrets, fillProviderSecrets } from '../views.ts'

export const update = handle(settingsUpdate, async (call, services: SettingsServices) => {
  const { accounts, audit, uploads, requireAdmin, config, settings, clock } = services
  const by = await requireAdmin(call)
  const { loginProviders, backups, logo, ...plain } = call.input
  if (SEALED_SETTINGS.some(key => call.input[key as keyof typeof call.input] !== undefined)) await accounts.requireFreshSignIn(call)
  if (backups !== undefined) checkSchedule(backups, clock.now())
  if (plain.releaseNotice && config.releasesUrl === null)
    throw fieldError('releaseNotice', fieldRule('releases-address', 'needs an address (RELEASES_URL)'))
  await call.commit(async tx => {
    const isLogoSent = logo !== undefined && (await changeLogo(uploads, tx, logo, by))
    const before = await settings.lock(tx)
    const patch: SettingsPatch = {
      ...plain,
      ...(logo === null ? { logo: null } : {}),
      ...(loginProviders === undefined ? {} : { loginProviders: fillProviderSecrets(loginProviders, before.loginProviders) }),
      ...(backups === undefined ? {} : { backups: fillBackupSecrets(backups, before.backups) }),
    }
    const changes = await settings.write(tx, patch)
    if (changes.length === 0 && !isLogoSent) return []
    const changed = changes.flatMap(change => settingsChanged.bodyOf(change).rows.map(({ key }) => key as SettingKey))
    const details = Object.fromEntries(changed.map(key => [key, describeChange(key, before[key], patch[key])]))
    if (isLogoSent) details.logo = true
    const subject = { kind: 'settings', id: 'site', label: 'Settings' } as const
    return [...changes, ...(await audit.write(tx, { by, action: 'settings.update', subject, details }))]
  })
  if (logo !== undefined) uploads.kick()
  return {}
})

/**
 * Attaches an upload, which becomes the logo soon afterwards, or removes the logo; then the caller writes the setting.
 * @returns true if an upload was attached now
 * @throws DdpError 404 as `UploadsApi.attach`
 */
async function changeLogo(uploads: UploadsApi, tx: Db, logo: PictureRef | null, userId: string): Promise<boolean> {
  if (logo === null) {
    await lockUntilCommit(tx, 'logo')
    await uploads.remove(tx, LOGO, LOGO_SUBJECT)
    return false
  }
  const upload = await uploads.reserve(tx, LOGO, logo, userId)
  await lockUntilCommit(tx, 'logo')
  await uploads.attach(tx, upload, LOGO_SUBJECT)
  return upload.attachedTo === null
}

/** What the audit log says of a change: both values, or only that it changed where a value has secrets or parts. */
function describeChange(key: SettingKey, from: unknown, to: unknown): unknown {
  const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object'
  return !SEALED_SETTINGS.includes(key) && isPlain(from) && isPlain(to) ? [from, to] : true
}
