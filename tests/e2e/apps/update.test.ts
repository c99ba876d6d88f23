import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { fillLoginForm } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblems, type ObservedPage, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { type Installation, installBuild } from '../helpers/installation.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

declare global {
  interface Window {
    /** Is lost when the page is reloaded. */
    marked?: true
    /** Changes of the page's style sheets. */
    sheets?: { added: number; removed: number }
  }
}

const WAITING = 'A new version is available. This page reloads when you’re done.'
const OFFERED = 'A new version is available.'

let installed: Installation
let site: Site
let browser: Browser
let ann: Player
const opened: ObservedPage[] = []

beforeAll(async () => {
  installed = installBuild()
  site = await startSite({ RATE_LIMITS: 'off' }, { program: installed.dir })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
})
afterEach(async () => {
  for (const { page, problems } of opened.splice(0)) {
    expect(problems).toEqual([])
    await page.context().close()
  }
})
afterAll(async () => {
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
  installed?.remove()
})

/** Opens a page, waits until the server has told it the current build, and marks it. */
async function open(path: string, options = {}): Promise<Page> {
  const observed = await openPage(browser, { worker: true, ...options })
  opened.push(observed)
  await observed.page.goto(site.url + path)
  await waitUntilLive(observed)
  await observed.page.evaluate(() => {
    window.marked = true
  })
  return observed.page
}

function deploy(next: Parameters<Installation['deploy']>[0]): string {
  const style = installed.deploy(next)
  site.reloadBuild()
  return style
}

const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => window.marked === true)
/** Resolves when the page has been reloaded. */
const reloaded = (page: Page): Promise<unknown> => page.waitForFunction(() => window.marked !== true && document.readyState === 'complete')
const readVersion = (page: Page): Promise<unknown> =>
  page.evaluate(() => JSON.parse(document.getElementById('boot')!.textContent).versions.versionNonRefreshable)
const name = (page: Page) => page.getByLabel('User name or email')

it('puts a new stylesheet in place of the old one under a form that is being filled in', async () => {
  const page = await open('/sign-in')
  await name(page).pressSequentially('half a na')
  await page.evaluate(() => {
    new MutationObserver(records => {
      window.sheets ??= { added: 0, removed: 0 }
      if (records.some(({ addedNodes }) => addedNodes.length > 0)) window.sheets.added = performance.now()
      if (records.some(({ removedNodes }) => removedNodes.length > 0)) window.sheets.removed = performance.now()
    }).observe(document.head, { childList: true })
  })
  const style = deploy({ style: ':root { --build: 2 }' })
  await page.waitForFunction(() => (window.sheets?.removed ?? 0) > 0)
  const sheets = page.locator('link[rel="stylesheet"]')
  expect(await sheets.evaluateAll(links => links.map(link => link.getAttribute('href')))).toEqual([style])
  const { added, removed } = (await page.evaluate(() => window.sheets))!
  expect(removed - added).toBeGreaterThanOrEqual(200)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--build').trim())).toBe('2')
  await page.keyboard.type('me')
  expect([await isMarked(page), await name(page).inputValue()]).toEqual([true, 'half a name'])
  expect(await page.getByText(OFFERED).count()).toBe(0)
})

it('loads itself again when the server comes back with other scripts', async () => {
  const page = await open('/privacy')
  const before = await readVersion(page)
  installed.deploy({ script: true })
  // What the page requests of the stopped server fails: the socket, and whatever it was fetching. The reloaded page must have no errors.
  const { problems } = opened.at(-1)!
  page.once('framenavigated', () => void problems.splice(0))
  await site.stop()
  await site.start()
  await reloaded(page)
  expect(await readVersion(page)).not.toBe(before)
})

it('waits for a form, says so, and goes on by itself when it has been sent', async () => {
  const page = await open('/sign-in?next=/account')
  await name(page).fill('ann')
  deploy({ script: true })
  await page.getByText(WAITING).waitFor()
  expect(await isMarked(page)).toBe(true)
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 900 },
  ]) {
    await page.setViewportSize(viewport)
    expect(await findAccessibilityProblems(page)).toEqual([])
  }
  await fillLoginForm(page, 'ann')
  await reloaded(page)
  expect(new URL(page.url()).pathname).toBe('/account')
  await page.getByRole('heading', { name: 'Account' }).waitFor()
  expect(await page.getByText(OFFERED).count()).toBe(0)
})

it('goes on by itself when what was typed is taken back, and at once when it is told to', async () => {
  const [slowTab, fastTab] = [await open('/sign-in'), await open('/sign-in')]
  for (const page of [slowTab, fastTab]) await name(page).fill('someone')
  deploy({ script: true })
  for (const page of [slowTab, fastTab]) await page.getByText(WAITING).waitFor()
  await name(slowTab).fill('')
  await fastTab.getByRole('button', { name: 'Reload' }).click()
  for (const page of [slowTab, fastTab]) await reloaded(page)
})

it('keeps what could not be sent', async () => {
  const page = await open('/sign-in')
  await fillLoginForm(page, 'nobody by this name')
  await page.getByRole('alert').filter({ hasText: /./ }).waitFor()
  deploy({ script: true })
  await page.getByText(WAITING).waitFor()
  expect(await isMarked(page)).toBe(true)
})

it('waits for an import whose file was chosen, until it is done', async () => {
  const page = await open('/sign-in?next=/import')
  await fillLoginForm(page, 'ann')
  const buffer = Buffer.from('machine,score,date\nMedieval Madness,1500000,2026-03-08\n')
  await page.locator('input[type=file]').first().setInputFiles({ name: 'scores.csv', mimeType: 'text/csv', buffer })
  await page.getByText('scores.csv').waitFor()
  deploy({ script: true })
  await page.getByText(WAITING).waitFor()
  await page.locator('button:visible', { hasText: 'Show what would happen' }).click()
  await page.getByRole('button', { name: 'Import 1 score' }).waitFor()
  expect(await isMarked(page)).toBe(true)
  await page.getByRole('button', { name: 'Import 1 score' }).click()
  await reloaded(page)
})

it('reloads once and then only offers it, where the page stays another build than the server tells of', async () => {
  const observed = await openPage(browser, { worker: true })
  opened.push(observed)
  const { page } = observed
  let loads = 0
  page.on('load', () => void loads++)
  await page.addInitScript(() => {
    // Runs before any module.
    document.addEventListener('readystatechange', () => {
      const boot = document.getElementById('boot')
      if (boot !== null) boot.textContent = boot.textContent.replace(/"(versionNonRefreshable|published)":"[^"]+"/g, '"$1":"stale"')
    })
  })
  await page.goto(`${site.url}/privacy`)
  await page.getByText(OFFERED, { exact: true }).waitFor()
  expect(loads).toBe(2)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => loads).toBe(3)
  await page.getByText(OFFERED, { exact: true }).waitFor()
  expect(loads).toBe(3)
})

it('serves an old build’s files beside two newer ones, and not beside three', async () => {
  const get = (path: string): Promise<Response> => fetch(site.url + path)
  const builds: string[] = []
  for (const build of [1, 2, 3, 4]) {
    const style = deploy({ style: `:root { --build: ${build} }` })
    await expect.poll(async () => (await get('/privacy')).text(), { timeout: 10_000 }).toContain(style)
    builds.push(style)
    if (build === 3) expect((await get(builds[0]!)).headers.get('cache-control')).toContain('immutable')
  }
  expect(await Promise.all(builds.map(async style => (await get(style)).status))).toEqual([404, 200, 200, 200])
})
