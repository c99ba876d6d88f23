import type { PageState } from '../navigation.ts'
import { lockName, type ToWorker } from '../worker/messages.ts'

/** Returns the build files that this page was made with. */
const listBuildFiles = (): string[] =>
  [...document.querySelectorAll('script[src^="/assets/"], link[rel="stylesheet"][href^="/assets/"]')].map(
    each => each.getAttribute('src') ?? each.getAttribute('href')!,
  )

/**
 * Holds the lock that keeps this build's files cached, except while the page is in the back/forward cache: browsers do not put a page there
 * that holds a lock.
 */
function holdFilesLock(): void {
  const name = lockName(listBuildFiles())
  let releaseLock = (): void => {}
  const acquireLock = (): void => {
    const until = new Promise<void>(resolve => {
      releaseLock = resolve
    })
    navigator.locks.request(name, { mode: 'shared' }, () => until).catch(() => {})
  }
  acquireLock()
  window.addEventListener('pagehide', () => releaseLock())
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) acquireLock()
  })
}

/** Starts the worker, which caches this build and the most recently seen pages for offline use, and tells it which pages are shown. */
export async function precachePages(pages: PageState): Promise<void> {
  try {
    holdFilesLock()
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    const { active } = await navigator.serviceWorker.ready
    const notifyWorker = (): void => {
      const message: ToWorker = { seen: window.location.pathname + window.location.search }
      ;(navigator.serviceWorker.controller ?? active)?.postMessage(message)
    }
    notifyWorker()
    pages.listen(notifyWorker)
  } catch (error) {
    console.info('This device keeps nothing for later:', error)
  }
}
