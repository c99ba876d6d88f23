import type { Ejson } from '#ddp/wire/ejson.ts'
import type { Config } from '#platform/config/config.ts'
import type { SettingValues } from '#platform/settings/settings-schema.ts'
import { DEFAULT_SITE_NAME } from '#platform/text/site-name.ts'

/** Returns the part of the configuration and the settings that every browser gets, without what has its default; null if there is none. */
export function publicSettings(
  { analytics }: Pick<Config, 'analytics'>,
  { name, tagline, accentColor, logo, socialLinks, signUps, mailUrl, contact }: SettingValues,
): Ejson {
  const settings = {
    ...(analytics === null ? {} : { analytics: { ...analytics } }),
    ...(name === DEFAULT_SITE_NAME ? {} : { name }),
    ...(tagline === '' ? {} : { tagline }),
    ...(accentColor === null ? {} : { accentColor }),
    ...(logo === null ? {} : { logo: (logo.sizes[0] ?? logo).url }),
    ...(socialLinks.length === 0 ? {} : { social: socialLinks }),
    ...(signUps === 'open' ? {} : { signUps }),
    ...(mailUrl === null ? { noMail: { contact } } : {}),
  }
  return Object.keys(settings).length === 0 ? null : settings
}
