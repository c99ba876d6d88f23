import { createContext } from 'react'
import { kioskCookie, kioskPath } from '#platform/text/kiosk-cookie.ts'

/** True on the page of a kiosk: links lead nowhere, since the device shows this page alone. */
export const KioskContext = createContext(false)

/** True if this device may show only the page at this path. */
export const isKiosk = (path: string): boolean => kioskPath(document.cookie) === path

/**
 * Makes this device a kiosk that shows the page at this path and no other; null: frees it. The server and the first script of every page lead
 * back to it, so neither an address, nor the browser's history, nor another tab is a way out.
 */
export function setKiosk(path: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API
  document.cookie = kioskCookie(path, window.location.protocol === 'https:')
}
