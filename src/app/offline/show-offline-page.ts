import type { ConnectionStatus } from '#ddp/client/status.ts'
import type { Navigate } from '#platform/ui/navigation/navigate.ts'

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
