import type { ConnectionStatus } from '../../ddp/client/status.ts'
import type { Navigate } from '../../platform/ui/navigate.ts'
import type { Showing } from '../navigation.ts'

/** Once the page has loaded; not on plain http, where browsers allow no worker, and not in the phone's app, which has its files already. */
export function startOffline(pages: Showing): void {
  if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator) || 'Capacitor' in window) return
  const start = async (): Promise<void> => (await import('./precache.ts')).keepOffline(pages)
  const quietly = (): void => void start().catch((error: unknown) => console.info(error))
  if (document.readyState === 'complete') quietly()
  else window.addEventListener('load', quietly, { once: true })
}

/** Whether the connection is known to be gone: a first attempt may still succeed. */
export const isNetworkError = (status: ConnectionStatus): boolean =>
  status.status === 'waiting' || (status.status === 'connecting' && status.tries > 0)

/** Goes to a page as `go` does; where the connection is cut by a load, if a worker answers, since it has what was seen last. */
export const showOfflinePage =
  (cut: () => boolean, go: Navigate): Navigate =>
  (href, stay) => {
    if (stay === undefined && cut() && navigator.serviceWorker?.controller) window.location.assign(href)
    else go(href, stay)
  }
