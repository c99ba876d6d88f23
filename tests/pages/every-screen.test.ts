import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeBrowser, findAccessibilityProblems, observePage, openBrowser } from '../e2e/helpers/browser.ts'
import { makeCuttable } from '../screens/cut.ts'
import type { Screen } from '../screens/screen.ts'
import { screens } from '../screens/screens.ts'
import { openSites, type PictureSite, type Role } from '../screens/sites.ts'
import { handOf, openContext, settle } from '../screens/visit.ts'

const ROLES: readonly Role[] = ['visitor', 'player', 'director', 'administrator']
/** A bad mobile network: round trips of 400 ms, 50 kB/s. */
const SLOW_NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

let folder: string
let site: PictureSite
let browser: Browser

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skillshot-pages-'))
  ;[site] = (await openSites(folder, ['usual'], false)) as [PictureSite]
  browser = await openBrowser()
}, 600_000)

afterAll(async () => {
  await closeBrowser(browser)
  await site?.server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const shown = screens.filter(({ sites, away }) => !away && (sites === undefined || sites.includes('usual')))

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 844 }
/** For screens that fill a window, which are made for it. */
const TELEVISION = { width: 1920, height: 1080 }

interface Look {
  window?: typeof PHONE
  /** called before the page is loaded */
  prepare?: (page: Page) => Promise<unknown>
  /** @returns what there is to say about the page, one line each */
  look: (page: Page) => Promise<string[]>
}

/** Opens each screen of a role in turn. @returns what `look` says about them */
async function visitAll(role: Role, list: readonly Screen[], { window = PHONE, prepare, look }: Look): Promise<string[]> {
  const context = await openContext(browser, site, role, 'en', { viewport: window })
  const found: string[] = []
  for (const screen of list.filter(({ as }) => as === role)) {
    const observed = observePage(await context.newPage())
    const { page } = observed
    try {
      await page.setViewportSize(screen.act === undefined && screen.shows === 'window' ? TELEVISION : window)
      await prepare?.(page)
      const cut = screen.cuttable ? await makeCuttable(page) : undefined
      await page.goto(site.server.url + (await screen.path(site.subjects, site)))
      await settle(observed)
      await screen.act?.(handOf(page, 'en', cut))
      found.push(...(await look(page)).map(line => `${screen.name}: ${line}`))
    } catch (error) {
      found.push(`${screen.name}: ${(error as Error).message.split('\n')[0]}`)
    }
    await page.close()
  }
  await context.close()
  return found
}

/** Slows a page's network down. */
async function throttle(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  // As on a first visit. With the stylesheet from the cache a page is painted while its HTML arrives.
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.emulateNetworkConditions', SLOW_NETWORK)
}

/** Records what moves on a page. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const measured = window as unknown as { moved: string[] }
    measured.moved = []
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean; sources: { node?: Element }[] }[])
        if (!entry.hadRecentInput)
          measured.moved.push(
            `${entry.value.toFixed(4)} by ${entry.sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(' | ')}`,
          )
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The shifts of a page, one line each; none if their sum is 0 to three decimals, as browsers' tools show it. */
async function listShifts(page: Page): Promise<string[]> {
  const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved)
  const sum = moved.reduce((all, line) => all + Number.parseFloat(line), 0)
  return sum < 0.0005 ? [] : moved
}

describe('every screen of the demo', () => {
  it.each(ROLES)('as %s has no problem of any level that axe finds, in dark and light mode', { timeout: 1_200_000 }, async role => {
    const look = async (page: Page): Promise<string[]> => {
      const lines: string[] = []
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        lines.push(...(await findAccessibilityProblems(page)).map(problem => `${colorScheme} ${problem}`))
      }
      return lines
    }
    expect(await visitAll(role, shown, { look })).toEqual([])
  })

  const opened = shown.filter(({ act }) => act === undefined)

  it.each(ROLES)('as %s stays where it is while it loads on a network with 400 ms and 50 kB/s', { timeout: 1_200_000 }, async role => {
    const prepare = async (page: Page): Promise<void> => {
      await throttle(page)
      await recordShifts(page)
    }
    expect(await visitAll(role, opened, { prepare, look: listShifts })).toEqual([])
  })

  // Without delays the login and the data come one after the other, so a page is shown in more steps.
  it.each(ROLES.flatMap(role => [PHONE, DESK].map(window => ({ role, window, width: window.width }))))(
    'as $role stays where it is while it loads without delays, $width px wide',
    { timeout: 1_200_000 },
    async ({ role, window }) => {
      expect(await visitAll(role, opened, { window, prepare: recordShifts, look: listShifts })).toEqual([])
    },
  )
})
