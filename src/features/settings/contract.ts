import * as v from 'valibot'
import { freshSignInNeeded } from '#accounts/contract/protocol-errors.ts'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { ADMINISTRATION, MINUTE, perUser } from '#platform/live/rates.ts'
import { strictObject, text } from '#platform/live/schemas.ts'
import {
  type BackupSettings,
  type BackupTarget,
  type LoginProviderSetting,
  type SettingKey,
  type SettingSource,
  type SettingValues,
  settingsPatchSchema,
} from '#platform/settings/settings-schema.ts'
import { pictureGone } from '#uploads/contract.ts'

/** `answer`: what the mail server said, without addresses */
export const testMailRefused = defineError(409, 'test-mail-refused', 'The mail server did not take the message.')

/** A mail server as administrators see it: its host without user name and password; null: none. */
export type MailServerView = { set: true; host: string } | null

export type LoginProviderView = Omit<LoginProviderSetting, 'clientSecret'> & { clientSecret: { set: true } }

type S3Target = Extract<BackupTarget, { kind: 's3' }>
export type BackupSettingsView = Omit<BackupSettings, 'target'> & {
  target: Exclude<BackupTarget, S3Target> | (Omit<S3Target, 'secretAccessKey'> & { secretAccessKey: { set: true } })
}

/** The values of settings as administrators see them: without secrets, of which they learn only that they are set. */
export interface SettingViews extends Omit<SettingValues, 'mailUrl' | 'loginProviders' | 'backups'> {
  mailUrl: MailServerView
  loginProviders: LoginProviderView[]
  backups: BackupSettingsView
}

/** A document of `settings`; its `_id` is the name of the setting. */
export interface SettingDoc<Key extends SettingKey = SettingKey> {
  value: SettingViews[Key]
  /** where the value comes from; `environment`: it cannot be changed here */
  source: SettingSource
  /** the name of the variable that sets it, where the environment does */
  variable?: string
}

/** Our addition: all settings of the site, live, without secrets. */
export const settingsAll = definePublication('settings.all', strictObject({}), ['settings'], { access: 'administrators', errors: [] })

/**
 * Our addition: changes the settings that are given, on all nodes. What has secrets (`mailUrl`, `loginProviders`, `backups`) wants a fresh
 * sign-in: without one the error is `fresh-sign-in-needed`, and `account.confirmSignIn` helps. `logo`: an upload of the kind
 * `siteLogoUpload`, which is shown once it has been processed; null removes it. What the environment sets is refused with 400.
 */
export const settingsUpdate = defineMethod<Record<string, never>>()(
  'settings.update',
  strictObject({ ...settingsPatchSchema.entries, logo: v.optional(v.nullable(strictObject({ key: text(1, 300) }))) }),
  {
    access: 'administrators',
    rates: ADMINISTRATION,
    example: { name: 'Flipper Bar', accentColor: '#b3261e' },
    errors: [pictureGone, freshSignInNeeded],
  },
)

/**
 * Our addition: sends a test message to this address at once. `by`: whether a mail server has accepted it, or it was written to a file
 * because there is none.
 */
export const settingsSendTestMail = defineMethod<{ by: 'smtp' | 'file' }>()('settings.sendTestMail', strictObject({ to: text(3, 254) }), {
  access: 'administrators',
  rates: [...ADMINISTRATION, perUser(20, 10 * MINUTE)],
  errors: [testMailRefused],
})
