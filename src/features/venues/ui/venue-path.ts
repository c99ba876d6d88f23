/** Returns the path of a venue's page. */
export const venuePath = (slug: string): string => `/venues/${encodeURIComponent(slug)}`

/** Returns the short address of a machine of a venue, which its QR code has: it opens the form for a score on this machine there. */
export const shortPath = (slug: string, code: string): string => `/v/${encodeURIComponent(slug)}/${code}`

/** The machine that a QR code names: by its venue, and its code there. */
export interface ScannedCode {
  slug: string
  code: string
}

/** Reads a short address. @returns null: it is none */
export function parseShortPath(path: string): ScannedCode | null {
  const found = /^\/v\/([^/]+)\/([a-z0-9]{4,6})$/i.exec(path)
  if (found === null) return null
  try {
    return { slug: decodeURIComponent(found[1]!), code: found[2]! }
  } catch {
    return null
  }
}
