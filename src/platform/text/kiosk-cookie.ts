/** Name of the cookie with the path of the page that a kiosk shows. */
const KIOSK_COOKIE = 'kiosk'

const PATTERN = new RegExp(`(?:^|; ?)${KIOSK_COOKIE}=(/[\\w-]+/[\\w-]+/kiosk)(?:;|$)`)

/** Returns the only page that the device with these cookies may show; null: it is no kiosk. @param cookies of a request or a document */
export const kioskPath = (cookies: string): string | null => PATTERN.exec(cookies)?.[1] ?? null

/** Returns the cookie that makes the device a kiosk with this page alone; null: that ends it. */
export function kioskCookie(path: string | null, isSecure: boolean): string {
  const age = path === null ? 0 : 31_536_000
  return `${KIOSK_COOKIE}=${path ?? ''}; path=/; max-age=${age}; samesite=lax${isSecure ? '; secure' : ''}`
}
