import type { Browser } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblemsInBothThemes,
  findOverflowingWidths,
  type ObservedPage,
  openBrowser,
  openPage,
} from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const SECRET = 'Xanadu Speakeasy'
const NOTHING = 'Tilt. There’s nothing here.'

let site: Site
let browser: Browser
let ann: Player
let groupId: string

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  groupId = v7()
  await ann.call('groups.add', { _id: groupId, name: SECRET, visibility: 'private' })
  await (await signUp(site.endpoint, 'boss')).disconnect()
  await site.admin('roles', '--add', 'admin', '--username', 'boss')
})
afterAll(async () => {
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
})

interface Seen {
  headings: string[]
  announced: string[]
  shift: number
}

/** Records from the first moment on which headings are on the screen, what a screen reader is told, and how far things move. */
async function record({ page }: ObservedPage): Promise<void> {
  await page.addInitScript(() => {
    const seen: Seen = { headings: [], announced: [], shift: 0 }
    Object.assign(window, { seen })
    const look = (): void => {
      const h1 = document.querySelector('h1')?.textContent ?? ''
      if (h1 !== '' && seen.headings.at(-1) !== h1) seen.headings.push(h1)
      const status = document.querySelector('#root > [role=status]')?.textContent ?? ''
      if (status !== '' && seen.announced.at(-1) !== status) seen.announced.push(status)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Loads an address directly. Returns its status, and what was seen until the heading was there. */
async function visit(observed: ObservedPage, path: string, heading: string): Promise<Seen & { status: number | undefined }> {
  const response = await observed.page.goto(site.url + path)
  await observed.page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await observed.page.waitForFunction(() => document.querySelector('#root > [role=status]')?.textContent === document.title)
  const seen = await observed.page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  return { ...seen, status: response?.status() }
}

const without404 = (problems: string[]): string[] => problems.filter(line => !line.includes('status of 404'))

describe('a page that not everybody may see, opened directly', () => {
  it.each([
    ['boss', '/admin/users', 'Users', 'Users · Skillshot'],
    ['boss', '/admin', 'Administration', 'Administration · Skillshot'],
    ['ann', '/groups/*', SECRET, `${SECRET} · Skillshot`],
  ] as const)('becomes the page for %s, and never shows that there is nothing: %s', async (name, address, heading, title) => {
    const observed = await openSignedIn(browser, site, name)
    await record(observed)
    const path = address.replace('*', groupId)
    const seen = await visit(observed, path, heading)
    expect(seen).toEqual({ status: 404, headings: [heading], announced: ['Loading', title], shift: 0 })
    expect(without404(observed.problems)).toEqual([])
    await observed.page.context().close()
  })

  it('becomes the not-found page for visitors and for users who may not see it', async () => {
    const visitor = await openPage(browser)
    const player = await openSignedIn(browser, site, 'ann')
    for (const [observed, paths] of [
      [visitor, ['/admin/users', '/admin/reports', `/groups/${groupId}`, `/groups/${v7()}`, `/events/${v7()}/edit`]],
      [player, ['/admin/users', `/events/${v7()}`, `/events/${v7()}/live`]],
    ] as const) {
      await record(observed)
      for (const path of paths) {
        const seen = await visit(observed, path, NOTHING)
        expect(seen, path).toEqual({ status: 404, headings: [NOTHING], announced: ['Loading', 'Page not found · Skillshot'], shift: 0 })
      }
      expect(without404(observed.problems)).toEqual([])
      await observed.page.context().close()
    }
  })

  it('waits as a frame until the scripts are there, is accessible and fits every screen', async () => {
    const observed = await openPage(browser)
    await observed.page.route('**/main.browser-*.js', () => {})
    for (const path of ['/admin/users', `/groups/${groupId}`, `/events/${v7()}/live`]) {
      await observed.page.goto(site.url + path, { waitUntil: 'commit' })
      await observed.page.locator('[aria-busy=true]').waitFor({ state: 'attached' })
      expect(await observed.page.getByRole('heading').count(), path).toBe(0)
      expect(await findOverflowingWidths(observed.page), path).toEqual([])
      // A frame has no heading before it is known which page it becomes.
      const found = await findAccessibilityProblemsInBothThemes(observed.page, path)
      expect(found.filter(problem => !problem.includes('page-has-heading-one'))).toEqual([])
    }
    await observed.page.context().close()
  })

  it('says without scripts that there is nothing', async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false })
    for (const path of ['/admin/users', `/groups/${groupId}`]) {
      expect((await page.goto(site.url + path))?.status()).toBe(404)
      await page.getByRole('heading', { level: 1, name: NOTHING }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Machines' }).waitFor()
    }
    await page.context().close()
  })
})
