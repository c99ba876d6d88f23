import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { build, type Rollup } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ShrinkOptions } from '#uploads/ui/shrink.ts'
import { closeBrowser, openBrowser, openPage } from '../helpers/browser.ts'
import { createPhonePhoto } from '../helpers/phone-photo.ts'

const LIMIT = 2_097_152

let browser: Browser
let page: Page
let problems: string[]
let photo: Buffer

/** Bundles the code under test for the browser. */
async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('shrink-page.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'shrink' } },
  })
  return (built as Rollup.RollupOutput[])[0]!.output[0].code
}

beforeAll(async () => {
  photo = await createPhonePhoto()
  browser = await openBrowser()
  const opened = await openPage(browser)
  page = opened.page
  problems = opened.problems
  await page.route('http://empty.example/', route =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Empty</title>' }),
  )
  await page.goto('http://empty.example/')
  await page.addScriptTag({ content: await bundle() })
})
afterAll(() => closeBrowser(browser))

interface Shrunk {
  bytes: Buffer
  name: string
  type: string
}

/** Shrinks a picture in the browser. @throws the error with which the browser code rejects */
async function shrink(bytes: Buffer, options: ShrinkOptions, name = 'photo.jpg'): Promise<Shrunk> {
  const answer = await page.evaluate(
    async ({ base64, name, options }) => {
      const { shrinkPicture } = (window as unknown as { shrink: typeof import('#uploads/ui/shrink.ts') }).shrink
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
      try {
        const file = await shrinkPicture(new File([bytes], name), options)
        const url = await new Promise<string>(resolve => {
          const reader = new FileReader()
          reader.onload = () => resolve(String(reader.result))
          reader.readAsDataURL(file)
        })
        return { base64: url.slice(url.indexOf(',') + 1), name: file.name, type: file.type }
      } catch (error) {
        return { error: (error as { reason?: string }).reason ?? String(error) }
      }
    },
    { base64: bytes.toString('base64'), name, options },
  )
  if (answer.error !== undefined) throw new Error(answer.error)
  return { bytes: Buffer.from(answer.base64!, 'base64'), name: answer.name!, type: answer.type! }
}

/** The mean colour of a picture around a point, which is given as fractions of the width and height. */
async function readColor(bytes: Buffer, x: number, y: number): Promise<'red' | 'green' | 'blue' | 'white' | 'other'> {
  const { width, height } = await sharp(bytes).metadata()
  const box = { left: Math.round(width * x) - 10, top: Math.round(height * y) - 10, width: 20, height: 20 }
  const { channels } = await sharp(await sharp(bytes).extract(box).png().toBuffer()).stats()
  const [r, g, b] = channels.map(({ mean }) => mean) as [number, number, number]
  if (Math.min(r, g, b) > 240) return 'white'
  const max = Math.max(r, g, b)
  if ([r, g, b].filter(each => each > max - 60).length > 1) return 'other'
  return max === r ? 'red' : max === g ? 'green' : 'blue'
}

describe('a picture on its way out of the browser', () => {
  it('turns a phone’s photo upright and makes it small, and says nothing of where it was taken', async () => {
    expect(await sharp(photo).metadata()).toMatchObject({ width: 4032, height: 3024, orientation: 6, exif: expect.any(Buffer) })
    expect(photo.length).toBeGreaterThan(4_000_000)
    const { bytes, name, type } = await shrink(photo, { maxBytes: LIMIT }, 'IMG_0042.JPEG')
    expect([name, type]).toEqual(['IMG_0042.jpg', 'image/jpeg'])
    expect(bytes.length).toBeLessThanOrEqual(LIMIT)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1536, height: 2048 })
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(await Promise.all([readColor(bytes, 0.25, 0.25), readColor(bytes, 0.75, 0.25), readColor(bytes, 0.25, 0.75)])).toEqual([
      'red',
      'green',
      'blue',
    ])
  })

  it('keeps the part that was asked for, in pixels of the upright picture', async () => {
    const { bytes } = await shrink(photo, {
      maxBytes: 1_048_576,
      maxSide: 1024,
      crop: { x: 1512, y: 0, width: 1512, height: 1512 },
    })
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1024, height: 1024 })
    expect(await Promise.all([readColor(bytes, 0.1, 0.5), readColor(bytes, 0.9, 0.1)])).toEqual(['green', 'green'])
  })

  it('gives up quality, then pixels, until it is small enough', async () => {
    const noise = await sharp({
      create: { width: 2048, height: 2048, channels: 3, background: 'black', noise: { type: 'gaussian', mean: 128, sigma: 80 } },
    })
      .png()
      .toBuffer()
    const { bytes } = await shrink(noise, { maxBytes: 300_000 })
    expect(bytes.length).toBeLessThanOrEqual(300_000)
    expect((await sharp(bytes).metadata()).width).toBeLessThan(2048)
    await expect(shrink(noise, { maxBytes: 100 })).rejects.toThrow('This photo can’t be made small enough.')
  })

  it('draws what shines through on white, and enlarges nothing', async () => {
    const glass = await sharp({ create: { width: 300, height: 200, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer()
    const { bytes, name } = await shrink(glass, { maxBytes: LIMIT }, 'logo.png')
    expect(name).toBe('logo.jpg')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 300, height: 200 })
    expect(await readColor(bytes, 0.5, 0.5)).toBe('white')
  })

  it('reads WebP too, and says so of what it cannot read', async () => {
    const webp = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#d01010' } })
      .webp()
      .toBuffer()
    expect(await readColor((await shrink(webp, { maxBytes: LIMIT })).bytes, 0.5, 0.5)).toBe('red')
    for (const bytes of [Buffer.from('%PDF-1.7'), Buffer.alloc(0)])
      await expect(shrink(bytes, { maxBytes: LIMIT })).rejects.toThrow('This browser can’t read this file as a photo.')
    expect(problems).toEqual([])
  })
})
