import type { ReactNode } from 'react'
import type { DataSource } from '#platform/live/data-source.ts'
import { useDocument } from '#platform/live/hooks.ts'
import { DEFAULT_SITE_NAME } from '#platform/text/site-name.ts'
import { NoMailContext } from '#platform/ui/layouts/context/no-mail-context.ts'
import { OpenSignUpsContext } from '#platform/ui/layouts/context/sign-ups-context.ts'
import { SiteLogoContext } from '#platform/ui/layouts/context/site-logo-context.ts'
import { SiteNameContext } from '#platform/ui/layouts/context/site-name-context.ts'
import { SocialContext, type SocialLink } from '#platform/ui/layouts/context/social-context.ts'
import { BROWSER, CLIENT_VERSIONS, SITE, SITE_SETTINGS } from '#versions/contract.ts'
import type { PublicSettings } from './ssr-entry.types.ts'

/** Returns the settings of now: those that the server publishes beside the versions, or, before these have arrived, those of the page. */
export function readSettings(store: DataSource['store'], initial: PublicSettings | undefined): PublicSettings {
  const find = (collection: string, id: string) =>
    store
      .collection(collection)
      .all()
      .find(each => each._id === id)
  return find(CLIENT_VERSIONS, BROWSER) === undefined ? (initial ?? {}) : ((find(SITE_SETTINGS, SITE) as PublicSettings | undefined) ?? {})
}

const NO_LINKS: readonly SocialLink[] = []

/** Gives the settings of the site to the page, live. */
export function SiteSettingsProvider({ initial, children }: { initial: PublicSettings; children: ReactNode }) {
  const isLive = useDocument(CLIENT_VERSIONS, BROWSER) !== undefined
  const published = useDocument<PublicSettings>(SITE_SETTINGS, SITE)
  const { name = DEFAULT_SITE_NAME, logo = null, social = NO_LINKS, signUps, noMail = null } = isLive ? (published ?? {}) : initial
  return (
    <SiteNameContext value={name}>
      <SiteLogoContext value={logo}>
        <SocialContext value={social}>
          <OpenSignUpsContext value={signUps === undefined}>
            <NoMailContext value={noMail}>{children}</NoMailContext>
          </OpenSignUpsContext>
        </SocialContext>
      </SiteLogoContext>
    </SiteNameContext>
  )
}
