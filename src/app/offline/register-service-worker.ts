import type { ConnectionStatus } from '#ddp/client/status.ts'
import type { Navigate } from '#platform/ui/navigation/navigate.ts'
import type { PageState } from '../navigation.ts'

/**
 * Registers the service worker once the page has loaded. Does nothing on plain http, where browsers allow no worker, and in the mobile app,
 * which contains its files.
 */
export function registerServiceWorker(pages: PageState): void {
  if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator) || 'Capacitor' in window) return
  const start = async (): Promise<void> => (await import('./precache.ts')).precachePages(pages)
  const ignoreErrors = (): void => void start().catch((error: unknown) => console.info(error))
  if (document.readyState === 'complete') ignoreErrors()
  else window.addEventListener('load', ignoreErrors, { once: true })
}

/** True if the connection is known to be lost. A first attempt does not count, because it may still succeed. */
export const isNetworkError = (status: ConnectionStatus): boolean =>
  status.status === 'waiting' || (status.status === 'connecting' && status.tries > 0)

/**
 * Navigates like `go`. If the connection is lost and a worker is active, the
 * document is loaded instead, so that the worker answers with the cached page.
 */
export const showOfflinePage =
  (isOffline: () => boolean, go: Navigate): Navigate =>
  (href, how) => {
    if (how !== 'stay' && isOffline() && navigator.serviceWorker?.controller) window.location[how ?? 'assign'](href)
    else go(href, how)
  }
