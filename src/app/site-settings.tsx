import type { ReactNode } from 'react'
import type { DataSource } from '#platform/live/data-source.ts'
import { useDocument } from '#platform/live/hooks.ts'
import { type PublicSettings, SiteSettingsContext } from '#platform/ui/layouts/context/site-settings-context.ts'
import { BROWSER, CLIENT_VERSIONS, SITE, SITE_SETTINGS } from '#versions/contract.ts'

/** Returns the settings of now: those that the server publishes beside the versions, or, before these have arrived, those of the page. */
export function readSettings(store: DataSource['store'], initial: PublicSettings | undefined): PublicSettings {
  const find = (collection: string, id: string) =>
    store
      .collection(collection)
      .all()
      .find(each => each._id === id)
  return find(CLIENT_VERSIONS, BROWSER) === undefined ? (initial ?? {}) : ((find(SITE_SETTINGS, SITE) as PublicSettings | undefined) ?? {})
}

/** Gives the settings of the site to the page, live. */
export function SiteSettingsProvider({ initial, children }: { initial: PublicSettings; children: ReactNode }) {
  const isLive = useDocument(CLIENT_VERSIONS, BROWSER) !== undefined
  const published = useDocument<PublicSettings>(SITE_SETTINGS, SITE)
  return <SiteSettingsContext value={isLive ? (published ?? {}) : initial}>{children}</SiteSettingsContext>
}
