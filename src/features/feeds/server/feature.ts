import type { Platform } from '../../../platform/platform.ts'
import { type FeedDoors, serveFeed } from './feed-file.ts'
import { serveSitemap } from './sitemap.ts'

/** What other programs read of the site: a feed of scores, and where its pages are. */
export function startFeeds(platform: Platform, doors: FeedDoors): void {
  serveFeed(platform, doors)
  serveSitemap(platform)
}
