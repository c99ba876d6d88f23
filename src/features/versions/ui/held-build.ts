import type { DdpClient, Snapshot } from '#ddp/client/client.ts'
import type { SubscriptionHandle } from '#ddp/client/subscriptions.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import { BROWSER, CLIENT_VERSIONS, type ClientVersion, SITE, SITE_SETTINGS } from '../contract.ts'

/** The parameters with which our own pages subscribe to the client versions. */
const OUR_APP = [null]

export const subscribeToVersions = (client: Pick<DdpClient, 'subscribe'>): SubscriptionHandle => client.subscribe(CLIENT_VERSIONS, OUR_APP)

/** What a page says about the build that made it. `published`: the version of the documents of `CLIENT_VERSIONS`; null: unknown */
export type PageBuild = Omit<ClientVersion, 'assets'> & { published: string | null }

/**
 * Returns the snapshot of the client versions that a page implies, with the documents that the page reads, so that the server need not send
 * them while the page's own build is served.
 */
export function heldBuild({ published, ...versions }: PageBuild, document: Document, settings: Fields | undefined): Snapshot[] {
  if (published === null) return []
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  const assets = links.map(link => ({ url: link.getAttribute('href')! }))
  const documents: { collection: string; id: string; fields: Fields }[] = [
    { collection: CLIENT_VERSIONS, id: BROWSER, fields: { ...versions, assets } },
  ]
  if (settings !== undefined) documents.push({ collection: SITE_SETTINGS, id: SITE, fields: settings })
  return [{ name: CLIENT_VERSIONS, params: OUR_APP, version: published, documents }]
}
