import type { FeatureContext } from '#platform/feature-context.ts'
import { patreonLink, supportersOff } from '../contract.ts'
import { linkDocument } from './store.ts'
import { supporterLinkChanged } from './supporters.ts'

/** Pages always subscribe to the publication; without configuration it fails with 404. */
export function publishDisabled({ live }: FeatureContext): void {
  live.publishDocuments(patreonLink, () => {
    throw supportersOff()
  })
}

/** Publishes the user's own link. */
export function registerPublications({ live }: FeatureContext): void {
  live.query(patreonLink, {
    cache: { name: 'supporter-links', maxIdle: 50 },
    params: (_input, { userId }) => userId,
    key: userId => userId,
    async load(tx, userId) {
      const link = await linkDocument(tx, userId)
      return { supporterLinks: link === null ? [] : [[userId, { ...link }]] }
    },
    reloadOn: [supporterLinkChanged.touches(({ userId }) => [userId])],
  })
}
