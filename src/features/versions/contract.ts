/** Publication of the client versions (mission §7), and the collection of its documents. Takes the id of the app that asks, or nothing. */
export const CLIENT_VERSIONS = 'meteor_autoupdate_clientVersions'

/** What an app that asks calls itself if it is ours; to others there is nothing to say. */
export const APP_ID = 'skillshot'

/** The document of what browsers load; that of the mobile wrapper is `web.cordova`. */
export const BROWSER = 'web.browser'

/** One document of an architecture, as clients since 1.8 read it. */
export interface ClientVersion {
  version: string
  /** of the stylesheets, `assets` */
  versionRefreshable: string
  /** of all else: a page of another one has to be loaded again */
  versionNonRefreshable: string
  assets: { url: string }[]
}
