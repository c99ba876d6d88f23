/** One rendering of a picture. */
export type ShownSize = {
  url: string
  /** the same as WebP, where that is smaller */
  webp?: string
  width: number
  height: number
}

export type ShownPicture = ShownSize & {
  /** smaller ones, the smallest first */
  sizes: readonly ShownSize[]
  /** a few blurred pixels as a data address, to stand there until the picture has come */
  placeholder?: string
}

/** The one for lists. */
export const smallest = (picture: { sizes: readonly ShownSize[] } | undefined): ShownSize | undefined => picture?.sizes[0]

/** For `srcset`. @param webp the smaller kind where there is one; null where no size has any */
export function sourceSet({ sizes, url, webp, width, height }: ShownPicture, kind: 'jpeg' | 'webp'): string | null {
  const full: ShownSize = { url, width, height, ...(webp === undefined ? {} : { webp }) }
  const all = [...sizes.filter(size => size.width < width), full]
  if (kind === 'webp' && all.every(size => size.webp === undefined)) return null
  return all.map(size => `${kind === 'webp' ? (size.webp ?? size.url) : size.url} ${size.width}w`).join(', ')
}
