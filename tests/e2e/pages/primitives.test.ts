import type { Browser, Locator, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, type ObservedPage, openBrowser, openPage, type PageOptions, waitUntilLive } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { uploadPicture } from '../helpers/upload-picture.ts'

const PHONE = { motion: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const TABLET = { motion: true, viewport: { width: 800, height: 600 } }

interface Point {
  x: number
  y: number
}

let site: Site
let browser: Browser
let ann: Player
let scoreId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser({ scrollbars: true })
  ann = await signUp(site.endpoint, 'ann')
  const machineId = await ann.findMachine('attack from mars')
  const picture = await uploadPicture(ann, 'scorePicUpload', { width: 2048, height: 1536 })
  scoreId = ((await ann.call('scores.submit', { _id: v7(), machineId, value: 6_123_456_780, picture })) as { scoreId: string }).scoreId
})

afterAll(async () => {
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

const dialog = (page: Page): Locator => page.locator('dialog[open]')
const box = async (locator: Locator) => (await locator.boundingBox())!

/** The position of an element after the animations of its dialog have finished. */
async function resting(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await element.evaluate(async each => {
    // A change of state is drawn, and its transition begun, a frame after the event.
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const running = each.closest('dialog')?.getAnimations({ subtree: true }) ?? []
    await Promise.all(running.map(animation => animation.finished.catch(() => null)))
  })
  return box(element)
}

/** Opens the dialog of the search above a long page that is scrolled down by 200 px. */
async function openSearch(options: PageOptions): Promise<ObservedPage> {
  const observed = await openPage(browser, options)
  const { page } = observed
  await page.goto(`${site.url}/machines`)
  await waitUntilLive(observed)
  const opener = page.getByRole('banner').locator('form button')
  await opener.waitFor()
  await page.evaluate(() => window.scrollTo(0, 200))
  await opener.evaluate(button => (button as HTMLButtonElement).click())
  await resting(dialog(page).locator('h2'))
  return observed
}

/** Presses the mouse at one point and lets it go at another. */
async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.mouse.up()
}

/** Moves one finger over the screen, through the given points, 20 ms apart. @param began when it touches the screen, in s */
async function touch(page: Page, points: Point[], began = Date.now() / 1000): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', i: number, touchPoints: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: began + i * 0.02 })
  for (const [i, point] of points.entries()) await send(i === 0 ? 'touchStart' : 'touchMove', i, [point])
  await send('touchEnd', points.length, [])
  await devtools.detach()
}

const swipe = (page: Page, ...points: Point[]): Promise<void> => touch(page, points)

/** Taps twice, 150 ms apart whatever the machine is doing, with a finger that moves a little while it taps. */
async function doubleTap(page: Page, at: Point): Promise<void> {
  const began = Date.now() / 1000
  for (const later of [0, 0.15]) await touch(page, [at, { x: at.x + 3, y: at.y + 5 }], began + later)
}

describe('a dialog', () => {
  it('holds the page behind still, at the same place and width', async () => {
    const observed = await openPage(browser, TABLET)
    const { page, problems } = observed
    await page.goto(`${site.url}/machines`)
    await waitUntilLive(observed)
    const scrolled = () => page.evaluate(() => window.scrollY)
    const place = () => box(page.getByRole('main'))
    await page.mouse.move(700, 500)
    await page.mouse.wheel(0, 200)
    await expect.poll(scrolled).toBe(200)
    const before = await place()
    expect(await page.evaluate(() => window.innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)

    const opener = page.getByRole('banner').locator('form button')
    await opener.evaluate(button => (button as HTMLButtonElement).click())
    await dialog(page).waitFor()
    expect(await place()).toEqual(before)
    // Above the veil, and above the dialog, which is too short to scroll.
    const inside = await resting(dialog(page))
    for (const at of [{ x: 700, y: 590 }, inside]) {
      await page.mouse.move(at.x + 5, at.y + 5)
      await page.mouse.wheel(0, 300)
    }
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 300)))
    expect([await scrolled(), await place()]).toEqual([200, before])

    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await place()).toEqual(before)
    await page.mouse.wheel(0, 300)
    await expect.poll(scrolled).toBe(500)
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('is not scrolled past by a finger, neither in it nor beside it', async () => {
    const { page, problems } = await openSearch(PHONE)
    const inside = await resting(dialog(page))
    const scrolled = await page.evaluate(() => window.scrollY)
    for (const y of [inside.y + inside.height - 10, 800]) await swipe(page, ...[0, 60, 120, 180].map(far => ({ x: 195, y: y - far })))
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 300)))
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
    // WebKit on phones scrolls a page that hides its overflow if a dialog passes the movement on; only these rules keep it from that.
    const rules = await dialog(page).evaluate(element => [
      getComputedStyle(element).overscrollBehavior,
      getComputedStyle(element, '::backdrop').touchAction,
    ])
    expect(rules).toEqual(['contain', 'none'])
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('is closed by a press beside it, but only by one that began and ended there', async () => {
    const { page, problems } = await openSearch(TABLET)
    const { x, y, width } = await box(dialog(page).locator('h2'))
    const inside = { x: x + width / 2, y: y + 5 }
    const beside = { x: 400, y: 590 }
    await drag(page, inside, beside)
    await drag(page, beside, inside)
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 100)))
    expect(await dialog(page).count()).toBe(1)
    await drag(page, beside, { x: 420, y: 585 })
    await dialog(page).waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('has its close button as far from the end of the line whichever way people write', async () => {
    const gaps: number[][] = []
    for (const locale of ['en-GB', 'ar-EG']) {
      const { page } = await openSearch({ ...TABLET, locale })
      const outer = await resting(dialog(page))
      const button = await box(dialog(page).getByRole('button').first())
      const left = Math.round(button.x - outer.x)
      const right = Math.round(outer.x + outer.width - button.x - button.width)
      gaps.push([locale === 'ar-EG' ? left : right, Math.round(button.y - outer.y)])
      expect(Math.min(left, right)).toBe(gaps.at(-1)![0])
      await page.context().close()
    }
    expect(gaps[1]).toEqual(gaps[0])
  })
})

describe('the list of a combobox', () => {
  it('opens upwards where there is no room below, is never cut off, and turns with the size of the window', async () => {
    const observed = await openSignedIn(browser, site, 'ann', { path: '/submit', viewport: { width: 800, height: 900 } })
    const { page, problems } = observed
    await waitUntilLive(observed)
    const field = page.getByRole('combobox', { name: 'Machine' })
    const list = page.getByRole('listbox')
    const place = async () => ({ field: await box(field), list: await box(list) })
    // The field lies where it does in a long form.
    await field.waitFor()
    await page.getByRole('main').evaluate(main => {
      main.style.paddingBlock = '25rem 60rem'
    })
    await field.fill('the')
    await list.getByRole('option').nth(7).waitFor()
    const scrollTo = (y: number) => field.evaluate((element, to) => window.scrollBy(0, element.getBoundingClientRect().top - to), y)

    await scrollTo(200)
    await field.press('Escape')
    await field.press('ArrowDown')
    const below = await place()
    expect(below.list.y).toBeGreaterThanOrEqual(below.field.y + below.field.height)

    await field.press('Escape')
    await scrollTo(600)
    await field.press('ArrowDown')
    const above = await place()
    expect(above.list.y + above.list.height).toBeLessThanOrEqual(above.field.y)
    expect(above.list.y).toBeGreaterThanOrEqual(0)
    expect(above.list.height).toBe(below.list.height)

    // As when the keyboard of a phone comes up: neither side has room for the whole list.
    await page.setViewportSize({ width: 800, height: 400 })
    await scrollTo(180)
    await field.press('Escape')
    await field.press('ArrowDown')
    await expect.poll(async () => (await place()).list.y).toBeGreaterThanOrEqual(0)
    // Twice, because the text is between the first option and the last.
    await field.press('ArrowUp')
    await field.press('ArrowUp')
    await expect.poll(() => list.getByRole('option').last().getAttribute('aria-selected')).toBe('true')
    const small = await place()
    expect(small.list.y).toBeGreaterThanOrEqual(0)
    expect(small.list.y + small.list.height).toBeLessThanOrEqual(small.list.y < small.field.y ? small.field.y : 400)
    // Lists scroll by whole pixels.
    const last = await box(list.getByRole('option').last())
    expect(last.y).toBeGreaterThanOrEqual(small.list.y - 1)
    expect(last.y + last.height).toBeLessThanOrEqual(small.list.y + small.list.height + 1)

    await page.setViewportSize({ width: 800, height: 900 })
    await expect.poll(async () => (await place()).list.height).toBe(below.list.height)
    const again = await place()
    expect(again.list.y).toBeGreaterThanOrEqual(again.field.y + again.field.height)
    expect(problems).toEqual([])
    await page.context().close()
  })
})

describe('the large picture', () => {
  const picture = (page: Page): Locator => dialog(page).locator('picture img')

  async function openPicture(options: PageOptions): Promise<ObservedPage> {
    const observed = await openPage(browser, options)
    const { page } = observed
    await page.goto(`${site.url}/scores/${scoreId}`)
    await waitUntilLive(observed)
    const opener = page.getByRole('main').locator('picture ~ button, :has(> picture) ~ button').first()
    await opener.focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByText('2048 × 1536').waitFor()
    return observed
  }

  it('is zoomed by a double tap of a finger that is not quite still, moved no further than its edges, and left by Escape', async () => {
    const { page, problems } = await openPicture(PHONE)
    const whole = await resting(picture(page))
    const at = { x: whole.x + 100, y: whole.y + whole.height / 2 }
    await doubleTap(page, at)
    await expect.poll(async () => (await resting(picture(page))).width).toBeCloseTo(whole.width * 2.5, 0)

    await swipe(page, at, { x: at.x + 100, y: at.y }, { x: at.x + 280, y: at.y + 200 })
    await swipe(page, at, { x: at.x + 100, y: at.y }, { x: at.x + 280, y: at.y + 200 })
    const moved = await resting(picture(page))
    expect(moved.x).toBeCloseTo(0, 0)
    expect(await dialog(page).count()).toBe(1)

    await doubleTap(page, at)
    await expect.poll(() => resting(picture(page))).toEqual(whole)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('goes with a finger that pulls it down, comes back after a short way, and closes after a long one', async () => {
    const { page, problems } = await openPicture(PHONE)
    const whole = await resting(picture(page))
    const at = { x: 195, y: whole.y + whole.height / 2 }
    const down = (...way: number[]) => swipe(page, at, ...way.map(far => ({ x: at.x + far / 10, y: at.y + far })))
    await down(20, 40, 60)
    expect(await resting(picture(page))).toEqual(whole)
    // Nothing but a pull down closes it.
    await swipe(page, at, { x: at.x - 60, y: at.y }, { x: at.x - 180, y: at.y + 20 })
    await swipe(page, at, { x: at.x, y: at.y - 60 }, { x: at.x, y: at.y - 200 })
    expect(await resting(picture(page))).toEqual(whole)
    const devtools = await page.context().newCDPSession(page)
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', far: number) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: at.x, y: at.y + far }] })
    await finger('touchStart', 0)
    for (const far of [30, 70, 150]) await finger('touchMove', far)
    expect((await resting(picture(page))).y).toBeCloseTo(whole.y + 150, 0)
    await finger('touchEnd', 0)
    await dialog(page).waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('has its close button at the end of the line', async () => {
    for (const locale of ['en-GB', 'ar-EG']) {
      const { page } = await openPicture({ ...PHONE, locale })
      const button = await box(dialog(page).locator('button').first())
      expect(button.x < 195, locale).toBe(locale === 'ar-EG')
      await page.context().close()
    }
  })
})
