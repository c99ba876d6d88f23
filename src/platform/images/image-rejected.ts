/** A rejected picture. The message is shown to the user who uploaded it. */
export class PictureRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PictureRefused'
  }
}

export const notJpeg = (): PictureRefused => new PictureRefused('This is not a JPEG picture.')
export const cutShort = (): PictureRefused => new PictureRefused('This picture is cut short. Try to upload it again.')
export const damaged = (cause?: unknown): PictureRefused => new PictureRefused('This picture is damaged and cannot be opened.', { cause })
export const unusual = (): PictureRefused =>
  new PictureRefused('This kind of JPEG cannot be opened. Save it as an ordinary JPEG and try again.')
export const tooLarge = (): PictureRefused =>
  new PictureRefused('This picture is too large: at most 50 megapixels, and 16,384 pixels on a side. Make it smaller and try again.')
export const tooSlow = (cause?: unknown): PictureRefused =>
  new PictureRefused('This picture takes too long to open. Save it anew and try again.', { cause })
