import sharp, { type OutputInfo, type Raw } from 'sharp'
import { damaged, tooSlow } from './image-rejected.ts'
import { MAX_PIXELS } from './validate-jpeg.ts'

const MAX_SIDE = 2048

/** sRGB, three bytes a pixel: nothing but the picture itself. */
export interface Pixels {
  readonly data: Buffer
  readonly raw: Raw
}

/** How a picture of each orientation that EXIF knows (1 to 8) is set upright: mirrored top to bottom first, then turned clockwise. */
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
 * Upright and no more than 2048 pixels on a side. Turned after it has shrunk, because sharp does not watch the time of what it has to turn.
 * @param bytes checked by `checkJpeg`
 * @throws PictureRefused
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
    throw cause instanceof Error && cause.message.startsWith('timeout') ? tooSlow(cause) : damaged(cause)
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
