import type { ComponentType } from 'react'
import { LazyService } from '#platform/ui/lazy-service.ts'

/** What home shows while the site has no scores: a script of its own, because hardly any visit needs it. */
export const emptySitePart = new LazyService<ComponentType<{ headingId: string }>>(async () => (await import('./EmptySite.tsx')).EmptySite)

/** The id of its heading, by which a page that the server has rendered with it is known. */
export const EMPTY_SITE_HEADING = 'welcome'

/** Loads it on the server, and in the browser if the page came with it: React takes over only what it can render. */
export async function loadEmptySite(): Promise<void> {
  if (typeof document !== 'undefined' && document.getElementById(EMPTY_SITE_HEADING) === null) return
  await emptySitePart.load().catch(() => {})
}
