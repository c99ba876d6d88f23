import { STALE_BANNER_ID } from '../platform/render/stale-page.ts'

/** ms between questions */
const PAUSE = 3000

/** Takes away what the server wrote above the page, that it may be old, as soon as the site is ready again: the page itself has followed by then. */
export async function pollStaleness(): Promise<void> {
  const notice = document.getElementById(STALE_BANNER_ID)
  if (notice === null) return
  const ready = (): Promise<boolean> =>
    fetch('/readyz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await ready())) await new Promise(resolve => setTimeout(resolve, PAUSE))
  notice.remove()
}
