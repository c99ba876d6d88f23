import sharp, { type OutputInfo, type Raw } from 'sharp'
import { imageDamagedError, tooSlow } from './image-rejected.ts'
import { MAX_PIXELS } from './validate-jpeg.ts'

const MAX_SIDE = 2048

/** Decoded pixels in sRGB, three bytes each, without any metadata. */
export interface Pixels {
  readonly data: Buffer
  readonly raw: Raw
}

/** How to turn a picture of each EXIF orientation (1 to 8) upright: mirror it top to bottom first, then rotate it clockwise. */
const UPRIGHT = [
  { mirror: false, degrees: 0 },
  { mirror: true, degrees: 180 },
  { mirror: false, degrees: 180 },
  { mirror: true, degrees: 0 },
  { mirror: true, degrees: 90 },
  { mirror: false, degrees: 90 },
  { mirror: true, degrees: 270 },
  { mirror: false, degrees: 270 },
] as const

/**
 * Decodes a picture, upright and at most 2048 pixels on a side. It is rotated after it was shrunk, because sharp's timeout does not cover
 * rotation.
 * @param bytes checked by `validateJpeg`
 * @throws ImageRejected
 */
export async function decodeImage(bytes: Buffer, seconds: number): Promise<Pixels> {
  try {
    const source = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS })
    const { orientation = 1 } = await source.metadata()
    const decoded = await source
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return await upright(pixels(decoded), orientation)
  } catch (cause) {
    throw cause instanceof Error && cause.message.startsWith('timeout') ? tooSlow(cause) : imageDamagedError(cause)
  }
}

async function upright(lying: Pixels, orientation: number): Promise<Pixels> {
  const { mirror, degrees } = UPRIGHT[orientation - 1] ?? UPRIGHT[0]
  if (!mirror && degrees === 0) return lying
  const turned = await sharp(lying.data, { raw: lying.raw }).flip(mirror).rotate(degrees).raw().toBuffer({ resolveWithObject: true })
  return pixels(turned)
}

const pixels = ({ data, info }: { data: Buffer; info: OutputInfo }): Pixels => ({
  data,
  raw: { width: info.width, height: info.height, channels: info.channels },
})
