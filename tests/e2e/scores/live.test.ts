import { get, type IncomingMessage } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import budgets from '../../../bench/budgets.json' with { type: 'json' }
import { measureScripts } from '../../../bench/bytes/scripts.ts'
import { closeBrowser, openBrowser, openPage, waitUntilHydrated, waitUntilLive } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let browser: Browser
let ann: Player
let machineId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  machineId = await ann.findMachine('attack from mars')
  await ann.submit(machineId, 5_000_000_000)
})

afterAll(async () => {
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

describe('a machine’s board', () => {
  it('is updated in two browsers when a third-party client submits a score, in the right place and without a reload', async () => {
    const watchers = [
      await openPage(browser, { motion: true }),
      await openPage(browser, { motion: true, viewport: { width: 390, height: 844 } }),
    ]
    for (const watcher of watchers) {
      await watcher.page.goto(`${site.url}/machines/${machineId}`)
      await waitUntilLive(watcher)
      await watcher.page.evaluate(() => {
        document.body.dataset.loaded = 'once'
      })
    }
    const bob = await signUp(site.endpoint, 'bob')
    expect((await bob.submit(machineId, 4_999_999_990)).rank).toBe(2)
    const cleo = await signUp(site.endpoint, 'cleo')
    expect((await cleo.submit(machineId, 11_234_567_890)).rank).toBe(1)
    for (const { page, problems } of watchers) {
      await page.waitForFunction(() => document.querySelectorAll('tr[data-row]').length === 3)
      const rows = await page.locator('tr[data-row]').evaluateAll(all => all.map(row => row.textContent))
      expect(rows.map(row => /cleo|ann|bob/.exec(row ?? '')?.[0])).toEqual(['cleo', 'ann', 'bob'])
      expect(rows[0]).toContain('11,234,567,890')
      expect(await page.evaluate(() => document.body.dataset.loaded)).toBe('once')
      expect(problems).toEqual([])
    }
    await Promise.all([bob.disconnect(), cleo.disconnect()])
  })

  it('glides when a score overtakes another, and not when the page is opened', async () => {
    const watcher = await openPage(browser, { motion: true })
    const { page, problems } = watcher
    await page.addInitScript(() => {
      const glides: string[] = []
      const { animate } = Element.prototype
      Element.prototype.animate = function (...args) {
        if (this instanceof HTMLElement && this.dataset.row !== undefined) glides.push(this.textContent ?? '')
        return animate.apply(this, args)
      }
      Object.assign(window, { glides })
    })
    const glides = (): Promise<string[]> => page.evaluate(() => (window as unknown as { glides: string[] }).glides)
    const machine = await ann.findMachine('humpty dumpty')
    const [gil, gus] = [await signUp(site.endpoint, 'gil'), await signUp(site.endpoint, 'gus')]
    await gil.submit(machine, 9_000_000)
    await gus.submit(machine, 8_000_000)
    await page.goto(`${site.url}/machines/${machine}`)
    await waitUntilLive(watcher)
    expect(await glides()).toEqual([])
    await gus.submit(machine, 9_500_000)
    await expect.poll(glides).toEqual([expect.stringContaining('gus'), expect.stringContaining('gil')])
    expect(problems).toEqual([])
    await Promise.all([gil.disconnect(), gus.disconnect()])
  })

  it('says how long ago a score was, and when exactly to who points at it', async () => {
    const watcher = await openPage(browser, { locale: 'en-US', timezoneId: 'America/New_York' })
    const hal = await signUp(site.endpoint, 'hal')
    const { scoreId } = await hal.submit(machineId, 1_000_000)
    await watcher.page.goto(`${site.url}/scores/${scoreId}`)
    const time = watcher.page.locator('main time').first()
    await expect.poll(() => time.textContent()).toMatch(/^now$|^\dm ago$/)
    expect(await time.getAttribute('title')).toMatch(/ UTC$/)
    await time.hover()
    await expect.poll(() => time.getAttribute('title')).toMatch(/^\w+ \d+, \d{4} at \d+:\d\d\s[AP]M$/)
    expect(watcher.problems).toEqual([])
    await hal.disconnect()
  })

  it('is part of the server-rendered HTML, without JavaScript', async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(`${site.url}/machines/${machineId}`)
    await expect(page.locator('tr[data-row]').first().textContent()).resolves.toContain('11,234,567,890')
    for (const [path, words] of [
      ['/', 'Attack from Mars'],
      ['/machines', 'Humpty Dumpty'],
      ['/players/ann', '5,000,000,000'],
      ['/sign-in', 'Sign in'],
      ['/submit', 'JavaScript'],
    ] as const) {
      await page.goto(site.url + (path === '/machines' ? '/machines?q=humpty' : path))
      expect(await page.locator('main').textContent(), path).toContain(words)
    }
  })
})

describe('from page to page', () => {
  it('begins at the top, comes back to where the reader was, also after a reload, and fetches no document', async () => {
    const { page, problems } = await openPage(browser, { motion: true, viewport: { width: 390, height: 844 } })
    await page.goto(`${site.url}/machines`)
    await waitUntilHydrated(page)
    const documents: string[] = []
    page.on('request', request => void (request.resourceType() === 'document' && documents.push(request.url())))
    await page.evaluate(() => window.scrollTo(0, 900))
    const link = page.locator('main a[href^="/machines/"]:not([href*="?"])').nth(12)
    const at = await page.evaluate(() => window.scrollY)
    expect(at).toBeGreaterThan(500)
    await link.evaluate(anchor => (anchor as HTMLElement).click())
    await page.waitForFunction(() => document.querySelector('h1') !== null && location.pathname !== '/machines')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(at)
    await page.goForward()
    await expect.poll(() => page.evaluate(() => [location.pathname === '/machines', window.scrollY])).toEqual([false, 0])
    expect(documents).toEqual([])
    await page.reload()
    await waitUntilHydrated(page)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => [location.pathname, window.scrollY])).toEqual(['/machines', at])
    await page.reload()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(at)
    expect(problems).toEqual([])
  })

  it('says the title of the next page to a screen reader, and moves the focus into it, but not at first or for a choice on the page', async () => {
    const observed = await openPage(browser, { motion: true })
    const { page, problems } = observed
    const focused = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName)
    await page.goto(`${site.url}/machines/${machineId}`)
    await waitUntilLive(observed)
    // Each text stands there only for a moment.
    const status = page.locator('#root > [role=status]')
    await status.evaluate(element => {
      const texts: string[] = []
      new MutationObserver(() => texts.push(element.textContent ?? '')).observe(element, {
        subtree: true,
        characterData: true,
        childList: true,
      })
      Object.assign(window, { texts })
    })
    const said = (): Promise<string[]> => page.evaluate(() => (window as unknown as { texts: string[] }).texts)
    await page.getByRole('link', { name: 'Week', exact: true }).press('Enter')
    await page.locator('a[aria-current=page]', { hasText: 'Week' }).waitFor()
    expect([await said(), await focused()]).toEqual([[], 'A'])
    await page.getByRole('navigation').getByRole('link', { name: 'Events', exact: true }).press('Enter')
    await expect.poll(said).toContain('Events · Skillshot')
    await expect.poll(async () => (await said()).at(-1)).toBe('')
    expect([await page.title(), await focused()]).toEqual(['Events · Skillshot', 'main'])
    await page.goBack()
    await expect.poll(said).toContainEqual(expect.stringContaining('Attack from Mars'))
    await expect.poll(async () => (await said()).at(-1)).toBe('')
    expect(problems).toEqual([])
    await page.context().close()
  })

  it.each([
    ['comes back to where the reader was once the data has arrived', false],
    ['stays where the reader has scrolled to meanwhile', true],
  ])('on a slow connection %s', async (_, scrolls) => {
    const { page, problems } = await openPage(browser, { motion: true, viewport: { width: 390, height: 844 } })
    const answers = await holdAnswers(page)
    await page.goto(`${site.url}/machines`)
    await waitUntilHydrated(page)
    await page.evaluate(() => window.scrollTo(0, 5000))
    const at = await page.evaluate(() => window.scrollY)
    expect(at).toBeGreaterThan(1500)
    const opened = page.locator('main a[href^="/machines/"]:not([href*="?"])').nth(12)
    await opened.evaluate(anchor => (anchor as HTMLElement).click())
    await page.waitForFunction(() => document.querySelector('h1') !== null && location.pathname !== '/machines')
    // The page that is loaded anew has none of the list's documents.
    await page.reload()
    await waitUntilHydrated(page)
    answers.hold()
    await page.goBack()
    await page.getByRole('heading', { name: 'Machines', level: 1 }).waitFor()
    const before = await page.evaluate(() => window.scrollY)
    expect(before).toBeLessThan(at)
    await page.mouse.move(200, 400)
    if (scrolls) await page.mouse.wheel(0, -50)
    answers.release()
    await page.locator('main a[href^="/machines/"]:not([href*="?"])').nth(50).waitFor()
    if (scrolls) expect(await page.evaluate(() => window.scrollY)).toBeLessThanOrEqual(before)
    else await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(at)
    expect(problems).toEqual([])
  })
})

/** Stands between a page and the server, and keeps the server's messages back on request. Call it before the page is opened. */
async function holdAnswers(page: Page): Promise<{ hold(): void; release(): void }> {
  let held: (() => void)[] | null = null
  await page.routeWebSocket('**/websocket', socket => {
    const server = socket.connectToServer()
    server.onMessage(text => {
      if (held === null) socket.send(text)
      else held.push(() => socket.send(text))
    })
  })
  return {
    hold() {
      held = []
    },
    release() {
      for (const send of held ?? []) send()
      held = null
    },
  }
}

describe('while the database does not answer', () => {
  it('a page that is kept says that it may be old, and no longer when it does', async () => {
    const address = `${site.url}/machines/${machineId}`
    const { page, problems } = await openPage(browser, { motion: true, viewport: { width: 390, height: 844 } })
    await page.goto(address)
    const resume = site.pauseDatabase()
    try {
      const old = page.getByRole('status').filter({ hasText: 'What you see may be out of date.' })
      await expect.poll(async () => ((await page.goto(address)) === null ? 0 : old.count()), { timeout: 30_000 }).toBe(1)
      expect(await page.locator('tr[data-row]').count()).toBeGreaterThan(0)
      await page.screenshot({ path: 'tests/e2e/screens/maybe-old.png' })
      resume()
      await old.waitFor({ state: 'detached' })
      expect(await page.locator('tr[data-row]').count()).toBeGreaterThan(0)
      expect(problems.filter(line => !line.includes('status of 503'))).toEqual([])
    } finally {
      resume()
    }
  })
})

const isData = (frame: string): boolean => /^\{"msg":"(added|changed|removed)"/.test(frame)

const isReady = (frame: string): boolean => frame.startsWith('{"msg":"ready"')

/** The bytes of frames. How many `ready` frames answer several subscriptions depends on how fast each loads, so all are counted as one. */
function measureAsOneReady(frames: readonly string[]): number {
  const ready = { msg: 'ready', subs: frames.filter(isReady).flatMap(frame => (JSON.parse(frame) as { subs: string[] }).subs) }
  return Buffer.byteLength([...frames.filter(frame => !isReady(frame)), JSON.stringify(ready)].join(''))
}

describe('a page that takes over', () => {
  it('is not sent again what it was rendered with', async () => {
    for (const path of ['/', '/machines', `/machines/${machineId}`, '/players/ann', `/machines/${machineId}?window=week`]) {
      const watcher = await openPage(browser, { motion: true })
      await watcher.page.goto(site.url + path)
      await waitUntilLive(watcher)
      await watcher.page.waitForFunction(() => document.readyState === 'complete')
      expect(watcher.frames.filter(isData), path).toEqual([])
      expect(watcher.frames.filter(isReady).length, path).toBeGreaterThan(0)
      expect(measureAsOneReady(watcher.frames), path).toBeLessThanOrEqual(budgets.hydrationBytes.most)
      expect(watcher.problems, path).toEqual([])
      await watcher.page.context().close()
    }
  })

  it('fetches the queues of what waits on the device only where something may wait', async () => {
    const { page, problems } = await openPage(browser, { motion: true })
    const scripts: string[] = []
    page.on('request', request => void (request.resourceType() === 'script' && scripts.push(request.url())))
    const fetched = (name: RegExp): boolean => scripts.some(url => name.test(url))
    await page.goto(site.url)
    await expect.poll(() => fetched(/\/later-/)).toBe(true)
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
    expect(fetched(/queue/)).toBe(false)
    await page.evaluate(() => new Promise(resolve => indexedDB.open('from an earlier visit').addEventListener('success', resolve)))
    scripts.length = 0
    await page.reload()
    await expect.poll(() => fetched(/start-queue/) && fetched(/start-result-queue/)).toBe(true)
    expect(problems).toEqual([])
  })

  it('fetches no more bytes of scripts first than its budget allows', async () => {
    const { scoreId } = await ann.submit(machineId, 6_000_000_000)
    const most = budgets.firstScripts.most
    for (const [path, bytes] of [
      ['/', most.home],
      [`/machines/${machineId}`, most.machine],
      [`/scores/${scoreId}`, most.score],
    ] as const)
      expect((await measureScripts(Number(new URL(site.url).port), path)).bytes, path).toBeLessThanOrEqual(bytes)
  })

  it('fetches no more bytes before its first paint than its budget allows', async () => {
    const html = await (await fetch(site.url)).text()
    const bytesOf = async (pattern: RegExp): Promise<number> => {
      const { hostname, port } = new URL(site.url)
      const options = { hostname, port, path: pattern.exec(html)![1], headers: { 'accept-encoding': 'gzip' } }
      const response = await new Promise<IncomingMessage>((resolve, reject) => get(options, resolve).on('error', reject))
      let bytes = 0
      for await (const chunk of response) bytes += (chunk as Buffer).length
      return bytes
    }
    expect(html.match(/<link rel="(?:stylesheet"|preload" href="[^"]+" as="font)/g)).toHaveLength(2)
    expect(await bytesOf(/<link rel="stylesheet" href="([^"]+)"/)).toBeLessThanOrEqual(budgets.firstPaint.most.style)
    expect(await bytesOf(/<link rel="preload" href="([^"]+\.woff2)"/)).toBeLessThanOrEqual(budgets.firstPaint.most.font)
  })

  it('gets what has changed between rendering and connecting', async () => {
    const watcher = await openPage(browser, { motion: true })
    await watcher.page.route('**/*.js', async route => {
      await ann.submit(machineId, 12_000_000_000)
      await route.continue()
    })
    await watcher.page.goto(`${site.url}/machines/${machineId}`)
    await watcher.page.waitForFunction(() => document.querySelector('tr[data-row]')?.textContent?.includes('12,000,000,000'))
    expect(watcher.frames.some(frame => frame.includes('"unchanged":false'))).toBe(true)
    expect(watcher.problems).toEqual([])
  })

  it('fetches the not-found page only where there is nothing, with status 404', async () => {
    const { page, problems } = await openPage(browser, { motion: true })
    const scripts: string[] = []
    page.on('request', request => void (request.resourceType() === 'script' && scripts.push(request.url())))
    expect((await page.goto(site.url))?.status()).toBe(200)
    expect(scripts.some(url => url.includes('not-found-pages'))).toBe(false)
    for (const path of ['/nowhere', '/machines/unknown', '/players/nobody', '/scores/none', '/admin/cache', '/%E0%A4%A']) {
      scripts.length = 0
      expect((await page.goto(site.url + path))?.status(), path).toBe(404)
      await page.waitForFunction(() => document.querySelector('h1')?.textContent?.startsWith('Tilt'))
      await expect.poll(() => scripts.some(url => url.includes('not-found-pages')), { message: path }).toBe(true)
    }
    expect(problems.filter(line => !line.includes('status of 404'))).toEqual([])
  })
})

describe('a lost connection', () => {
  it('is told, and everything is right again when it is back', async () => {
    const watcher = await openPage(browser, { motion: true })
    await watcher.page.goto(`${site.url}/machines/${machineId}`)
    await waitUntilLive(watcher)
    await watcher.page.waitForLoadState('networkidle')
    const phone = await openPage(browser, { motion: true, viewport: { width: 390, height: 844 } })
    await phone.page.goto(`${site.url}/submit`)
    await waitUntilLive(phone)
    await site.stop()
    await watcher.page.getByText('Connection lost').waitFor()
    const notice = (await phone.page.getByRole('status').filter({ hasText: 'Connection lost' }).locator('> *').boundingBox())!
    expect([notice.x >= 0, notice.x + notice.width <= 390]).toEqual([true, true])
    const button = (await phone.page.locator('main form button[type=submit]').boundingBox())!
    expect(notice.y + notice.height).toBeLessThanOrEqual(button.y)
    await phone.page.context().close()
    expect(await watcher.page.locator('tr[data-row]').count()).toBeGreaterThan(0)
    await site.start()
    const dora = await signUp(site.endpoint, 'dora')
    await dora.submit(machineId, 13_000_000_000)
    await watcher.page.waitForFunction(() => document.querySelector('tr[data-row]')?.textContent?.includes('13,000,000,000'), undefined, {
      timeout: 30_000,
    })
    await watcher.page.getByText('Connection lost').waitFor({ state: 'detached' })
    expect(watcher.problems.filter(line => !/WebSocket|ERR_CONNECTION/.test(line))).toEqual([])
    await dora.disconnect()
  })
})

describe('a player’s page', () => {
  it('shows figures, form and year, which a new score changes without a reload', async () => {
    const [dee, eli] = [await signUp(site.endpoint, 'dee'), await signUp(site.endpoint, 'eli')]
    const played = await dee.findMachine('medieval madness')
    await eli.submit(played, 3_000_000)
    const watcher = await openPage(browser, { motion: true })
    const { page, problems } = watcher
    await dee.submit(played, 1_000_000)
    await page.goto(`${site.url}/players/dee`)
    await waitUntilLive(watcher)
    await page.evaluate(() => {
      document.body.dataset.loaded = 'once'
    })
    const figures = () => page.getByRole('region', { name: 'At a glance' }).locator('dd').allTextContents()
    expect(await figures()).toEqual(['1', '1', '0', '1', '0', '0'])
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Last 12 months',
      'Form',
      'Progress',
      'Personal bests',
      'Latest scores',
    ])
    await page.getByRole('img', { name: /^1 score on 1 day\./ }).waitFor()
    await dee.submit(played, 6_000_000)
    await page.getByRole('img', { name: /^2 scores on 1 day\./ }).waitFor()
    await page.getByText('2 scores in the last 30 days, 0 scores in the 30 days before.').waitFor()
    await page.waitForFunction(() => document.querySelector('dl dd')?.textContent === '2')
    expect(await figures()).toEqual(['2', '1', '1', '1', '0', '0'])
    await page.getByRole('img', { name: 'The latest 2 scores beat' }).waitFor()
    await page.getByText('Month by month').click()
    expect(await page.getByRole('table').first().getByRole('row').nth(1).getByRole('cell').allTextContents()).toEqual(['2', '1'])
    expect(await page.evaluate(() => document.body.dataset.loaded)).toBe('once')
    expect(problems).toEqual([])
    await Promise.all([dee.disconnect(), eli.disconnect()])
    await page.context().close()
  })
})
