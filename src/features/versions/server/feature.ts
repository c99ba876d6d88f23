import type { Ejson, Fields } from '#ddp/wire/ejson.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import type { ClientAssets } from '#platform/render/html-document.ts'
import { APP_ID, CLIENT_VERSIONS, SITE, SITE_SETTINGS } from '../contract.ts'
import { versionDocuments } from './documents.ts'

export interface VersionsFeature {
  /**
   * Publishes which build is served now, and the settings that every browser gets (null: all have their defaults), so that open pages follow
   * both. @returns the version of what is published, which a page of this build holds (rule S12)
   */
  announce(assets: ClientAssets, settings: Ejson): Promise<string | null>
}

/** @param release of the product, `1.2.3` */
export function startVersions({ live }: FeatureContext, release: string): VersionsFeature {
  const documents = live.documents()
  live.ddp.publish(
    CLIENT_VERSIONS,
    (publishing, appId = null) => {
      if (appId !== null && typeof appId !== 'string') throw new DdpError(400, 'The id of an app is text.')
      if (appId === null || appId === APP_ID) return documents
      publishing.ready()
      return
    },
    { heldVersions: true },
  )
  return {
    async announce(assets, settings) {
      const site = settings as Fields | null
      documents.replace(SITE_SETTINGS, new Map(site === null ? [] : [[SITE, site]]))
      documents.replace(CLIENT_VERSIONS, versionDocuments(assets, release))
      const [snapshot] = await live.ddp.snapshot([{ name: CLIENT_VERSIONS, params: [] }])
      return snapshot!.version
    },
  }
}
