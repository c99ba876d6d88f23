import type { PageState } from '../navigation.ts'
import { precachePages } from './precache.ts'

/**
 * Registers the service worker once the page has loaded. Does nothing on plain http, where browsers allow no worker, and in the mobile app,
 * which contains its files.
 */
export function registerServiceWorker(pages: PageState): void {
  if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator) || 'Capacitor' in window) return
  const start = (): void => void precachePages(pages)
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}
