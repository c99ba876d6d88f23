import type { FeatureContext } from '../../../platform/feature-context.ts'
import { type FeedDependencies, serveFeed } from './atom-routes.ts'
import { serveSitemap } from './sitemap.ts'

/** What other programs read of the site: a feed of scores, and where its pages are. */
export function startFeeds(platform: FeatureContext, dependencies: FeedDependencies): void {
  serveFeed(platform, dependencies)
  serveSitemap(platform)
}
