import type { Navigate } from '#platform/ui/navigation/navigate.ts'

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
