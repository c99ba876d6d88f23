/** A rejected picture. The message is shown to the user who uploaded it. */
export class ImageRejected extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ImageRejected'
  }
}

export const notJpeg = (): ImageRejected => new ImageRejected('This is not a JPEG picture.')
export const cutShort = (): ImageRejected => new ImageRejected('This picture is cut short. Try to upload it again.')
export const imageDamagedError = (cause?: unknown): ImageRejected =>
  new ImageRejected('This picture is damaged and cannot be opened.', { cause })
export const unsupportedJpegError = (): ImageRejected =>
  new ImageRejected('This kind of JPEG cannot be opened. Save it as an ordinary JPEG and try again.')
export const tooLarge = (): ImageRejected =>
  new ImageRejected('This picture is too large: at most 50 megapixels, and 16,384 pixels on a side. Make it smaller and try again.')
export const tooSlow = (cause?: unknown): ImageRejected =>
  new ImageRejected('This picture takes too long to open. Save it anew and try again.', { cause })
