import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

export const CHROMIUM =
  process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(path => existsSync(path))

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The same engine without the parts that nobody sees: it takes two thirds of the time. */
const SHELL = '/usr/bin/chromium-headless-shell'

/** The browser that all test files of this process use one after the other; Playwright ends it with the process. */
let shared: Promise<Browser> | null = null

/**
 * A browser for one test file. Its contexts share nothing, so all files of a process get the same browser.
 * @param whole with what surrounds pages (installing, notifications): a process of its own
 */
export function openBrowser({ whole = false } = {}): Promise<Browser> {
  if (whole) return launch(CHROMIUM)
  shared ??= launch(process.env.CHROMIUM_PATH === undefined && existsSync(SHELL) ? SHELL : CHROMIUM)
  return shared
}

function launch(executablePath: string | undefined): Promise<Browser> {
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: FLAGS })
}

/** Ends what a test file did in its browser: the shared one loses its contexts and stays, another one is closed. */
export async function closeBrowser(browser: Browser | undefined): Promise<void> {
  if (browser === undefined) return
  if (browser === (await shared)) await Promise.all(browser.contexts().map(context => context.close()))
  else await browser.close()
}

export interface Watched {
  page: Page
  /** console errors and warnings, exceptions (hydration among them), CSP reports, failed requests */
  trouble: string[]
  /** texts of socket frames, received */
  frames: string[]
  /** and sent, on the newest socket */
  sent: string[]
}

export interface PageOptions extends BrowserContextOptions {
  /**
   * Whether the browser runs service workers. Without, as in a private window of some browsers, a page costs a sixth less: the worker of each new
   * context fetches the whole build.
   */
  worker?: boolean
}

/** A page of its own browser context, whose every complaint is written down. */
export async function openPage(browser: Browser, { worker = false, ...options }: PageOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const watched = watch(await context.newPage())
  if (options.javaScriptEnabled !== false) {
    if (!worker) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
    await watched.page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', event => console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`))
    })
  }
  return watched
}

/** Writes down a new page's every complaint. */
export function watch(page: Page): Watched {
  const trouble: string[] = []
  const frames: string[] = []
  const sent: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) trouble.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', error => trouble.push(`exception: ${error.message}`))
  page.on('requestfailed', request => {
    const why = request.failure()?.errorText ?? ''
    // Going on to the next page aborts what the last one was still fetching.
    if (why !== 'net::ERR_ABORTED') trouble.push(`failed: ${request.url()} ${why}`)
  })
  page.on('websocket', socket => {
    sent.length = 0
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)))
    socket.on('framesent', ({ payload }) => sent.push(String(payload)))
  })
  return { page, trouble, frames, sent }
}

/** Resolves when the page's connection is up and its subscriptions are answered. */
export async function live({ frames, sent, page }: Watched): Promise<void> {
  const answered = (): boolean => {
    const ids = sent.flatMap(frame => /^{"msg":"sub","id":("[^"]+")/.exec(frame)?.[1] ?? [])
    const answers = frames.filter(frame => /^{"msg":"(ready|nosub)"/.test(frame))
    return ids.length > 0 && ids.every(id => answers.some(frame => frame.includes(id)))
  }
  for (let tries = 0; !answered(); tries++) {
    if (tries > 600) throw new Error('The page never became live')
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds serious or critical on a page, each in a line. */
export async function seriousProblems(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    window.scrollTo(0, 0)
    // What is still coming into sight has no contrast yet.
    const ending = document.getAnimations().filter(each => Number.isFinite(Number(each.effect?.getComputedTiming().endTime)))
    await Promise.allSettled(ending.map(each => each.finished))
  })
  // Some 550 kB: not twice into one document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> }
    }
    // What passes is not described element by element, which on a small page takes half the time. Nor are files fetched that no rule reads.
    const { violations } = await axe.run({ resultTypes: ['violations'], preload: false })
    return violations.filter(each => ['serious', 'critical'].includes(each.impact)).map(each => `${each.id}: ${each.nodes[0]?.html}`)
  })
}

const LOOKS = [
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const

/**
 * What axe finds serious or critical on a page as a dark phone shows it, and as a light desk does, each in a line.
 * The page stays in the second look.
 * @param what the page, for the lines
 */
export async function problemsInBothLooks(page: Page, what: string): Promise<string[]> {
  const found: string[] = []
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    found.push(...(await seriousProblems(page)).map(problem => `${what} ${width} ${colorScheme}: ${problem}`))
  }
  return found
}

/** At which widths, from a small phone to a 4K screen, a page is wider than its window. @returns none: at no width */
export async function tooWideAt(page: Page): Promise<number[]> {
  const found: number[] = []
  for (const width of [360, 390, 1280, 3840]) {
    await page.setViewportSize({ width, height: 900 })
    // What measures itself follows a moment after the window.
    const fits = page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth, null, { timeout: 3000 })
    if (!(await fits.then(Boolean, () => false))) found.push(width)
  }
  return found
}
