import type { BackupSettings, LoginProviderSetting, SettingKey, SettingsInput, SettingValues } from '#platform/settings/settings-schema.ts'
import type { BackupSettingsView, LoginProviderView, MailServerView, SettingViews } from '../contract.ts'

const SET = { set: true } as const

const viewMailServer = (url: string | null): MailServerView => (url === null ? null : { ...SET, host: new URL(url).host })

const viewProvider = ({ clientSecret: _, ...provider }: LoginProviderSetting): LoginProviderView => ({ ...provider, clientSecret: SET })

function viewBackups({ target, ...backups }: BackupSettings): BackupSettingsView {
  if (target.kind === 'folder') return { ...backups, target }
  const { secretAccessKey: _, ...open } = target
  return { ...backups, target: { ...open, secretAccessKey: SET } }
}

/** Returns a setting as administrators see it, without its secrets. */
export function viewSetting(key: SettingKey, values: SettingValues): SettingViews[SettingKey] {
  if (key === 'mailUrl') return viewMailServer(values.mailUrl)
  if (key === 'loginProviders') return values.loginProviders.map(viewProvider)
  if (key === 'backups') return viewBackups(values.backups)
  return values[key]
}

type ProvidersInput = NonNullable<SettingsInput['loginProviders']>
type ClientKey = Pick<LoginProviderSetting, 'service' | 'preset' | 'issuer' | 'clientId'>
type BackupsInput = NonNullable<SettingsInput['backups']>

/**
 * Fills in the secrets that the input leaves out with those that are stored. A stored secret is kept for the same client at the same provider
 * only, so that it is sent nowhere else. What has none then is refused when it is checked.
 */
export function fillProviderSecrets(given: ProvidersInput, stored: readonly LoginProviderSetting[]): LoginProviderSetting[] {
  return given.map(provider => ({
    ...provider,
    clientSecret: provider.clientSecret ?? stored.find(known => isSameClient(known, provider))?.clientSecret ?? '',
  }))
}

const isSameClient = (one: ClientKey, other: ClientKey): boolean =>
  one.service === other.service && one.preset === other.preset && one.issuer === other.issuer && one.clientId === other.clientId

/** As `fillProviderSecrets`. A stored key is kept for the same account at the same store only, so that it is sent nowhere else. */
export function fillBackupSecrets({ target, ...backups }: BackupsInput, { target: stored }: BackupSettings): BackupSettings {
  if (target.kind === 'folder') return { ...backups, target }
  const same = stored.kind === 's3' && stored.endpoint === target.endpoint && stored.accessKeyId === target.accessKeyId
  return { ...backups, target: { ...target, secretAccessKey: target.secretAccessKey ?? (same ? stored.secretAccessKey : '') } }
}
