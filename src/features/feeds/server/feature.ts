import type { FeatureContext } from '#platform/feature-context.ts'
import { type FeedDependencies, serveFeed } from './atom-routes.ts'
import { serveSitemap } from './sitemap.ts'

/** What other programs read from the site: an Atom feed of scores, and the sitemap. */
export function startFeeds(platform: FeatureContext, dependencies: FeedDependencies): void {
  serveFeed(platform, dependencies)
  serveSitemap(platform)
}
