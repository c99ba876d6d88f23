import type { Browser, Locator, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblems, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { uploadPicture } from '../helpers/upload-picture.ts'

let site: Site
let browser: Browser
let ann: Player
let machineId: string
let scoreId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  await (await signUp(site.endpoint, 'bob')).disconnect()
  await (await signUp(site.endpoint, 'mod')).disconnect()
  await site.admin('roles', '--add', 'moderator', '--username', 'mod')
  machineId = await ann.findMachine('attack from mars')
  await ann.call('players.edit', { picture: await uploadPicture(ann, 'profilePicUpload', { width: 400, height: 400 }) })
  const picture = await uploadPicture(ann, 'scorePicUpload', { width: 2048, height: 1536 })
  scoreId = ((await ann.call('scores.submit', { _id: v7(), machineId, value: 6_123_456_780, picture })) as { scoreId: string }).scoreId
  const { page } = await openPage(browser)
  await page.goto(`${site.url}/scores/${scoreId}`)
  await page.getByRole('button', { name: /^Open photo/ }).waitFor()
  await page.locator(`header a[href="/machines/${machineId}"]`).waitFor()
  await page.locator('header picture img').first().waitFor()
  await page.context().close()
})

afterAll(async () => {
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

const opener = (page: Page): Locator => page.getByRole('button', { name: 'Open photo: ann’s score on Attack From Mars' })
const big = (page: Page): Locator => page.getByRole('dialog').getByRole('img', { name: 'ann’s score on Attack From Mars' })
const box = async (locator: Locator) => (await locator.boundingBox())!
/** The position of the enlarged picture after its animations have finished. */
async function resting(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  await big(page).evaluate(async image => {
    // A change of state is drawn, and its transition begun, a frame after the event.
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const running = image.closest('dialog')!.getAnimations({ subtree: true })
    await Promise.all(running.map(animation => animation.finished.catch(() => null)))
  })
  return box(big(page))
}

describe('a score’s picture', () => {
  it('has space reserved before it is loaded, so that the layout does not shift', async () => {
    const { page, problems } = await openPage(browser, { motion: true, viewport: { width: 390, height: 844 } })
    await page.addInitScript(() => {
      interface Shift {
        value: number
        sources: { node: Element | null }[]
      }
      const shifts: string[] = []
      Object.assign(window, { shifts })
      const named = ({ value, sources }: Shift): string =>
        `${value} by ${sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? node?.nodeName).join(', ')}`
      new PerformanceObserver(list => shifts.push(...list.getEntries().map(entry => named(entry as unknown as Shift)))).observe({
        type: 'layout-shift',
        buffered: true,
      })
    })
    let send = (): void => {}
    const held = new Promise<void>(resolve => {
      send = resolve
    })
    await page.route('**/pictures/scorePicUpload/**', async route => {
      await held
      await route.continue()
    })
    // The font's fallbacks have its measures, but a machine without any of them shows another when the font comes late, and letters move.
    await page.route('**/*.woff2', route => route.abort())
    await page.goto(`${site.url}/scores/${scoreId}`, { waitUntil: 'commit' })
    const picture = page.getByRole('img', { name: /ann’s score/ })
    await picture.waitFor({ state: 'attached' })
    await page.evaluate(() => new Promise(requestAnimationFrame))
    const before = await box(picture)
    expect(before.width / before.height).toBeCloseTo(4 / 3, 1)
    send()
    await page.waitForFunction(() => [...document.images].every(image => image.complete))
    expect(await box(picture)).toEqual(before)
    await expect.poll(() => picture.evaluate(image => getComputedStyle(image).opacity)).toBe('1')
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
    expect(problems.filter(line => !line.includes('.woff2') && !line.includes('net::ERR_FAILED'))).toEqual([])
    await page.context().close()
  })

  it('is there when it came before the page was taken over, and without script', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, problems } = await openPage(browser, { javaScriptEnabled })
      await page.goto(`${site.url}/scores/${scoreId}`)
      await page.goto(`${site.url}/scores/${scoreId}`)
      const picture = page.getByRole('img', { name: /ann’s score/ })
      await picture.waitFor()
      if (javaScriptEnabled) {
        await expect
          .poll(() => picture.evaluate(image => [(image as HTMLImageElement).naturalWidth > 0, getComputedStyle(image).opacity]))
          .toEqual([true, '1'])
      } else expect(await opener(page).isVisible()).toBe(false)
      // Without JavaScript the browser refuses the preloaded scripts, which counts as trouble.
      if (javaScriptEnabled) expect(problems).toEqual([])
      await page.context().close()
    }
  })

  it('opens big, says how large it is, and is zoomed by keys, buttons, wheel and a double click', async () => {
    const observed = await openPage(browser)
    const { page, problems } = observed
    await page.goto(`${site.url}/scores/${scoreId}`)
    await waitUntilLive(observed)
    await opener(page).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('2048 × 1536').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    const whole = await resting(page)
    expect(whole.width).toBeLessThanOrEqual(1280)
    expect(whole.width / whole.height).toBeCloseTo(4 / 3, 1)

    await page.keyboard.press('+')
    expect((await resting(page)).width).toBeCloseTo(whole.width * 1.5, 0)
    const still = await resting(page)
    await page.keyboard.press('ArrowRight')
    expect((await resting(page)).x).toBeLessThan(still.x)
    await page.keyboard.press('0')
    expect(await resting(page)).toEqual(whole)

    await page.getByRole('button', { name: 'Zoom in' }).click()
    expect((await resting(page)).width).toBeCloseTo(whole.width * 1.5, 0)
    await page.getByRole('button', { name: 'Fit to screen' }).click()
    expect(await resting(page)).toEqual(whole)

    await page.mouse.move(whole.x + 100, whole.y + 100)
    await page.mouse.wheel(0, -400)
    const near = await resting(page)
    expect(near.width).toBeGreaterThan(whole.width * 2)
    expect((whole.x + 100 - near.x) / near.width).toBeCloseTo(100 / whole.width, 2)
    await page.mouse.down()
    await page.mouse.move(whole.x + 40, whole.y + 60, { steps: 4 })
    await page.mouse.up()
    const dragged = await resting(page)
    expect([Math.round(dragged.x - near.x), Math.round(dragged.y - near.y)]).toEqual([-60, -40])
    await page.mouse.dblclick(whole.x + 160, whole.y + 140)
    expect(await resting(page)).toEqual(whole)
    await page.mouse.dblclick(whole.x + 160, whole.y + 140)
    expect((await resting(page)).width).toBeCloseTo(whole.width * 2.5, 0)

    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => opener(page).evaluate(button => button === document.activeElement)).toBe(true)
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('follows two fingers, and closes by a tap beside it', async () => {
    const observed = await openPage(browser, { motion: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const { page, problems } = observed
    await page.goto(`${site.url}/scores/${scoreId}`)
    await waitUntilLive(observed)
    await opener(page).tap()
    await page.getByRole('dialog').getByText('2048 × 1536').waitFor()
    const whole = await resting(page)
    const [x, y] = [whole.x + whole.width / 2, whole.y + whole.height / 2]
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd'
            ? []
            : [
                { x: x - apart, y, id: 1 },
                { x: x + apart, y, id: 2 },
              ],
      })
    await touch('touchStart', 20)
    for (const apart of [25, 30, 40, 60]) await touch('touchMove', apart)
    await touch('touchEnd', 0)
    expect((await resting(page)).width).toBeCloseTo(whole.width * 3, -1)
    await page.getByRole('button', { name: 'Fit to screen' }).tap()
    expect(await resting(page)).toEqual(whole)
    await page.touchscreen.tap(195, 20)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('is reported from there, and plus and minus in the words of the report zoom nothing', async () => {
    const { page, problems } = await openSignedIn(browser, site, 'bob', { path: `/scores/${scoreId}` })
    await opener(page).click()
    await page.getByText('2048 × 1536').waitFor()
    const whole = await resting(page)
    await page.getByRole('button', { name: 'Report this photo' }).click()
    await page.getByRole('radio').first().check()
    await page.getByLabel('Details (optional)').fill('a')
    await page.keyboard.type('+-0')
    expect(await page.getByLabel('Details (optional)').inputValue()).toBe('a+-0')
    await page.getByRole('button', { name: 'Send report' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Thank you' }).waitFor({ state: 'detached' })
    expect(await resting(page)).toEqual(whole)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const moderator = await openSignedIn(browser, site, 'mod', { path: '/admin/reports' })
    await moderator.page.getByText('a+-0').waitFor()
    expect([...problems, ...moderator.problems]).toEqual([])
    await page.context().close()
    await moderator.page.context().close()
  })

  it('says so when it cannot be loaded, and comes when it is tried again', async () => {
    const { page, problems } = await openPage(browser)
    await page.route('**/pictures/scorePicUpload/**', route => route.abort())
    await page.goto(`${site.url}/scores/${scoreId}`)
    await page.getByText('The photo couldn’t be loaded.').waitFor()
    await page.unroute('**/pictures/scorePicUpload/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    const picture = page.getByRole('img', { name: /ann’s score/ })
    await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth > 0)).toBe(true)
    await page.getByText('The photo couldn’t be loaded.').waitFor({ state: 'detached' })
    expect(problems.filter(line => !line.includes('ERR_FAILED'))).toEqual([])
    await page.context().close()
  })
})

describe('small pictures', () => {
  it('stand in the feed and on the board, in small files', async () => {
    const requestedFiles: string[] = []
    const { page, problems } = await openPage(browser)
    page.on('request', request => {
      if (request.url().includes('/pictures/')) requestedFiles.push(new URL(request.url()).pathname.replace(/^.*\/(?=[^/]+$)/, ''))
    })
    for (const path of ['/', `/machines/${machineId}`, '/players/ann']) {
      await page.goto(site.url + path)
      // Those that are hidden on this screen are not loaded.
      await page.waitForFunction(() => {
        const shown = [...document.images].filter(image => image.offsetParent !== null)
        return shown.length > 0 && shown.every(image => image.complete && image.naturalWidth > 0)
      })
      expect(await findAccessibilityProblems(page), path).toEqual([])
    }
    expect(new Set(requestedFiles.map(name => name.split('.')[0]))).toEqual(new Set(['small', 'medium']))
    expect(problems).toEqual([])
    await page.context().close()
  })
})
