import sharp, { type Sharp } from 'sharp'
import type { Pixels } from './decode.ts'

export type EncodedSize = 'full' | 'medium' | 'small'

/** Maximum width in pixels; a narrower picture is not enlarged. `decodeImage` limits the full size. */
const WIDTHS: readonly (readonly [EncodedSize, number | null])[] = [
  ['full', null],
  ['medium', 640],
  ['small', 160],
]

/** One encoded file of a picture, without any metadata. */
export interface Copy {
  readonly size: EncodedSize
  readonly type: 'image/jpeg' | 'image/webp'
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/** Encodes every size as JPEG, the full size first. Each JPEG is followed by a WebP if that is at least a tenth smaller. */
export async function encodeImage(pixels: Pixels): Promise<Copy[]> {
  const copies: Copy[] = []
  for (const [size, width] of WIDTHS) {
    const resized = width === null ? from(pixels) : from(pixels).resize({ width, withoutEnlargement: true })
    const jpeg = await copy(size, 'image/jpeg', resized.clone().jpeg({ quality: 80, mozjpeg: true }))
    const webp = await copy(size, 'image/webp', resized.webp({ quality: 80, effort: 2 }))
    copies.push(jpeg)
    if (webp.bytes.length <= jpeg.bytes.length * 0.9) copies.push(webp)
  }
  return copies
}

/** A blurred preview, at most 24 pixels on a side, to show until the picture has loaded: a data URL of under 400 characters. */
export async function placeholder(pixels: Pixels): Promise<string> {
  const small = from(pixels).resize({ width: 24, height: 24, fit: 'inside', withoutEnlargement: true })
  const bytes = await small.blur(1).webp({ quality: 30, effort: 6 }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

const from = ({ data, raw }: Pixels): Sharp => sharp(data, { raw })

async function copy(size: EncodedSize, type: Copy['type'], picture: Sharp): Promise<Copy> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  return { size, type, width: info.width, height: info.height, bytes: data }
}
