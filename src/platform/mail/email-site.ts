import type { SiteLogo } from '#platform/settings/site-logo.ts'
import type { SiteSettings } from '#platform/settings/site-settings.ts'

/** What mails and authenticator apps say of the site. */
export interface EmailSite {
  /** its name; if it has none of its own, its host */
  name: string
  /** its public URL, without a slash at the end */
  url: string
  /** URL of its own logo as a small square picture; null: it has none */
  logo?: string | null
}

/** @param url public address of the site, without a slash at its end */
export function describeSite(settings: SiteSettings, logo: SiteLogo, url: string): EmailSite {
  const path = logo.path('96')
  return {
    name: settings.sourceOf('name') === 'default' ? new URL(url).host : settings.current().name,
    url,
    logo: path === null ? null : url + path,
  }
}
