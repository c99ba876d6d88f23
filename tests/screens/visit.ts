import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { overwriteGetLocale } from '#messages/runtime'
import { type ObservedPage, observePage } from '../e2e/helpers/browser.ts'
import { PASSWORD } from './client.ts'
import { makeCuttable } from './cut.ts'
import { ANY, type Hand, type Language, type Named, type Screen } from './screen.ts'
import type { PictureSite, Role } from './sites.ts'

export interface Look {
  width: number
  scheme: 'dark' | 'light'
}

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE', ar: 'ar-EG' }

/** The widths and colour schemes in which each language is shown. */
export const LOOKS: Readonly<Record<Language, readonly Look[]>> = {
  en: [390, 1280, 1920].flatMap(width => (['dark', 'light'] as const).map(scheme => ({ width, scheme }))),
  de: [390, 1280].map(width => ({ width, scheme: 'dark' as const })),
  ar: [390, 1280].map(width => ({ width, scheme: 'light' as const })),
}

const heightOf = (width: number): number => (width < 600 ? 844 : width < 1500 ? 800 : 1080)
/** The longest picture of a page, in windows. */
const windowsOf = (width: number): number => (width < 600 ? 3 : 2)

/** Something that is wrong with a screen. */
export interface Finding {
  screen: string
  where: string
  what: string
}

export const pictureFile = (out: string, screen: string, site: string, language: string, { width, scheme }: Look): string =>
  join(out, screen, `${site}-${language}-${width}-${scheme}.png`)

/** Opens a browser context in which a user of the site is signed in. */
export async function openContext(
  browser: Browser,
  site: PictureSite,
  role: Role,
  language: Language,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: LOCALES[language], timezoneId: 'Europe/Berlin', reducedMotion: 'reduce', ...options })
  // A service worker would fetch the whole build for each context.
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  if (role === 'visitor') return context
  const page = await context.newPage()
  await page.goto(`${site.server.url}/sign-in?next=%2Faccount`)
  await page.locator('main input[autocomplete~=username]').fill(site.roles[role])
  await page.locator('main input[type=password]').fill(PASSWORD)
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL(`${site.server.url}/account`)
  await settle({ ...observePage(page), page })
  await page.close()
  return context
}

/** Takes the pictures of a screen in one language. @returns what is wrong with it */
export async function visit(
  context: BrowserContext,
  site: PictureSite,
  screen: Screen,
  { language, out, looks }: { language: Language; out: string; looks: readonly Look[] },
): Promise<Finding[]> {
  const findings: Finding[] = []
  const where = `${site.name} ${language}`
  const find = (what: string, at = where): void => void findings.push({ screen: screen.name, where: at, what })
  const observed = observePage(await context.newPage())
  const { page } = observed
  page.setDefaultTimeout(20_000)
  const cut = screen.cuttable ? await makeCuttable(page) : async (): Promise<void> => {}
  try {
    const { width, scheme } = looks[0]!
    await page.setViewportSize({ width, height: heightOf(width) })
    await page.emulateMedia({ colorScheme: scheme })
    const address = await screen.path(site.subjects, site)
    const answer = await page.goto(site.server.url + address, { timeout: 30_000 })
    await settle(observed)
    if (screen.act !== undefined) {
      await screen.act(handOf(page, language, cut))
      await page.mouse.move(0, 0)
      await settle(observed)
    }
    for (const look of looks) await takePicture(page, screen, look, pictureFile(out, screen.name, site.name, language, look), find, where)
    for (const problem of new Set(observed.problems)) if (!isExpected(problem, screen, address, answer?.status())) find(problem)
  } catch (error) {
    find(`not taken: ${(error as Error).message.split('\n').slice(0, 3).join(' ')}`)
    await page.screenshot({ path: join(out, 'failed', `${screen.name}-${site.name}-${language}.png`) }).catch(() => {})
  } finally {
    await page.close()
  }
  return findings
}

async function takePicture(
  page: Page,
  { shows = 'page' }: Screen,
  { width, scheme }: Look,
  path: string,
  find: (what: string, at: string) => void,
  where: string,
): Promise<void> {
  await page.setViewportSize({ width, height: heightOf(width) })
  await page.emulateMedia({ colorScheme: scheme })
  // Phones show their scrollbars above the page, and keep no room for them.
  await page.evaluate(gutter => document.documentElement.style.setProperty('scrollbar-gutter', gutter), width < 600 ? 'auto' : '')
  await frames(page)
  mkdirSync(dirname(path), { recursive: true })
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const clip = { x: 0, y: 0, width, height: Math.min(height, windowsOf(width) * heightOf(width)) }
  // The bar at the bottom of a phone's window belongs to the end of the picture.
  if (shows === 'page' && width < 600) await page.setViewportSize(clip)
  await page.screenshot({ path, animations: 'disabled', timeout: 60_000, ...(shows === 'page' ? { fullPage: true, clip } : {}) })
  for (const what of await page.evaluate(findLayoutProblems)) find(what, `${where} ${width} ${scheme}`)
}

/** A page under /admin is answered with 404 before its user is known; other answers of 4xx belong to the screens that show them. */
const isExpected = (problem: string, { route, cuttable, away }: Screen, address: string, status: number | undefined): boolean =>
  (problem.includes('status of 404') &&
    status === 404 &&
    (route === null || route.startsWith('/admin') || route === '/webhooks' || route.endsWith('/edit'))) ||
  (away === true && /status of 50\d/.test(problem)) ||
  (cuttable === true && /failed:|WebSocket|Failed to load/.test(problem)) ||
  (address.includes('before=none') && problem.includes('status of 404'))

const frames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame)
  })

/** Waits until the page has everything that it shows: its subscriptions are answered, its fonts and pictures are there. */
export async function settle({ page, sent, frames: received }: ObservedPage): Promise<void> {
  await page.waitForLoadState('load')
  const answered = (): boolean => {
    const ids = sent.flatMap(frame => /^{"msg":"sub","id":("[^"]+")/.exec(frame)?.[1] ?? [])
    const answers = received.filter(frame => /^{"msg":"(ready|nosub)"/.test(frame))
    return ids.every(id => answers.some(frame => frame.includes(id)))
  }
  // A page without subscriptions sends none, so there is a shortest time and a longest.
  const begun = Date.now()
  let quiet = 0
  while (quiet < 4 && Date.now() - begun < 6000) {
    await page.waitForTimeout(70)
    quiet = answered() ? quiet + 1 : 0
  }
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    const images = [...document.images].filter(image => !image.complete)
    const timeout = new Promise(resolve => setTimeout(resolve, 3000))
    await Promise.race([timeout, Promise.all([document.fonts.ready, ...images.map(image => image.decode().catch(() => {}))])])
  })
  await frames(page)
}

/** The language of the messages that are asked for next. */
let locale: Language = 'en'
overwriteGetLocale(() => locale)

export function handOf(page: Page, language: Language, cut: Hand['cut'] = async () => {}): Hand {
  const text = (name: Named): RegExp => {
    locale = language
    const message = name()
    return new RegExp(
      message
        .split(ANY)
        .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*'),
    )
  }
  return {
    page,
    language,
    cut,
    press: name =>
      page
        .getByRole('button', { name: text(name) })
        .first()
        .click(),
    choose: name =>
      page
        .locator('label', { hasText: text(name) })
        .first()
        .click(),
  }
}

/** What is wrong with the layout, one line each: a page wider than its window, and text that is cut off without a sign. Runs in the page. */
function findLayoutProblems(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`wider than the window: ${scrollWidth} px`] : []
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const style = getComputedStyle(element)
    const hidesText = style.overflowX === 'hidden' || style.overflowX === 'clip'
    if (!hidesText || element.clientWidth < 8 || element.scrollWidth <= element.clientWidth + 1) continue
    if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') continue
    const text = [...element.childNodes].filter(node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    if (text.length > 0) found.push(`cut off: “${text[0]!.textContent!.trim().slice(0, 60)}” in ${element.tagName.toLowerCase()}`)
  }
  return [...new Set(found)]
}
