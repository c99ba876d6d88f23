import sharp from 'sharp'

/**
 * A grainy photo of twelve megapixels as written by a phone held upright: it lies on its side and has an EXIF orientation. Upright, its
 * top left is red, its top right green, and the rest blue.
 */
export async function createPhonePhoto(): Promise<Buffer> {
  const [width, height] = [3024, 4032]
  const field = (w: number, h: number, background: string) =>
    sharp({ create: { width: w, height: h, channels: 3, background } })
      .png()
      .toBuffer()
  const upright = await sharp({ create: { width, height, channels: 3, background: '#1020d0' } })
    .composite([
      { input: await field(width / 2, height / 2, '#d01010'), left: 0, top: 0 },
      { input: await field(width / 2, height / 2, '#10b010'), left: width / 2, top: 0 },
      {
        input: await sharp({
          create: { width, height, channels: 3, background: 'black', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
        })
          .png({ compressionLevel: 1 })
          .toBuffer(),
        blend: 'soft-light',
      },
    ])
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(upright)
    .rotate(270)
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}
