import { useEffect } from 'react'

/** ms after which a page that can no longer connect reloads */
const RELOAD_DELAY_MS = 30_000

/** Keeps the screen from turning off if the browser supports it. The lock is requested again whenever the page becomes visible again. */
export function useWakeLock(): void {
  useEffect(() => {
    const requestLock = (): void => {
      if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => undefined)
    }
    requestLock()
    document.addEventListener('visibilitychange', requestLock)
    return () => document.removeEventListener('visibilitychange', requestLock)
  }, [])
}

/**
 * Reloads the page by itself, since nobody stands at a television to press "Reload".
 * @param failed true if the connection was refused because the page is older than the server
 */
export function useFreshPage(failed: boolean): void {
  useEffect(() => {
    if (!failed) return
    const timer = setTimeout(() => window.location.reload(), RELOAD_DELAY_MS)
    return () => clearTimeout(timer)
  }, [failed])
}
