import type { Ejson } from '#ddp/wire/ejson.ts'
import type { Config } from '#platform/config/config.ts'
import { DEFAULT_SETTINGS, PUBLIC_SETTINGS, type SettingValues } from '#platform/settings/settings-schema.ts'

/** Returns the part of the configuration and the settings that every browser gets, without what has its default; null if there is none. */
export function publicSettings({ analytics }: Pick<Config, 'analytics'>, values: SettingValues): Ejson {
  const { logo, socialLinks, mailUrl, contact } = values
  const changed = PUBLIC_SETTINGS.filter(key => values[key] !== DEFAULT_SETTINGS[key])
  const settings = {
    ...(analytics === null ? {} : { analytics: { ...analytics } }),
    ...Object.fromEntries(changed.map(key => [key, values[key]])),
    ...(logo === null ? {} : { logo: (logo.sizes[0] ?? logo).url }),
    ...(socialLinks.length === 0 ? {} : { social: socialLinks }),
    ...(mailUrl === null ? { noMail: { contact } } : {}),
  }
  return Object.keys(settings).length === 0 ? null : settings
}
