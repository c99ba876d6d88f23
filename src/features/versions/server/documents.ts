import type { Fields } from '#ddp/wire/ejson.ts'
import type { ClientAssets } from '#platform/render/html-document.ts'
import { BROWSER } from '../contract.ts'

/**
 * The documents that are published for a build, by id, in both forms of the protocol: one document for each architecture for clients since
 * Meteor 1.8; `version`, `version-refreshable` and `version-cordova` for older ones. Of these, `version` covers everything but the
 * stylesheets, since such a client reloads its page whenever it differs. Mobile apps contain files of their own, so their version is the
 * release.
 */
export function versionDocuments({ versions, styles }: ClientAssets, release: string): Map<string, Fields> {
  const assets = styles.map(url => ({ url }))
  const client = { ...versions, assets }
  return new Map<string, Fields>([
    [BROWSER, client],
    ['web.browser.legacy', client],
    ['web.cordova', { version: release, versionRefreshable: release, versionNonRefreshable: release, assets: [] }],
    ['version', { version: versions.versionNonRefreshable }],
    ['version-refreshable', { version: versions.versionRefreshable, assets: { allCss: assets } }],
    ['version-cordova', { version: release, refreshable: false }],
  ])
}
