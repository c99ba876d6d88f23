import type { Fields } from '../../../ddp/wire/ejson.ts'
import type { ClientAssets } from '../../../platform/render/html-document.ts'
import { BROWSER } from '../contract.ts'

/**
 * What is published of a build, by id, in both forms of the wire: a document of each architecture for clients since 1.8; `version`,
 * `version-refreshable` and `version-cordova` for those before. Of these `version` is that of all but the stylesheets, since such a client
 * loads its page again whenever it differs. Apps on phones carry files of their own: theirs is the release.
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
