import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblems, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let browser: Browser
let ann: Player
let mars: string
let humpty: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  mars = await ann.findMachine('attack from mars')
  humpty = await ann.findMachine('humpty dumpty')
  for (const value of [5_000_000_000, 1_000_000_000]) await ann.submit(mars, value)
  await ann.submit(humpty, 150_000)
})

afterAll(async () => {
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

const machines = (page: Page): Promise<string[]> => page.locator('main li a[href^="/machines/"]').allTextContents()
const chosen = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('main form select')].map(each => (each as HTMLSelectElement).value))

describe('the list of machines', () => {
  it('is filtered and sorted without JavaScript, by its form and its links', async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    await page.goto(`${site.url}/machines`)
    expect((await machines(page)).slice(0, 2)).toEqual(['Humpty Dumpty', 'Attack from Mars'])
    await page.getByLabel('Played here').check()
    await page.getByLabel('Sort by').selectOption('Most played')
    await page.locator('main form button[type=submit]').click()
    await page.waitForURL(/played=1/)
    expect(await machines(page)).toEqual(['Attack from Mars', 'Humpty Dumpty'])
    await page.getByLabel('Era').selectOption('1990s')
    await page.locator('main form button[type=submit]').click()
    await page.waitForURL(/decade=1990/)
    expect(await machines(page)).toEqual(['Attack from Mars'])
    expect(await chosen(page)).toEqual(['', '1990', '', 'most'])
    await page.getByLabel('Technology').selectOption('Mechanical')
    await page.locator('main form button[type=submit]').click()
    await page.getByText('No machines match these filters.').waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.getByText('251 machines').waitFor()
    expect(await chosen(page)).toEqual(['', '', '', 'most'])
    await page.context().close()
  })

  it('changes with each choice, keeps the focus in the field, and goes back with the history', async () => {
    const opened = await openPage(browser)
    const { page, problems } = opened
    await page.goto(`${site.url}/machines`)
    await waitUntilLive(opened)
    await page.evaluate(() => {
      document.body.dataset.loaded = 'once'
    })
    await page.getByLabel('Played here').check()
    await page.waitForURL(/played=1/)
    await expect.poll(() => machines(page)).toEqual(['Humpty Dumpty', 'Attack from Mars'])
    const era = page.getByLabel('Era')
    await era.focus()
    await era.selectOption('1990s')
    await expect.poll(() => machines(page)).toEqual(['Attack from Mars'])
    await expect.poll(() => era.evaluate(element => element === document.activeElement)).toBe(true)
    await page.goBack()
    await expect.poll(() => machines(page)).toEqual(['Humpty Dumpty', 'Attack from Mars'])
    await expect.poll(() => chosen(page)).toEqual(['', '', '', 'recent'])
    expect(await page.getByLabel('Played here').isChecked()).toBe(true)
    expect(await findAccessibilityProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.body.dataset.loaded)).toBe('once')
    expect(problems).toEqual([])
    await page.context().close()
  })
})

describe('the page of a machine', () => {
  it('has record and distribution beside the board on a desk, and before it on a phone', async () => {
    const bob = await signUp(site.endpoint, 'bob')
    await bob.submit(mars, 2_000_000_000)
    await bob.disconnect()
    for (const width of [1280, 1920, 390]) {
      const { page, problems } = await openPage(browser, { viewport: { width, height: 900 } })
      await page.goto(`${site.url}/machines/${mars}`)
      const [champion, plot, board] = await Promise.all(
        [page.getByRole('heading', { name: 'Grand champion' }), page.locator('figure svg'), page.locator('table:has(tr[data-row])')].map(
          async part => (await part.boundingBox())!,
        ),
      )
      expect(board!.width, String(width)).toBeLessThanOrEqual(960)
      // The first view of a phone of 844 px has four rows of the board, of 56 px each, above the navigation bar.
      if (width === 390) {
        expect(plot!.y + plot!.height).toBeLessThan(board!.y)
        expect(board!.y + 4 * 56).toBeLessThan(844 - 68)
      } else expect([champion!.x, plot!.x].every(x => x > board!.x + board!.width)).toBe(true)
      expect(plot!.y + plot!.height).toBeLessThan(900)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
      expect(problems).toEqual([])
      await page.context().close()
    }
  })

  it('says the numbers of the plot in a table too', async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(`${site.url}/machines/${mars}`)
    await page.getByText('Show as table').click()
    const table = page.getByRole('table', { name: 'Players by their best score' })
    const counts = await table.locator('tbody tr td:last-child').allTextContents()
    expect(counts.map(Number).reduce((a, b) => a + b)).toBe(2)
    await page.context().close()
  })

  it('invites to add the first score where there is none', async () => {
    const { page } = await openPage(browser)
    const empty = await ann.findMachine('medieval madness')
    await page.goto(`${site.url}/machines/${empty}`)
    const invitation = page.locator('section', { hasText: 'No scores on Medieval Madness yet. Be the first.' }).last()
    expect(await invitation.getByRole('link', { name: 'Add score' }).getAttribute('href')).toBe(`/submit?machine=${empty}`)
    await page.context().close()
  })
})

describe('the score form on a phone', () => {
  for (const height of [844, 664])
    it(`keeps its button in sight above the navigation, and its focus in the visual order, with a height of ${height}`, async () => {
      const { page, problems } = await openSignedIn(browser, site, 'ann', {
        path: `/submit?machine=${mars}`,
        viewport: { width: 390, height },
        hasTouch: true,
        isMobile: true,
      })
      const button = page.locator('main form button[type=submit]')
      const navigation = page.locator('nav').filter({ has: page.getByRole('link', { name: 'Home' }) })
      const isInSight = async (): Promise<boolean> => {
        const [box, bar] = [(await button.boundingBox())!, (await navigation.boundingBox())!]
        return box.y >= 0 && box.y + box.height <= bar.y + 1
      }
      await expect.poll(isInSight).toBe(true)
      await page.locator('main form input').first().focus()
      // Every step of the Tab key goes down the page, or along a line, and ends at the button.
      const tops: number[] = []
      for (let steps = 0; steps < 12; steps++) {
        const focused = await page.evaluate(() => {
          const element = document.activeElement!
          const { top, bottom } = element.getBoundingClientRect()
          const bar = document.querySelector('main form button[type=submit]')!
          const isButton = element === bar
          return { isButton, top: top + window.scrollY, isCovered: !isButton && bottom > bar.getBoundingClientRect().top + 1 }
        })
        expect(focused.isCovered).toBe(false)
        expect(await isInSight()).toBe(true)
        if (focused.isButton) break
        tops.push(focused.top)
        await page.keyboard.press('Tab')
      }
      await expect.poll(() => button.evaluate(element => element === document.activeElement)).toBe(true)
      expect(tops).toEqual([...tops].sort((a, b) => a - b))
      expect(tops.length).toBeGreaterThanOrEqual(3)
      expect(problems).toEqual([])
      await page.context().close()
    })
})
