/** Returns the cookie by which a device is a kiosk with the page at this path alone (`kioskPath` reads it); null: that ends it. */
export const kioskCookie = (path: string | null, isSecure: boolean): string =>
  `kiosk=${path ?? ''}; path=/; max-age=${path === null ? 0 : 31_536_000}; samesite=lax${isSecure ? '; secure' : ''}`

/** True if this device may show only the page at this path. */
export const isKiosk = (path: string): boolean => document.cookie.split('; ').includes(`kiosk=${path}`)

/**
 * Makes this device a kiosk that shows the page at this path and no other; null: frees it. The server and the first script of every page lead
 * back to it, so neither an address, nor the browser's history, nor another tab is a way out.
 */
export function setKiosk(path: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API
  document.cookie = kioskCookie(path, window.location.protocol === 'https:')
}
