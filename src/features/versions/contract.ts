/** Publication of the client versions (mission §7), and the collection of its documents. Its parameter is the id of the app, or nothing. */
export const CLIENT_VERSIONS = 'meteor_autoupdate_clientVersions'

/** The id of our own app; other apps receive no documents. */
export const APP_ID = 'skillshot'

/** The document for browsers; that of the mobile app is `web.cordova`. */
export const BROWSER = 'web.browser'

/**
 * Collection of the settings of the site that every browser gets, beside the versions: one document, `site`, without what has its default;
 * none if everything has. A page reads them from itself first, and follows their changes here.
 */
export const SITE_SETTINGS = 'siteSettings'
export const SITE = 'site'

/** Document of an architecture, in the form that clients since Meteor 1.8 read. */
export interface ClientVersion {
  version: string
  /** version of the stylesheets, which are the `assets` */
  versionRefreshable: string
  /** version of everything else: a page with another one has to be reloaded */
  versionNonRefreshable: string
  assets: { url: string }[]
}
