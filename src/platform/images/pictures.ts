import sharp from 'sharp'
import { ConcurrencyLimit } from '../jobs/concurrency-limit.ts'
import { decodeImage } from './decode.ts'
import { type Copy, encodeImage, placeholder } from './encode.ts'
import { checkJpeg } from './validate-jpeg.ts'

export interface TakenIn {
  /** of the full picture, in pixels */
  readonly width: number
  readonly height: number
  readonly copies: readonly Copy[]
  /** a data address */
  readonly placeholder: string
}

/** Makes new pictures of those that strangers send, two at a time: only pixels get through. */
export class Pictures {
  readonly #turns = new ConcurrencyLimit(2, 64)
  readonly #seconds: number

  /**
   * Sets sharp up for the whole process: one thread a picture, no cache, and no decoder but that of JPEGs in memory.
   * @param seconds how long decoding may take
   */
  constructor(seconds = 5) {
    this.#seconds = seconds
    sharp.concurrency(1)
    sharp.cache(false)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer'] })
  }

  /** @throws PictureRefused; DdpError too-many-requests when 64 wait already */
  async takeIn(bytes: Buffer): Promise<TakenIn> {
    checkJpeg(bytes)
    return this.#turns.run(async () => {
      const pixels = await decodeImage(bytes, this.#seconds)
      const { width, height } = pixels.raw
      return { width, height, copies: await encodeImage(pixels), placeholder: await placeholder(pixels) }
    })
  }
}
