import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeBrowser, openBrowser, openPage } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let browser: Browser
let ada: Player

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
})
afterAll(async () => {
  await ada?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

const PASSWORD = 'keeper of the keys'

/** Adds up how far things have moved without the reader's doing (CLS). */
const SHIFTS = `new Promise(resolve => {
  let sum = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(sum), 300)
})`

describe('a site without scores', () => {
  it('tells visitors what it is and how to begin, without scripts too', async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(site.url)
    await page.getByRole('heading', { level: 1, name: 'Pinball scores, live' }).waitFor()
    const main = page.getByRole('main')
    expect(await main.getByRole('link', { name: 'Add the first score' }).getAttribute('href')).toBe('/submit')
    expect(await main.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe('/sign-up')
  })

  it('shows its administrator what to do next, with what is done ticked, and nobody else', async () => {
    const [link] = /\/#\/enroll-account\/[\w-]+/.exec(await site.admin('enroll', '--username', 'boss', '--role', 'admin'))!
    const { page, problems } = await openPage(browser)
    await page.goto(site.url + link)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Save password and sign in' }).click()
    const steps = page.getByRole('region', { name: 'Set up your site' })
    await steps.getByRole('heading', { name: 'Add your machines (done)' }).waitFor()
    expect(await steps.getByRole('link').evaluateAll(links => links.map(each => each.getAttribute('href')))).toEqual([
      '/admin/machines/new',
      '/admin/setup',
      '/invitations',
      '/admin/events/new',
      '/submit',
    ])
    expect(await steps.getByRole('heading', { name: 'Invite players', exact: true }).count()).toBe(1)
    ada = await signUp(site.endpoint, 'ada')
    await steps.getByRole('heading', { name: 'Invite players (done)' }).waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: 'Create account' }).count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('becomes the list of scores with the first one, beside what else happens', async () => {
    const { page, problems } = await openPage(browser, { viewport: { width: 1280, height: 800 } })
    await page.goto(site.url)
    await page.getByRole('heading', { level: 1, name: 'Pinball scores, live' }).waitFor()
    const machineId = await ada.findMachine('medieval madness')
    await ada.submit(machineId, 11_234_567_890)
    await page.getByRole('heading', { level: 1, name: 'Latest scores' }).waitFor()
    const card = page.getByRole('article').filter({ hasText: '11,234,567,890' })
    await card.getByText('1st here').waitFor()
    await card.getByText('Personal best').waitFor()
    expect((await card.boundingBox())!.height).toBeLessThan(70)
    await page.getByRole('region', { name: 'Records of the week' }).getByRole('link', { name: '11,234,567,890' }).waitFor()
    const boris = await signUp(site.endpoint, 'boris')
    await boris.submit(machineId, 20_000_000_000)
    await card.getByText('2nd here').waitFor()
    await boris.disconnect()
    // Whose latest score stands in the list is not named once more beside it; on a phone that is a strip of its own.
    const playing = page.getByRole('region', { name: 'Playing today' })
    await page.locator('#playing').waitFor({ state: 'attached' })
    expect(await playing.count()).toBe(0)
    await page.setViewportSize({ width: 390, height: 844 })
    for (const name of ['ada', 'boris']) await playing.getByRole('link', { name }).waitFor()
    expect(problems).toEqual([])
  })

  it('has its navigation in the middle of the bar at the bottom, however wide the window, and beside the page from 960 px on', async () => {
    const { page } = await openPage(browser)
    await page.goto(site.url)
    const bar = page.getByRole('navigation', { name: 'Main' })
    const items = bar.getByRole('list')
    for (const width of [390, 545, 700, 800, 959]) {
      await page.setViewportSize({ width, height: 800 })
      const [whole, own] = [(await bar.boundingBox())!, (await items.boundingBox())!]
      expect(own.x - whole.x, `${width}`).toBeCloseTo(whole.x + whole.width - own.x - own.width, 0)
    }
    await page.setViewportSize({ width: 960, height: 800 })
    expect(await items.boundingBox()).toMatchObject({ x: expect.closeTo(16, 0), width: expect.closeTo(207, 0) })
  })

  it('has its columns where they stay, on a desk and on a phone', async () => {
    for (const width of [1920, 1280, 390, 320]) {
      const { page, problems } = await openPage(browser, { viewport: { width, height: 800 } })
      await page.goto(site.url)
      await page.locator('#playing').waitFor({ state: 'attached' })
      expect(await page.evaluate(SHIFTS), `${width}`).toBe(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${width}`).toBe(true)
      const [feed, records] = await Promise.all(
        ['Latest scores', 'Records of the week'].map(async name => (await page.getByRole('region', { name }).boundingBox())!),
      )
      expect(records!.x > feed!.x + feed!.width, `${width}`).toBe(width >= 1280)
      expect(problems).toEqual([])
      await page.context().close()
    }
  })

  it('changes no style by a transition for those who want less motion, so that the first frame is the last one', async () => {
    const { page } = await openPage(browser, { reducedMotion: 'reduce' })
    await page.goto(site.url)
    const transitions = await page.evaluate(() => {
      document.documentElement.style.color = 'red'
      return document.getAnimations().filter(each => each instanceof CSSTransition).length
    })
    expect(transitions).toBe(0)
  })
})
