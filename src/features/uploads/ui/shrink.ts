import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { type Crop, fitWithin, jpegName, QUALITY_STEPS, type Size } from './shrink-plan.ts'

export interface ShrinkOptions {
  maxBytes: number
  /** limit of the longest side, in pixels */
  maxSide?: number
  /** the part to keep; the whole picture if missing */
  crop?: Crop | undefined
}

/**
 * Converts a picture to an upright JPEG within the limits. It is redrawn on a white background, so that the file's metadata (such as the
 * location) does not leave the device.
 * @throws DdpError `not-a-picture`, `too-large`
 */
export async function shrinkPicture(file: Blob, { maxBytes, maxSide = 2048, crop }: ShrinkOptions): Promise<File> {
  const opened = await openPicture(file)
  try {
    const area = crop ?? { x: 0, y: 0, ...opened.size }
    const full = fitWithin(area, maxSide)
    const bitmap = await smallBitmap(
      file,
      fitWithin(opened.size, Math.max(opened.size.width, opened.size.height) * (full.width / area.width)),
    )
    try {
      const ratio = bitmap === null ? 1 : bitmap.width / opened.size.width
      for (const { scale, quality } of QUALITY_STEPS) {
        const size = fitWithin(full, Math.max(full.width, full.height) * scale)
        const blob = await encode(size, quality, context =>
          context.drawImage(
            bitmap ?? opened.image,
            area.x * ratio,
            area.y * ratio,
            area.width * ratio,
            area.height * ratio,
            0,
            0,
            size.width,
            size.height,
          ),
        )
        if (blob.size <= maxBytes) return new File([blob], jpegName(file instanceof File ? file.name : ''), { type: 'image/jpeg' })
      }
      throw new DdpError('too-large', m.uploads_too_large())
    } finally {
      bitmap?.close()
    }
  } finally {
    opened.close()
  }
}

export interface OpenedPicture {
  image: HTMLImageElement
  /** upright, in pixels */
  size: Size
  /** its object URL, valid until `close` */
  url: string
  close(): void
}

/** Reads a picture's size. The browser decodes its pixels only when it is drawn. @throws DdpError `not-a-picture` */
export async function openPicture(file: Blob): Promise<OpenedPicture> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  const close = (): void => {
    image.removeAttribute('src')
    URL.revokeObjectURL(url)
  }
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve
      image.onerror = reject
      image.src = url
    })
    const size = { width: image.naturalWidth, height: image.naturalHeight }
    if (size.width === 0 || size.height === 0) throw new Error('no pixels')
    return { image, size, url, close }
  } catch {
    close()
    throw new DdpError('not-a-picture', m.uploads_not_a_picture())
  }
}

/** Decodes the picture off the main thread at this size. Null if the browser cannot do that or ignores the picture's orientation. */
async function smallBitmap(file: Blob, { width, height }: Size): Promise<ImageBitmap | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image', resizeWidth: width, resizeQuality: 'high' }).catch(
    () => null,
  )
  if (bitmap === null || (bitmap.width === width && Math.abs(bitmap.height - height) <= 1)) return bitmap
  bitmap.close()
  return null
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

async function encode(size: Size, quality: number, draw: (context: Context) => void): Promise<Blob> {
  const canvas =
    typeof OffscreenCanvas === 'undefined'
      ? Object.assign(document.createElement('canvas'), size)
      : new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d') as Context | null
  let blob: Blob | null = null
  try {
    if (context === null) throw new Error('no canvas')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, size.width, size.height)
    context.imageSmoothingQuality = 'high'
    draw(context)
    blob =
      canvas instanceof HTMLCanvasElement
        ? await new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', quality))
        : await canvas.convertToBlob({ type: 'image/jpeg', quality })
  } catch {
    blob = null
  } finally {
    // Some phones free a canvas's memory only when it is made small.
    Object.assign(canvas, { width: 1, height: 1 })
  }
  if (blob?.type !== 'image/jpeg') throw new DdpError('not-a-picture', m.uploads_not_a_picture())
  return blob
}
