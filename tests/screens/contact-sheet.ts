import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { type Look, pictureFile } from './visit.ts'

/** The most bytes of a contact sheet. */
const MAX_BYTES = 120_000
/** height of the pictures on a sheet (px) */
const HEIGHT = 460
const GAP = 12

/** What a sheet shows, row by row: the site, the language, and the look of each picture. */
const ROWS: readonly (readonly (readonly [site: string, language: string, width: number, scheme: Look['scheme']])[])[] = [
  [
    ['usual', 'en', 390, 'dark'],
    ['usual', 'en', 390, 'light'],
    ['usual', 'en', 1280, 'light'],
    ['usual', 'en', 1920, 'dark'],
  ],
  [
    ['crowded', 'en', 390, 'dark'],
    ['crowded', 'de', 390, 'dark'],
    ['crowded', 'en', 1280, 'dark'],
    ['crowded', 'en', 1920, 'light'],
  ],
  [
    ['empty', 'en', 390, 'dark'],
    ['usual', 'ar', 390, 'light'],
    ['empty', 'en', 1280, 'light'],
    ['usual', 'de', 1280, 'dark'],
    ['usual', 'ar', 1280, 'light'],
  ],
]

/** Writes the contact sheet of a screen: small pictures of it side by side, with what each shows. @returns its bytes; 0: there are no pictures */
export async function writeContactSheet(browser: Browser, screen: string, out: string, sheets: string): Promise<number> {
  const rows = ROWS.map(row =>
    row.flatMap(([site, language, width, scheme]) => {
      const file = pictureFile(out, screen, site, language, { width, scheme })
      return existsSync(file) ? [{ file, label: `${site} · ${language} · ${width} · ${scheme}`, width: shownWidth(width) }] : []
    }),
  ).filter(row => row.length > 0)
  if (rows.length === 0) return 0
  const figures = rows.map(
    row =>
      `<div>${row
        .map(
          ({ file, label, width }) =>
            `<figure style="width:${width}px"><span style="background-image:url('${pathToFileURL(file).href}')"></span><figcaption>${label}</figcaption></figure>`,
        )
        .join('')}</div>`,
  )
  const html = `<!doctype html><style>
    body { margin: 0; padding: ${GAP}px; background: #808080; font: 12px sans-serif; width: max-content }
    div { display: flex; gap: ${GAP}px }
    figure { margin: 0 } figcaption { color: #fff; padding: 2px 0 6px; white-space: nowrap; overflow: hidden }
    span { display: block; height: ${HEIGHT}px; background: #555 top / 100% auto no-repeat }
  </style>${figures.join('')}`
  const pagePath = join(out, screen, 'sheet.html')
  writeFileSync(pagePath, html)
  const page = await browser.newPage({ viewport: { width: 2000, height: 1000 } })
  await page.goto(pathToFileURL(pagePath).href)
  const png = await page.locator('body').screenshot()
  await page.close()
  mkdirSync(sheets, { recursive: true })
  let jpeg = Buffer.alloc(0)
  for (const quality of [72, 62, 52, 42, 32]) {
    jpeg = await sharp(png).jpeg({ quality, mozjpeg: true }).toBuffer()
    if (jpeg.length <= MAX_BYTES) break
  }
  const file = join(sheets, `${screen}.jpg`)
  if (!existsSync(file) || !readFileSync(file).equals(jpeg)) writeFileSync(file, jpeg)
  return jpeg.length
}

/** The width of a picture on the sheet: a phone's shows one window and a half, a wide screen's one. */
const shownWidth = (width: number): number => (width < 600 ? 176 : width < 1500 ? 500 : 720)
