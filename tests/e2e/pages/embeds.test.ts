import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Browser, Frame } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scaleBudget } from '../../security/timing-budget.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblems,
  findAccessibilityProblemsInBothThemes,
  type ObservedPage,
  openBrowser,
  openPage,
  waitUntilHydrated,
  waitUntilLive,
} from '../helpers/browser.ts'
import { aroundNow } from '../helpers/event-site.ts'
import { FramingPage } from '../helpers/framing-page.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const CLIENT = fileURLToPath(new URL('../../../dist/client', import.meta.url))
/** bytes of script after gzip that an embed may have */
const MOST_SCRIPT = 30_000
/** ms within which a score has to be seen */
const LIVE_WITHIN = 2000

let site: Site
let browser: Browser
let ann: Player
let bob: Player
let machineId: string
let eventId: string
let slug: string
let host: FramingPage
let frames = ''

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  bob = await signUp(site.endpoint, 'bob')
  await site.admin('roles', '--add', 'event-director', '--username', 'ann')
  machineId = await ann.findMachine('medieval madness')
  await ann.submit(machineId, 1_000_000)
  await bob.submit(machineId, 2_000_000)
  eventId = v7()
  await ann.call('events.add', {
    _id: eventId,
    name: 'Flip Night',
    ...aroundNow(),
    format: { kind: 'best-game', points: 'papa' },
    machineIds: [machineId],
  })
  for (const player of [ann, bob]) await player.call('events.join', { eventId })
  const venue = (await ann.call('venues.add', { _id: v7(), name: 'Silverball Cellar', place: 'Bremen' })) as {
    venueId: string
    slug: string
  }
  slug = venue.slug
  await ann.call('venues.setMachines', { venueId: venue.venueId, machineIds: [machineId], was: [] })
  host = await new FramingPage(site.url, () => frames).open()
})
afterAll(async () => {
  await host.close()
  await ann.disconnect()
  await bob.disconnect()
  await closeBrowser(browser)
  await site.close()
})

const iframe = (path: string, more = ''): string =>
  `<iframe src="${site.url}${path}" title="Scores" width="480" height="600" ${more}></iframe>`

/** Opens a page of another site with these frames, in which nothing can be stored. */
async function openHost(html: string, options: Parameters<typeof openPage>[1] = {}) {
  frames = html
  const observed = await openPage(browser, options)
  await observed.page.addInitScript(() => {
    const refuse = (name: string) => ({
      get() {
        console.error(`${name} was asked for`)
        throw new DOMException('The storage is blocked', 'SecurityError')
      },
    })
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(window, name, refuse(name))
    Object.defineProperty(Document.prototype, 'cookie', refuse('cookie'))
  })
  await observed.page.goto(host.url)
  const shown = observed.page.frames().filter(frame => frame.url().startsWith(site.url))
  return { ...observed, shown }
}

const figures = (frame: Frame): Promise<string[]> => frame.locator('.figure').allTextContents()
const waitForFigure = (frame: Frame, text: string): Promise<void> =>
  frame.locator('.figure').filter({ hasText: text }).first().waitFor({ timeout: 20_000 })
/** Resolves when the script of an embed has been told that it shows what there is. */
const waitUntilTold = async ({ frames, nextFrame }: Pick<ObservedPage, 'frames' | 'nextFrame'>, count: number): Promise<void> => {
  while (frames.flatMap(frame => /"subs":\[([^\]]*)\]/.exec(frame)?.[1]?.split(',') ?? []).length < count) await nextFrame()
}

describe('on a page of another site with a strict policy', () => {
  it.each(['light', 'dark'] as const)('shows a board, and a new score soon after it was submitted: %s', async theme => {
    const host = await openHost(iframe(`/embed/board/${machineId}?theme=${theme}&lang=en`))
    const [frame] = host.shown
    await waitUntilTold(host, 2)
    expect((await figures(frame!)).length).toBeGreaterThan(1)
    const before = await frame!.evaluate(() => performance.timeOrigin)
    const value = theme === 'light' ? 3_100_000 : 4_200_000
    const at = Date.now()
    await bob.submit(machineId, value)
    await waitForFigure(frame!, theme === 'light' ? '3,100,000' : '4,200,000')
    const took = Date.now() - at
    console.info(`A score was seen in an embed after ${took} ms.`)
    expect(took).toBeLessThan(scaleBudget(LIVE_WITHIN))
    // It is the same document, not one that was loaded again.
    expect(await frame!.evaluate(() => performance.timeOrigin)).toBe(before)
    expect(await frame!.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      theme === 'light' ? 'rgb(255, 253, 249)' : 'rgb(30, 25, 20)',
    )
    expect(host.problems).toEqual([])
  })

  it('shows the standings of an event while it runs, and the machines of a venue', async () => {
    const host = await openHost(iframe(`/embed/event/${eventId}?lang=en`) + iframe(`/embed/venue/${slug}?lang=en`))
    const [event, venue] = host.shown
    await waitUntilTold(host, 4)
    await event!.getByText('Flip Night').waitFor()
    await venue!.getByText('Medieval Madness').first().waitFor()
    await ann.call('scores.submit', { _id: v7(), machineId, value: 5_300_000, eventId })
    await event!.locator('.row').first().waitFor()
    expect(await event!.locator('.row .name').allTextContents()).toEqual(['ann'])
    expect(host.problems).toEqual([])
  })

  it('misses nothing that happens while it has no connection', async () => {
    const host = await openHost(iframe(`/embed/board/${machineId}?lang=en`))
    const [frame] = host.shown
    await waitUntilTold(host, 2)
    await host.page.context().setOffline(true)
    await site.stop()
    await site.start()
    await bob.disconnect()
    bob = await signUp(site.endpoint, 'bobby')
    await bob.submit(machineId, 9_100_000)
    await host.page.context().setOffline(false)
    await waitForFigure(frame!, '9,100,000')
  })

  it('is complete without a script', async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(`${site.url}/embed/board/${machineId}?lang=en`)
    expect(await page.locator('.row').count()).toBeGreaterThan(1)
    await page.getByRole('heading', { name: 'Medieval Madness' }).waitFor()
  })

  it('asks for its own page where a sandbox lets it open no socket', async () => {
    const host = await openHost(iframe(`/embed/board/${machineId}?lang=en`, 'sandbox="allow-scripts"'))
    const [frame] = host.shown
    await frame!.locator('.row').first().waitFor()
    await bob.submit(machineId, 9_900_000)
    await waitForFigure(frame!, '9,900,000')
  })

  it('says in place of what is not public that there is nothing', async () => {
    const { shown } = await openHost(iframe(`/embed/event/${v7()}?lang=en`))
    await shown[0]!.getByRole('heading', { name: 'There’s nothing to show here.' }).waitFor()
  })
})

it('has no problem that axe finds, in any kind, theme and direction', async () => {
  const { page, problems } = await openPage(browser)
  for (const path of [
    `/embed/board/${machineId}`,
    `/embed/event/${eventId}?lang=ar`,
    `/embed/venue/${slug}?accent=00aaff`,
    `/embed/board/${v7()}?lang=de`,
  ]) {
    await page.goto(site.url + path)
    expect(await findAccessibilityProblemsInBothThemes(page, path)).toEqual([])
  }
  // Chromium names the page that does not exist.
  expect(problems.filter(problem => !problem.includes('404'))).toEqual([])
})

it.each(['light', 'dark', 'auto'] as const)('has the accent that its address names, in the theme %s', async theme => {
  const { page } = await openPage(browser, { colorScheme: 'light' })
  const colours = async (accent: string): Promise<string[]> => {
    await page.goto(`${site.url}/embed/venue/${slug}?theme=${theme}${accent}`)
    return page.evaluate(() => [
      getComputedStyle(document.querySelector('main')!).borderBlockStartColor,
      getComputedStyle(document.querySelector('.kicker')!).color,
    ])
  }
  const usual = await colours('')
  for (const [i, colour] of (await colours('&accent=cc0044')).entries()) expect(colour).not.toBe(usual[i])
})

it('has an overlay of 1920 × 1080 with nothing behind it, without scroll bars, that fits with as many rows as there can be', async () => {
  const players = await Promise.all(Array.from({ length: 20 }, (_, i) => signUp(site.endpoint, `player${i}`)))
  for (const [i, player] of players.entries()) await player.submit(machineId, 100_000 + i)
  const [maker] = players
  const found = (await maker!.call('machines.search', { text: 'star', limit: 20 })) as { machineId: string }[]
  const machineIds = [...new Set([machineId, ...found.map(each => each.machineId)])].slice(0, 20)
  const arcade = (await maker!.call('venues.add', { _id: v7(), name: 'Arcade', place: 'Bremen' })) as { venueId: string; slug: string }
  await maker!.call('venues.setMachines', { venueId: arcade.venueId, machineIds, was: [] })
  await maker!.call('scores.submit', { _id: v7(), machineId, value: 900_000, venueId: arcade.venueId })
  for (const player of players) await player.disconnect()
  const { page, problems } = await openPage(browser, { viewport: { width: 1920, height: 1080 } })
  for (const rows of [3, 8, 14, 20])
    for (const path of [`board/${machineId}`, `event/${eventId}`, `venue/${arcade.slug}`]) {
      await page.goto(`${site.url}/embed/${path}/overlay?rows=${rows}&lang=en`)
      const seen = await page.evaluate(() => {
        const box = document.querySelector('main')!.getBoundingClientRect()
        return {
          grounds: [document.documentElement, document.body].map(each => getComputedStyle(each).backgroundColor),
          scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
          isInside: box.top >= 40 && box.bottom <= innerHeight - 40 && box.left >= 80 && box.right <= innerWidth - 80,
          letters: Math.min(...[...document.querySelectorAll('.name')].map(each => Number.parseFloat(getComputedStyle(each).fontSize))),
        }
      })
      const clear = 'rgba(0, 0, 0, 0)'
      expect([path, rows, seen]).toEqual([
        path,
        rows,
        { grounds: [clear, clear], scrolls: false, isInside: true, letters: expect.toSatisfy((size: number) => size >= 22) },
      ])
    }
  expect(problems).toEqual([])
  // What a program for broadcasts gets of the corner in which nothing is drawn.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } })
  const png = await page.screenshot({ omitBackground: true, clip: { x: 1900, y: 0, width: 8, height: 8 } })
  const alpha = await page.evaluate(async data => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(data), char => char.charCodeAt(0))]))
    const canvas = new OffscreenCanvas(8, 8).getContext('2d')!
    canvas.drawImage(bitmap, 0, 0)
    return canvas.getImageData(4, 4, 1, 1).data[3]
  }, png.toString('base64'))
  expect(alpha).toBe(0)
})

it('has no more script than its budget allows', () => {
  const { script, style } = JSON.parse(readFileSync(`${CLIENT}/.vite/embed.json`, 'utf8')) as { script: string; style: string }
  const packed = readFileSync(`${CLIENT}${script}.gz`)
  const source = gunzipSync(packed).toString()
  console.info(`The script of an embed has ${packed.length} bytes after gzip, its style ${readFileSync(`${CLIENT}${style}.gz`).length}.`)
  expect(packed.length).toBeLessThanOrEqual(MOST_SCRIPT)
  // It is the only one: it loads no other.
  expect(source).not.toMatch(/\bimport\s*\(|\bimport\b[^(]*\bfrom\b|createElement\(.script/)
})

describe('the dialog with the code', () => {
  it.each([
    ['a machine', () => `/machines/${machineId}`, 'Embed board', 'board'],
    ['an event', () => `/events/${eventId}`, 'Embed standings', 'event'],
    ['a venue', () => `/venues/${slug}`, 'Embed venue', 'venue'],
  ] as const)('of %s is opened by the keyboard, shows a preview, and copies what it shows', async (_what, path, button, kind) => {
    const { page, problems } = await openPage(browser)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(site.url + path())
    await waitUntilHydrated(page)
    await page.getByRole('button', { name: button }).press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Embed / })
    await dialog.waitFor()
    const preview = dialog.frameLocator('iframe')
    await preview.locator('h1').waitFor()
    await dialog.getByLabel('Dark').check()
    await dialog.getByLabel('Rows').selectOption('5')
    await dialog.getByLabel('Accent color', { exact: true }).fill('#33aa')
    await dialog.getByText('Enter a color such as #ffb02e.').waitFor()
    await dialog.getByLabel('Accent color', { exact: true }).fill('#33AAFF')
    await dialog.getByLabel('Language').selectOption('de')
    const code = dialog.getByLabel('HTML code')
    const value = await code.inputValue()
    expect(value).toMatch(
      new RegExp(
        `^<iframe src="${site.url}/embed/${kind}/[^"]+\\?theme=dark&amp;rows=5&amp;accent=33aaff&amp;lang=de" title="[^"]+" width="100%" height="\\d+" loading="lazy" frameborder="0"></iframe>$`,
      ),
    )
    await preview.locator('html[data-theme="dark"][lang="de"]').waitFor()
    await dialog.getByRole('button', { name: 'Copy code' }).click()
    await dialog.getByRole('button', { name: 'Code copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
    // Another choice is not what was copied.
    await dialog.getByLabel('Light').check()
    await dialog.getByRole('button', { name: 'Copy code' }).waitFor()
    const overlay = dialog.getByLabel('Address for OBS')
    expect((await fetch(await overlay.inputValue())).status).toBe(200)
    expect(await overlay.inputValue()).toMatch(/\/overlay\?theme=light&rows=5&accent=33aaff&lang=de$/)
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1280, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      expect(await findAccessibilityProblems(page)).toEqual([])
      expect(await dialog.evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(button)
    // The preview may have been about to connect when its dialog was closed.
    expect(problems.filter(line => !/^error: WebSocket connection to \S+ failed: $/.test(line))).toEqual([])
  })

  it('is not offered for an event of a private group, whose embed nobody would see', async () => {
    const cora = await signUp(site.endpoint, 'cora')
    const groupId = v7()
    const eventId = v7()
    await cora.call('groups.add', { _id: groupId, name: 'Closed club', visibility: 'private' })
    await cora.call('events.add', {
      _id: eventId,
      groupId,
      name: 'Closed night',
      ...aroundNow(),
      format: { kind: 'best-game', points: 'papa' },
      machineIds: [machineId],
    })
    await cora.disconnect()
    expect((await fetch(`${site.url}/embed/event/${eventId}`)).status).toBe(404)
    const member = await openSignedIn(browser, site, 'cora', { path: `/events/${eventId}` })
    await member.page.getByRole('region', { name: 'Share' }).waitFor()
    await waitUntilLive(member)
    expect(await member.page.getByRole('button', { name: 'Embed standings' }).count()).toBe(0)
  })
})
