import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTcpProxy, type TcpProxy } from '../../tcp-proxy.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblems,
  type ObservedPage,
  observePage,
  openBrowser,
  openPage,
  waitUntilLive,
} from '../helpers/browser.ts'
import { watchLayoutShifts } from '../helpers/layout-shifts.ts'
import { createOtherBuild } from '../helpers/other-build.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let proxy: TcpProxy
let browser: Browser
let ann: Player
let machineId: string

beforeAll(async () => {
  proxy = await startTcpProxy(() => ({ host: '127.0.0.1', port: Number(new URL(site.endpoint).port) }))
  site = await startSite({ RATE_LIMITS: 'off', ROOT_URL: proxy.url })
  browser = await openBrowser({ whole: true })
  ann = await signUp(site.endpoint, 'ann')
  machineId = await ann.findMachine('medieval madness')
  await ann.submit(machineId, 10_000_000)
})

afterAll(async () => {
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
  await proxy?.close()
})

/** The URLs in each cache of the browser, by the name of the cache. */
const caches = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const all = await Promise.all(
      (await window.caches.keys()).map(async name => {
        const requests = await (await window.caches.open(name)).keys()
        return [name, requests.map(({ url }) => url.slice(window.location.origin.length))] as const
      }),
    )
    return Object.fromEntries(all)
  })

const keptPages = async (page: Page): Promise<string[]> =>
  Object.entries(await caches(page)).flatMap(([name, paths]) => (name.startsWith('skillshot-pages-') ? paths : []))

/** Waits until the browser has cached the given pages and those that it always caches. */
const keeps = (page: Page, ...paths: string[]) =>
  expect.poll(() => keptPages(page), { timeout: 30_000 }).toEqual(expect.arrayContaining(['/', '/submit', '/offline', ...paths]))

const onlyNetwork = ({ problems }: ObservedPage): string[] =>
  problems.filter(line => !/WebSocket|ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_CONNECTION|ERR_SOCKET|ERR_EMPTY/.test(line))

/** The scripts that a page has fetched. */
const scripts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter(path => path.endsWith('.js')),
  )

const ofOther = (path: string): boolean => path.endsWith('.other.js')

describe('the installed site', () => {
  it('is one for Chromium too, and its files come as they should', async () => {
    const observed = await openPage(browser, { worker: true })
    await observed.page.goto(proxy.url)
    await keeps(observed.page)
    const devtools = await observed.page.context().newCDPSession(observed.page)
    const { errors, url } = await devtools.send('Page.getAppManifest')
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    expect([errors, url]).toEqual([[], `${proxy.url}/manifest.webmanifest`])
    expect(installabilityErrors.map(({ errorId }) => errorId).filter(id => id !== 'in-incognito')).toEqual([])
    for (const [path, type, cache] of [
      ['/manifest.webmanifest', 'application/manifest+json', 'no-cache'],
      ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
      ['/icons/192.png', 'image/png', 'public, max-age=86400'],
    ] as const) {
      const { status, headers } = await fetch(proxy.url + path)
      expect([path, status, headers.get('content-type'), headers.get('cache-control')]).toEqual([path, 200, type, cache])
    }
    expect(observed.problems).toEqual([])
    await observed.page.context().close()
  })

  it('without a signal shows what was seen last, and says that it is old until the signal is back', async () => {
    proxy.restore()
    const observed = await openPage(browser, { viewport: { width: 390, height: 844 }, worker: true, motion: true })
    const { page } = observed
    await page.goto(proxy.url)
    await waitUntilLive(observed)
    await page
      .getByRole('link', { name: /Medieval Madness/ })
      .first()
      .click()
    await page.waitForURL(`**/machines/${machineId}`)
    await keeps(page, `/machines/${machineId}`)
    proxy.refuseConnections()
    await page.goto(proxy.url)
    await page.getByText(/^The site isn’t responding\. This page was saved \d/).waitFor()
    // Without a connection, a click on a link loads the page instead of navigating inside the app.
    await page.getByText('Connection lost').waitFor({ state: 'attached' })
    expect(await page.getByText('Connection lost').isVisible()).toBe(false)
    await page
      .getByRole('link', { name: /Medieval Madness/ })
      .first()
      .click()
    await page.waitForURL(`**/machines/${machineId}`)
    await page.getByText('10,000,000').first().waitFor()
    await page.getByText(/^The site isn’t responding\. This page was saved \d/).waitFor()
    if (process.env.SCREENS !== undefined) await page.screenshot({ path: `${process.env.SCREENS}/kept-390.png` })
    expect(await findAccessibilityProblems(page)).toEqual([])
    observed.frames.length = 0
    const shifts = await watchLayoutShifts(page)
    proxy.restore()
    await page.getByText(/This page was saved/).waitFor({ state: 'detached' })
    await page.getByText('Connection lost').waitFor({ state: 'detached' })
    expect(await shifts()).toBe(0)
    await waitUntilLive(observed)
    expect(onlyNetwork(observed)).toEqual([])
    await page.context().close()
  })

  it('without a signal says of a page that was never seen that it is not there, and which are', async () => {
    proxy.restore()
    const observed = await openPage(browser, { viewport: { width: 390, height: 844 }, worker: true, motion: true })
    const { page } = observed
    await page.goto(`${proxy.url}/players/ann`)
    await keeps(page, '/players/ann')
    proxy.refuseConnections()
    await page.goto(`${proxy.url}/machines/${machineId}?window=week`)
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    await page.getByRole('link', { name: /^ann/i }).waitFor()
    for (const scheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      if (process.env.SCREENS !== undefined) {
        await page.screenshot({ path: `${process.env.SCREENS}/offline-390-${scheme}.png` })
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.screenshot({ path: `${process.env.SCREENS}/offline-1280-${scheme}.png` })
        await page.setViewportSize({ width: 390, height: 844 })
      }
      expect(await findAccessibilityProblems(page)).toEqual([])
    }
    proxy.restore()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL(`**/machines/${machineId}?window=week`)
    await page.getByRole('heading', { name: /Medieval Madness/ }).waitFor()
    expect(onlyNetwork(observed)).toEqual([])
    await page.context().close()
  })

  it('takes a score without a signal, on a form that was never opened there, and sends it once when the signal is back', async () => {
    proxy.restore()
    await (await signUp(site.endpoint, 'pia')).disconnect()
    const observed = await openSignedIn(browser, { ...site, url: proxy.url }, 'pia', { worker: true, path: `/machines/${machineId}` })
    const { page } = observed
    const submits: string[] = []
    page.on('websocket', socket =>
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('"method":"scores.submit"')) submits.push(String(payload))
      }),
    )
    await keeps(page)
    // Submits a score first, so that the machine has been picked on this device before.
    await page.goto(`${proxy.url}/submit`)
    await page.getByRole('combobox', { name: 'Machine' }).fill('medieval mad')
    await page.getByRole('option', { name: /Medieval Madness/ }).click()
    await page.getByLabel('Score', { exact: true }).fill('20000001')
    await page.getByRole('button', { name: 'Add score' }).click()
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    proxy.refuseConnections()
    await page.goto(`${proxy.url}/submit?machine=unseen`)
    await page.waitForURL('**/submit')
    await page.getByRole('combobox', { name: 'Machine' }).click()
    await page.getByRole('option', { name: /Medieval Madness/ }).click()
    await page.getByLabel('Score', { exact: true }).fill('20000002')
    await page.getByRole('button', { name: 'Add score' }).click()
    await page.getByRole('heading', { name: 'Saved' }).waitFor()
    expect(submits).toHaveLength(1)
    proxy.restore()
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    expect(submits.map(frame => JSON.parse(frame).params[0].value)).toEqual([20_000_001, 20_000_002])
    expect(onlyNetwork(observed)).toEqual([])
    await page.context().close()
  })

  it('keeps the files of the languages that it was seen in, and says so when another is chosen without a signal', async () => {
    proxy.restore()
    const observed = await openPage(browser, { worker: true })
    const { page } = observed
    const languages = async () => {
      const files = Object.entries(await caches(page)).flatMap(([name, paths]) => (name.startsWith('skillshot-files-') ? paths : []))
      return [...new Set(files.flatMap(path => /^\/assets\/(\w+)\/main/.exec(path)?.[1] ?? []))].sort()
    }
    const choose = (label: string, language: string) =>
      Promise.all([page.waitForEvent('load'), page.getByRole('contentinfo').getByLabel(label).selectOption({ label: language })])
    await page.goto(proxy.url)
    await keeps(page)
    expect(await languages()).toEqual(['en'])
    proxy.refuseConnections()
    await page.goto(proxy.url)
    await page.getByText(/^The site isn’t responding\. This page was saved [^.]+\.$/).waitFor()
    await choose('Language', 'Deutsch')
    await page.getByText(/^The site isn’t responding\. .+ Go online to see it in German\.$/).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    proxy.restore()
    await page.reload()
    await page.getByRole('link', { name: 'Anmelden' }).first().waitFor()
    await expect.poll(languages, { timeout: 30_000 }).toEqual(['de', 'en'])
    proxy.refuseConnections()
    await page.goto(proxy.url)
    await page.getByText(/^Die Website antwortet nicht\. Stand dieser Seite: [^.]+\.$/).waitFor()
    await page.getByText('Verbindung verloren').waitFor({ state: 'attached' })
    expect(onlyNetwork(observed)).toEqual([])
    await page.context().close()
  })

  it('keeps nothing that only some see, that holds a secret, or that is not there', async () => {
    proxy.restore()
    const { page } = await openPage(browser, { worker: true })
    await page.goto(proxy.url)
    await keeps(page)
    for (const path of ['/admin', '/groups/join?token=secret', '/events/claim?token=secret', '/nowhere', '/events'])
      await page.goto(proxy.url + path)
    await keeps(page, '/events')
    expect((await keptPages(page)).sort()).toEqual(['/', '/events', '/offline', '/submit'])
    await page.context().close()
  })
})

describe('a new build', () => {
  it('is never mixed with the old one, whose files stay as long as a page of it is open', async () => {
    proxy.restore()
    const observed = await openPage(browser, { worker: true })
    const { page } = observed
    const path = `/machines/${machineId}`
    await page.goto(proxy.url + path)
    await waitUntilLive(observed)
    await keeps(page, path)
    const old = Object.keys(await caches(page)).sort()
    // An open dialog prevents the page from reloading itself. This one is not part of any page, so it stays when the user follows a link.
    await page.evaluate(() => {
      const dialog = document.createElement('dialog')
      dialog.style.display = 'none'
      dialog.setAttribute('open', '')
      document.body.append(dialog)
    })
    const other = createOtherBuild()
    await site.stop()
    await site.start(other.folder)
    const next = observePage(await page.context().newPage())
    await next.page.goto(proxy.url + path)
    await waitUntilLive(next)
    expect(new Set((await scripts(next.page)).map(ofOther))).toEqual(new Set([true]))
    const fresh = ['skillshot-files-other', 'skillshot-pages-other']
    const both = [...old, ...fresh].sort()
    await expect.poll(async () => Object.keys(await caches(page)).sort(), { timeout: 30_000 }).toEqual(both)
    // The pages that were cached from the old build are cached from the new one too.
    await expect.poll(async () => (await caches(page))[fresh[1]!], { timeout: 30_000 }).toContain(path)
    const settled = () =>
      next.page.evaluate(async () => {
        const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration())!
        return [installing, waiting, active?.state]
      })
    await expect.poll(settled, { timeout: 30_000 }).toEqual([null, null, 'activated'])
    // A link that is followed while the connection is lost loads a document, which would be one of the new build.
    const connections = (): number => observed.frames.filter(frame => frame.startsWith('{"msg":"connected"')).length
    await expect.poll(connections, { timeout: 60_000 }).toBeGreaterThan(1)
    // The old page can still fetch further files, all of them of its own build.
    await page.getByRole('link', { name: 'Events' }).first().click()
    await page.waitForURL('**/events')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new Set((await scripts(page)).map(ofOther))).toEqual(new Set([false]))
    await next.page.reload()
    expect(Object.keys(await caches(page)).sort()).toEqual(both)
    await page.close()
    await next.page.reload()
    await expect.poll(async () => Object.keys(await caches(next.page)).sort()).toEqual(fresh)
    proxy.refuseConnections()
    await next.page.goto(proxy.url + path)
    await next.page.getByText(/^The site isn’t responding/).waitFor()
    await next.page.locator('tr[data-row]').getByText('10,000,000').first().waitFor()
    expect(new Set((await scripts(next.page)).map(ofOther))).toEqual(new Set([true]))
    expect([onlyNetwork(observed), onlyNetwork(next)]).toEqual([[], []])
    await page.context().close()
    await site.stop()
    other.remove()
  })
})
