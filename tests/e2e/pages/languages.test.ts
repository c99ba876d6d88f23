import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeBrowser, findAccessibilityProblems, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 900 }

let site: Site
let browser: Browser
let ann: Player
let machineId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  machineId = await ann.findMachine('medieval madness')
  await ann.submit(machineId, 1_234_567)
})

afterAll(async () => {
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

const spoken = (page: Page): Promise<string[]> => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])
const choose = (page: Page, label: string, language: string): Promise<unknown> =>
  Promise.all([page.waitForEvent('load'), page.getByRole('contentinfo').getByLabel(label).selectOption({ label: language })])

describe('a page', () => {
  it('comes in the language of the browser, and the browser takes it over as it is', async () => {
    const observed = await openPage(browser, { locale: 'de-DE' })
    const { page, problems } = observed
    await page.goto(`${site.url}/machines/${machineId}`)
    await waitUntilLive(observed)
    expect(await spoken(page)).toEqual(['de', 'ltr'])
    await page.getByRole('link', { name: 'Score eintragen' }).first().waitFor()
    expect(await page.getByText('1.234.567').count()).toBeGreaterThan(0)
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('comes in the language that the reader chooses, on every page from then on', async () => {
    const observed = await openPage(browser)
    const { page, problems } = observed
    await page.goto(site.url)
    await waitUntilLive(observed)
    await choose(page, 'Language', 'Deutsch')
    expect(await spoken(page)).toEqual(['de', 'ltr'])
    await page.goto(`${site.url}/machines`)
    expect(await spoken(page)).toEqual(['de', 'ltr'])
    await waitUntilLive(observed)
    await choose(page, 'Sprache', 'English')
    expect(await spoken(page)).toEqual(['en', 'ltr'])
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('takes a language that was chosen before its script had loaded', async () => {
    const observed = await openPage(browser)
    const { page, problems } = observed
    let release = (): void => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/main.browser-*.js', async route => {
      await released
      await route.continue()
    })
    await page.goto(site.url, { waitUntil: 'commit' })
    await page.getByRole('contentinfo').getByLabel('Language').selectOption({ label: 'Deutsch' })
    release()
    await page.getByRole('contentinfo').getByLabel('Sprache').waitFor()
    expect(await spoken(page)).toEqual(['de', 'ltr'])
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('is mirrored for right-to-left languages, is no wider than the screen, and has no serious accessibility problem (axe)', async () => {
    const observed = await openPage(browser, { locale: 'ar-EG', viewport: PHONE })
    const { page, problems } = observed
    for (const path of [
      '/',
      '/machines',
      `/machines/${machineId}`,
      '/events',
      '/groups',
      '/submit',
      '/players/ann',
      '/sign-in',
      '/sign-up',
    ]) {
      await page.setViewportSize(PHONE)
      await page.goto(site.url + path)
      expect(await spoken(page), path).toEqual(['ar', 'rtl'])
      await page.locator('main').waitFor()
      const { width, most: max } = await page.evaluate(() => ({ width: window.innerWidth, most: document.documentElement.scrollWidth }))
      expect(max, path).toBeLessThanOrEqual(width)
      expect(await findAccessibilityProblems(page), path).toEqual([])
    }
    await page.setViewportSize(DESK)
    await page.goto(site.url)
    const rail = await page.getByRole('navigation').first().boundingBox()
    expect(rail!.x).toBeGreaterThan(DESK.width / 2)
    expect(problems).toEqual([])
    await page.context().close()
  })
})
