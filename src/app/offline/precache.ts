import type { Showing } from '../navigation.ts'
import { lockName, type ToWorker } from '../worker/messages.ts'

/** The files of the build that made this page. */
const ownFiles = (): string[] =>
  [...document.querySelectorAll('script[src^="/assets/"], link[rel="stylesheet"][href^="/assets/"]')].map(
    each => each.getAttribute('src') ?? each.getAttribute('href')!,
  )

/** Holds the lock that keeps this build's files, except while the page waits in the history: a page that holds one is not kept there. */
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

/** Starts the worker, which keeps this build and the last seen pages for when there is no network, and tells it which pages are seen. */
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
