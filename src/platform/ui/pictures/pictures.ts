/** A picture in one size. */
export type ShownSize = {
  url: string
  /** URL of a WebP version, if that is smaller. */
  webp?: string
  width: number
  height: number
}

export type ShownPicture = ShownSize & {
  /** Smaller sizes, the smallest first. */
  sizes: readonly ShownSize[]
  /** A few blurred pixels as a data URL, shown until the picture has loaded. */
  placeholder?: string
}

/** The smallest size, for lists. */
export const smallest = (picture: { sizes: readonly ShownSize[] } | undefined): ShownSize | undefined => picture?.sizes[0]

/** Returns a `srcset`. `webp` uses the WebP version of each size that has one. @returns null for `webp` if no size has one */
export function sourceSet({ sizes, url, webp, width, height }: ShownPicture, kind: 'jpeg' | 'webp'): string | null {
  const full: ShownSize = { url, width, height, ...(webp === undefined ? {} : { webp }) }
  const all = [...sizes.filter(size => size.width < width), full]
  if (kind === 'webp' && all.every(size => size.webp === undefined)) return null
  return all.map(size => `${kind === 'webp' ? (size.webp ?? size.url) : size.url} ${size.width}w`).join(', ')
}
