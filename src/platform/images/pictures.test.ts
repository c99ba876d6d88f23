import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeImage } from './decode.ts'
import type { Copy } from './encode.ts'
import { noise, photo, quarters } from './fixtures/draw.ts'
import { manyScans } from './fixtures/many-scans.ts'
import { segmentsOf } from './fixtures/segments.ts'
import { Pictures } from './pictures.ts'

const pictures = new Pictures()

/** Lets the test decode the resulting WebP. Other formats stay blocked. */
beforeAll(() => sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] }))

const takeIn = async (picture: Sharp) => pictures.process(await picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer())
const listed = (copies: readonly Copy[], type = 'image/jpeg') =>
  copies.filter(copy => copy.type === type).map(({ size, width, height }) => [size, width, height])

/** The colour at a position given as fractions of width and height; each channel is rounded to a multiple of 51. */
async function colourAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect(info.channels).toBe(3)
  const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * 3
  return [...data.subarray(at, at + 3)].map(value => Math.round(value / 51) * 51)
}
const cornersOf = (bytes: Buffer): Promise<number[][]> =>
  Promise.all([colourAt(bytes, 0.25, 0.25), colourAt(bytes, 0.75, 0.25), colourAt(bytes, 0.25, 0.75), colourAt(bytes, 0.75, 0.75)])

const R = [255, 0, 0]
const G = [0, 255, 0]
const B = [0, 0, 255]
const W = [255, 255, 255]

describe('a picture taken in', () => {
  it('is made anew in three sizes from a phone’s 12 megapixels lying on their side', async () => {
    const gps = { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' }
    const source = (await photo(4000, 3000)).jpeg({ quality: 80 }).withExif({ IFD0: { Make: 'Camera' }, IFD3: gps })
    const bytes = await source.withMetadata({ orientation: 6 }).toBuffer()
    expect((await sharp(bytes).metadata()).orientation).toBe(6)

    const taken = await pictures.process(bytes)
    expect(taken).toMatchObject({ width: 1536, height: 2048 })
    expect(listed(taken.copies)).toEqual([
      ['full', 1536, 2048],
      ['medium', 640, 853],
      ['small', 160, 213],
    ])
    for (const copy of taken.copies) {
      const { format, width, height, orientation, exif } = await sharp(copy.bytes).metadata()
      expect({ type: `image/${format}`, width, height, orientation, exif }).toEqual({
        type: copy.type,
        width: copy.width,
        height: copy.height,
        orientation: undefined,
        exif: undefined,
      })
    }
    expect(segmentsOf(taken.copies[0]!.bytes).segments.map(({ marker }) => marker)).toContain(0xc2)
    console.info(`12 megapixels: ${taken.copies.map(({ size, type, bytes }) => `${size} ${type} ${bytes.length}`).join(', ')}`)
  })

  it('stands upright for every orientation that EXIF knows', async () => {
    const upright: Record<number, number[][]> = {
      1: [R, G, B, W],
      2: [G, R, W, B],
      3: [W, B, G, R],
      4: [B, W, R, G],
      5: [R, B, G, W],
      6: [B, R, W, G],
      7: [W, G, B, R],
      8: [G, W, R, B],
    }
    for (let orientation = 1; orientation <= 8; orientation++) {
      const source = quarters(64, 32).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).withMetadata({ orientation })
      const { width, height, copies } = await pictures.process(await source.toBuffer())
      expect([width, height]).toEqual(orientation < 5 ? [64, 32] : [32, 64])
      expect(await cornersOf(copies[0]!.bytes), `orientation ${orientation}`).toEqual(upright[orientation])
    }
  })

  it('is never enlarged', async () => {
    expect(listed((await takeIn(quarters(100, 50))).copies)).toEqual([
      ['full', 100, 50],
      ['medium', 100, 50],
      ['small', 100, 50],
    ])
    expect(listed((await takeIn(quarters(1, 1))).copies)).toEqual([
      ['full', 1, 1],
      ['medium', 1, 1],
      ['small', 1, 1],
    ])
  })

  it('may be as long and thin as a side may be', async () => {
    expect(listed((await takeIn(quarters(16_384, 4))).copies)[0]).toEqual(['full', 2048, 1])
    expect(listed((await takeIn(quarters(4, 16_384))).copies)[0]).toEqual(['full', 1, 2048])
  })

  it('comes as WebP too where that takes a tenth less, and not where it does not', async () => {
    const { copies } = await takeIn((await photo(1200, 900)).blur(1.5))
    const webp = copies.filter(copy => copy.type === 'image/webp')
    expect(listed(copies, 'image/webp')).toContainEqual(['full', 1200, 900])
    for (const copy of webp) {
      const jpeg = copies.find(({ size, type }) => size === copy.size && type === 'image/jpeg')!
      expect(copy.bytes.length).toBeLessThanOrEqual(jpeg.bytes.length * 0.9)
      expect([copy.width, copy.height]).toEqual([jpeg.width, jpeg.height])
    }
    const grain = await takeIn(noise(150, 150))
    expect(listed(grain.copies, 'image/webp')).not.toContainEqual(['small', 150, 150])
  })

  it('has a blurred placeholder of under 400 characters, whatever it shows', async () => {
    for (const picture of [noise(24, 24), noise(600, 600), quarters(3000, 1000), await photo(640, 480)]) {
      const { placeholder } = await takeIn(picture)
      expect(placeholder).toMatch(/^data:image\/webp;base64,[\w+/=]+$/)
      expect(placeholder.length).toBeLessThan(400)
      const { width = 99, height = 99 } = await sharp(Buffer.from(placeholder.split(',')[1]!, 'base64')).metadata()
      expect(Math.max(width, height)).toBe(24)
    }
  })

  it('may be progressive, grey, CMYK or in another colour space, and comes out in sRGB', async () => {
    const rgb = () => quarters(64, 64)
    const sources = {
      progressive: rgb().jpeg({ progressive: true, quality: 95 }),
      mozjpeg: rgb().jpeg({ mozjpeg: true, quality: 95 }),
      'Display P3': rgb().jpeg({ quality: 95 }).withIccProfile('p3'),
    }
    for (const [name, source] of Object.entries(sources)) {
      const { copies } = await pictures.process(await source.toBuffer())
      expect(await cornersOf(copies[0]!.bytes), name).toEqual([R, G, B, W])
    }

    const grey = await pictures.process(await rgb().greyscale().jpeg().toBuffer())
    const [first] = await cornersOf(grey.copies[0]!.bytes)
    expect(new Set(first).size).toBe(1)

    const cmyk = rgb().toColourspace('cmyk')
    for (const source of [cmyk.clone().jpeg(), cmyk.clone().withIccProfile('cmyk').jpeg()]) {
      const bytes = await source.toBuffer()
      expect((await sharp(bytes).metadata()).space).toBe('cmyk')
      const { copies } = await pictures.process(bytes)
      const [red, green, blue, white] = await cornersOf(copies[0]!.bytes)
      expect(white).toEqual(W)
      expect([red![0], green![1], blue![2]]).toEqual([red, green, blue].map(colour => Math.max(...colour!)))
      expect([red![1], green![2], blue![0]].every(other => other! < 130)).toBe(true)
    }
  })

  it('may be YCCK, as Photoshop saves CMYK', async () => {
    const bytes = await quarters(64, 64).toColourspace('cmyk').jpeg().toBuffer()
    const adobe = segmentsOf(bytes).segments.find(({ marker, body }) => marker === 0xee && body.toString('latin1', 0, 5) === 'Adobe')!
    adobe.body[11] = 2
    expect((await sharp(bytes).metadata()).space).toBe('cmyk')
    const { copies } = await pictures.process(bytes)
    expect((await sharp(copies[0]!.bytes).metadata()).space).toBe('srgb')
  })

  it('may have a colour profile that makes no sense', async () => {
    for (const source of [quarters(64, 64).withIccProfile('p3'), quarters(64, 64).toColourspace('cmyk').withIccProfile('cmyk')]) {
      const bytes = await source.jpeg({ quality: 95 }).toBuffer()
      const signature = bytes.indexOf('acsp')
      bytes.fill(0xee, signature + 92, signature + 300)
      const { copies } = await pictures.process(bytes)
      expect((await cornersOf(copies[0]!.bytes))[3]).toEqual(W)
    }
  })

  it('waits while two others are under way, and is refused when 64 wait already', async () => {
    const crowded = new Pictures()
    const bytes = await quarters(16, 16).jpeg().toBuffer()
    const all = Array.from({ length: 67 }, () => crowded.process(bytes))
    const results = await Promise.allSettled(all)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(66)
    expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { error: 'too-many-requests' } })
  })

  it('is given up when it takes too long, even where the header did not tell', async () => {
    await expect(decodeImage(manyScans(7000, 7000, 200), 1)).rejects.toThrow(
      'This picture takes too long to open. Save it anew and try again.',
    )
  })

  it('takes far less than that when it has as many scans and pixels as are let through', async () => {
    // The limit of the time is that of a clock, which runs on while a busy machine works on something else.
    const patient = new Pictures(120)
    const from = process.cpuUsage()
    await patient.process(manyScans(7000, 7000, 64))
    const { user, system } = process.cpuUsage(from)
    const took = (user + system) / 1000
    console.info(`64 scans of 49 megapixels: ${Math.round(took)} ms of CPU`)
    expect(took).toBeLessThan(5000)
  })
})
