import type { FeatureContext } from '#platform/feature-context.ts'
import type { ApartAssets } from '#platform/render/html-document.ts'
import { serveEmbeds } from './embed-routes.ts'
import { serveOembed } from './oembed-routes.ts'

/** What pages of other sites show of this one: boards, standings and venues in frames, and how to embed them. */
export function startEmbeds(platform: FeatureContext, assets: () => ApartAssets): void {
  serveEmbeds(platform, assets)
  serveOembed(platform)
}
