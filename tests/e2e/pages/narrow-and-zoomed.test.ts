import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Screen } from '../../screens/screen.ts'
import { screens } from '../../screens/screens.ts'
import { addEmptyThings, openSites, type PictureSite } from '../../screens/sites.ts'
import { openContext } from '../../screens/visit.ts'
import { closeBrowser, openBrowser, untilRendered } from '../helpers/browser.ts'

let folder: string
let site: PictureSite
let browser: Browser

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skillshot-narrow-'))
  const dataDir = join(folder, 'empty')
  for (const each of [folder, dataDir]) {
    mkdirSync(each, { recursive: true })
    chmodSync(each, 0o755)
  }
  execFileSync('cp', ['-a', '--reflink=auto', `${inject('siteTemplate')}/.`, dataDir])
  ;[site] = (await openSites(folder, ['empty'], true)) as [PictureSite]
  await addEmptyThings(site)
  browser = await openBrowser()
})

afterAll(async () => {
  await closeBrowser(browser)
  await site?.server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The screens that are only opened: one for each page and tab. */
const opened = screens.filter(({ act, away, sites }) => act === undefined && !away && sites === undefined)

const isWithin = (screen: Screen, role: 'visitor' | 'signed in'): boolean => (screen.as === 'visitor') === (role === 'visitor')

/**
 * The smallest window that has to do is 320 px wide. A browser at 200 % shows a window of 640 px in as many pixels of a page, with two
 * pixels of the screen for each: that is a page 320 px wide as well if the window is 640 px, and one of 640 px in a window of 1280 px.
 */
describe('every page', () => {
  it.each(['visitor', 'signed in'] as const)('%s: fits a window of 320 px, and one of 1280 px at twice its size', async role => {
    const context = await openContext(browser, site, role === 'visitor' ? 'visitor' : 'administrator', 'en', { deviceScaleFactor: 2 })
    const page = await context.newPage()
    const found: string[] = []
    for (const screen of opened.filter(each => isWithin(each, role))) {
      await page.setViewportSize({ width: 640, height: 400 })
      await page.goto(site.server.url + (await screen.path(site.subjects, site)))
      for (const width of [640, 320]) {
        await page.setViewportSize({ width, height: 400 })
        await untilRendered(page)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        if (wide > width) found.push(`${screen.name}: ${wide} px in ${width} px`)
      }
    }
    await context.close()
    expect(found).toEqual([])
  })
})
