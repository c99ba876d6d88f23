import { STALE_BANNER_ID } from '#platform/render/stale-page.ts'

/** ms between requests */
const POLL_MS = 3000

/**
 * Removes the banner in which the server says that the page may be outdated,
 * as soon as the server is ready again. By then the page has updated itself.
 */
export async function pollStaleness(): Promise<void> {
  const notice = document.getElementById(STALE_BANNER_ID)
  if (notice === null) return
  const ready = (): Promise<boolean> =>
    fetch('/readyz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await ready())) await new Promise(resolve => setTimeout(resolve, POLL_MS))
  notice.remove()
}
