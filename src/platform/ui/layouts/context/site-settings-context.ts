import { createContext, use } from 'react'
import type { PUBLIC_SETTINGS, SettingValues } from '#platform/settings/settings-schema.ts'
import { DEFAULT_SITE_NAME } from '#platform/text/site-name.ts'

/** A link to the site's community elsewhere: a name and an https URL, configured by the operator. */
export type SocialLink = { text: string; href: string }

/** A site that sends no e-mail. @property contact how the people who run it are reached: an e-mail address or an https address; null: unknown */
export interface NoMail {
  contact: string | null
}

/** The settings that pages are rendered with, and that every browser gets. What has its default is left out. */
export interface PublicSettings extends Partial<Pick<SettingValues, (typeof PUBLIC_SETTINGS)[number]>> {
  /** address of the site's own logo, small */
  logo?: string
  /** links in the footer */
  social?: readonly SocialLink[]
  /** the site sends no e-mail */
  noMail?: NoMail
}

export const SiteSettingsContext = createContext<PublicSettings>({})

/** Returns the settings of the site, with the defaults of those that are left out or undefined. */
export function useSiteSettings() {
  const { name = DEFAULT_SITE_NAME, logo = null, social = [], signUps = 'open', noMail = null, ...others } = use(SiteSettingsContext)
  return { ...others, name, logo, social, signUps, noMail }
}
