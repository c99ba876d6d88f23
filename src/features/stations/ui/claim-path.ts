/** Returns the path of the page that the QR code of a station opens. */
export const claimPath = (code: string): string => `/claim/${encodeURIComponent(code)}`
