import { EventEmitter, once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page, type WebSocket } from 'playwright-core'

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
  // Otherwise each context starts a process of its own, and draws with several threads: a page then takes a third more of two cores.
  '--renderer-process-limit=1',
  '--num-raster-threads=1',
  // Pages live for seconds here, in which optimized code costs more than it saves.
  '--js-flags=--no-opt --no-maglev',
]

/** The same engine without a user interface, which takes two thirds of the time. */
const SHELL = '/usr/bin/chromium-headless-shell'

/** The browser that all test files of this process share, one after the other. Playwright ends it with the process. */
let shared: Promise<Browser> | null = null

/**
 * Returns a browser for a test file. All files of a process get the same browser, because its contexts share nothing.
 * @param whole starts a separate, full browser with the features outside of pages (installation, notifications)
 * @param scrollbars starts a separate browser whose scrollbars take room beside the page, as those of most desktops do
 */
export function openBrowser({ whole = false, scrollbars = false } = {}): Promise<Browser> {
  if (whole) return launch(CHROMIUM)
  if (scrollbars) return launch(CHROMIUM, ['--hide-scrollbars'])
  shared ??= launchShell()
  return shared
}

/** Starts a browser without a user interface if one is installed, otherwise a full one. */
export const launchShell = (): Promise<Browser> => launch(process.env.CHROMIUM_PATH === undefined && existsSync(SHELL) ? SHELL : CHROMIUM)

/** @param without flags that Playwright sets and this browser shall not have */
function launch(executablePath: string | undefined, without: string[] = []): Promise<Browser> {
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: FLAGS, ignoreDefaultArgs: without })
}

/** Cleans up after a test file: closes the contexts of the shared browser, or closes a separate browser. */
export async function closeBrowser(browser: Browser | undefined): Promise<void> {
  if (browser === undefined) return
  if (browser === (await shared)) await Promise.all(browser.contexts().map(context => context.close()))
  else await browser.close()
}

export interface ObservedPage {
  page: Page
  /** Console errors and warnings, exceptions (including hydration errors), CSP violations and failed requests. */
  problems: string[]
  /** Received socket frames as text. */
  frames: string[]
  /** Frames sent on the newest socket as text. */
  sent: string[]
  /** Resolves when the next frame is received. */
  nextFrame(): Promise<void>
}

export interface PageOptions extends BrowserContextOptions {
  /**
   * Whether the browser supports service workers. Without them, as in private windows of some browsers, a page takes a sixth less time,
   * because the worker of each new context fetches the whole build.
   */
  worker?: boolean
  /**
   * Whether the page shows animations. Without them its user prefers reduced motion, which takes an eighth less processor time, because
   * each frame of an animation is drawn.
   */
  motion?: boolean
}

/** Opens a page in a new browser context and records all its errors. */
export async function openPage(browser: Browser, { worker = false, motion = false, ...options }: PageOptions = {}): Promise<ObservedPage> {
  const reducedMotion = motion ? 'no-preference' : 'reduce'
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion, ...options })
  const observed = observePage(await context.newPage())
  if (options.javaScriptEnabled !== false) {
    if (!worker) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
    await observed.page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', event => console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`))
    })
  }
  return observed
}

/** Records all errors of a new page. */
export function observePage(page: Page): ObservedPage {
  const problems: string[] = []
  const frames: string[] = []
  const sent: string[] = []
  const received = new EventEmitter()
  page.on('console', message => {
    if (!['error', 'warning'].includes(message.type())) return
    // The text of a failed request does not say what was requested.
    const of = message.text().startsWith('Failed to load resource') ? ` ${message.location().url}` : ''
    problems.push(`${message.type()}: ${message.text()}${of}`)
  })
  page.on('pageerror', error => problems.push(`exception: ${error.message}`))
  page.on('requestfailed', request => {
    const errorText = request.failure()?.errorText ?? ''
    // A navigation aborts the pending requests of the previous page.
    if (errorText !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()} ${errorText}`)
  })
  // A page sends on until the next one replaces it, and what it sends says nothing about the next one.
  let newest: WebSocket | null = null
  page.on('request', request => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    newest = null
    sent.length = 0
  })
  page.on('websocket', socket => {
    newest = socket
    sent.length = 0
    socket.on('framereceived', ({ payload }) => {
      frames.push(String(payload))
      received.emit('frame')
    })
    socket.on('framesent', ({ payload }) => {
      if (socket === newest) sent.push(String(payload))
    })
  })
  const nextFrame = async (): Promise<void> => void (await once(received, 'frame', { signal: AbortSignal.timeout(30_000) }))
  return { page, problems, frames, sent, nextFrame }
}

/** Resolves when React has taken the page over, which may be before the page is connected. */
export async function waitUntilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const last = [...document.querySelectorAll('#root *')].at(-1)
    return last === undefined || Object.keys(last).some(key => key.startsWith('__react'))
  })
}

/** Resolves when the page can be used, is connected, and all its subscriptions are answered. */
export async function waitUntilLive({ frames, sent, page, nextFrame }: ObservedPage): Promise<void> {
  const isAnswered = (): boolean => {
    const ids = sent.flatMap(frame => /^{"msg":"sub","id":("[^"]+")/.exec(frame)?.[1] ?? [])
    const answers = frames.filter(frame => /^{"msg":"(ready|nosub)"/.test(frame))
    return ids.length > 0 && ids.every(id => answers.some(frame => frame.includes(id)))
  }
  // Some subscriptions are sent before React has taken the page over, and a document may be replaced while its answers are waited for.
  for (;;) {
    await waitUntilHydrated(page)
    if (isAnswered()) return
    await nextFrame()
  }
}

/** Resolves when the page has shown what it had received: its documents and its screen are updated once a frame. */
export const untilRendered = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
  })

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The problems of any level that axe finds on a page, one line each; its rules for good practice included. */
export async function findAccessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    window.scrollTo(0, 0)
    // Elements that are still fading in do not have their final contrast.
    const ending = document.getAnimations().filter(each => Number.isFinite(Number(each.effect?.getComputedTiming().endTime)))
    await Promise.allSettled(ending.map(each => each.finished))
  })
  // The script has about 550 kB, so it is loaded only once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> }
    }
    // Passing elements are not reported, because that takes half of the time on a small page. Files that no rule reads are not fetched.
    const { violations } = await axe.run({ resultTypes: ['violations'], preload: false })
    return violations.map(each => `${each.id} (${each.impact}): ${each.nodes[0]?.html}`)
  })
}

const THEMES = [
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const

/**
 * The problems that axe finds on a page on a phone with the dark scheme and on a desktop with the light one, one line
 * each. The page stays in the second state.
 * @param what name of the page, for the lines
 */
export async function findAccessibilityProblemsInBothThemes(page: Page, what: string): Promise<string[]> {
  const found: string[] = []
  for (const { width, colorScheme } of THEMES) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    found.push(...(await findAccessibilityProblems(page)).map(problem => `${what} ${width} ${colorScheme}: ${problem}`))
  }
  return found
}

/** Returns the widths (px), from a small phone to a 4K screen, at which a page is wider than its window. */
export async function findOverflowingWidths(page: Page): Promise<number[]> {
  const found: number[] = []
  for (const width of [360, 390, 1280, 3840]) {
    await page.setViewportSize({ width, height: 900 })
    // Elements that measure themselves are updated shortly after the window is resized.
    const fits = page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth, null, { timeout: 3000 })
    if (!(await fits.then(Boolean, () => false))) found.push(width)
  }
  return found
}
