import { DdpError } from '../../../ddp/wire/error.ts'
import type { FeatureContext } from '../../../platform/feature-context.ts'
import type { ClientAssets } from '../../../platform/render/html-document.ts'
import { APP_ID, CLIENT_VERSIONS } from '../contract.ts'
import { versionDocuments } from './documents.ts'

export interface VersionsFeature {
  /** Publishes which build is served now. */
  announce(assets: ClientAssets): void
}

/** @param release of the product, `1.2.3` */
export function startVersions({ live }: FeatureContext, release: string): VersionsFeature {
  const documents = live.documents()
  live.ddp.publish(CLIENT_VERSIONS, (publishing, appId = null) => {
    if (appId !== null && typeof appId !== 'string') throw new DdpError(400, 'The id of an app is text.')
    if (appId === null || appId === APP_ID) return documents
    publishing.ready()
    return
  })
  return { announce: assets => documents.replace(CLIENT_VERSIONS, versionDocuments(assets, release)) }
}
