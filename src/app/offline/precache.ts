import type { Showing } from '../navigation.ts'
import { lockName, type ToWorker } from '../worker/messages.ts'

/** Returns the build files that this page was made with. */
const ownFiles = (): string[] =>
  [...document.querySelectorAll('script[src^="/assets/"], link[rel="stylesheet"][href^="/assets/"]')].map(
    each => each.getAttribute('src') ?? each.getAttribute('href')!,
  )

/**
 * Holds the lock that keeps this build's files cached, except while the page is in the back/forward cache: browsers do not put a page there
 * that holds a lock.
 */
function holdFiles(): void {
  const name = lockName(ownFiles())
  let give = (): void => {}
  const hold = (): void => {
    const until = new Promise<void>(resolve => {
      give = resolve
    })
    navigator.locks.request(name, { mode: 'shared' }, () => until).catch(() => {})
  }
  hold()
  window.addEventListener('pagehide', () => give())
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) hold()
  })
}

/** Starts the worker, which caches this build and the most recently seen pages for offline use, and tells it which pages are shown. */
export async function keepOffline(pages: Showing): Promise<void> {
  try {
    holdFiles()
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    const { active } = await navigator.serviceWorker.ready
    const tell = (): void => {
      const seen: ToWorker = { seen: window.location.pathname + window.location.search }
      ;(navigator.serviceWorker.controller ?? active)?.postMessage(seen)
    }
    tell()
    pages.listen(tell)
  } catch (error) {
    console.info('This device keeps nothing for later:', error)
  }
}
