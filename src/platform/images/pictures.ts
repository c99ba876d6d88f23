import sharp from 'sharp'
import { ConcurrencyLimit } from '#platform/jobs/concurrency-limit.ts'
import { decodeImage } from './decode.ts'
import { type Copy, encodeImage, placeholder } from './encode.ts'
import { validateJpeg } from './validate-jpeg.ts'

export interface ProcessedPicture {
  /** Width of the full picture in pixels; `height` likewise. */
  readonly width: number
  readonly height: number
  readonly copies: readonly Copy[]
  /** A data URL. */
  readonly placeholder: string
}

/** Re-encodes uploaded pictures, two at a time, so that nothing but the pixels of an untrusted file is kept. */
export class Pictures {
  readonly #limit = new ConcurrencyLimit(2, 64)
  readonly #timeoutSeconds: number

  /**
   * Configures sharp for the whole process: one thread per picture, no cache, and no decoder except the one for JPEGs in memory.
   * @param seconds timeout of decoding
   */
  constructor(seconds = 5) {
    this.#timeoutSeconds = seconds
    sharp.concurrency(1)
    sharp.cache(false)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer'] })
  }

  /** @throws ImageRejected; DdpError too-many-requests if 64 pictures are already waiting */
  async process(bytes: Buffer): Promise<ProcessedPicture> {
    validateJpeg(bytes)
    return this.#limit.run(async () => {
      const pixels = await decodeImage(bytes, this.#timeoutSeconds)
      const { width, height } = pixels.raw
      return { width, height, copies: await encodeImage(pixels), placeholder: await placeholder(pixels) }
    })
  }
}
