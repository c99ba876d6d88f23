import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeBrowser, openBrowser, openPage } from '../helpers/browser.ts'
import { watchLayoutShifts } from '../helpers/layout-shifts.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { startSubProxy } from '../helpers/sub-proxy.ts'

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

describe('a page whose data the server cannot send again', () => {
  it.each([390, 1280])('keeps it with a note, moves nothing, and is right after the next try (%i px)', async width => {
    const { page } = await openPage(browser, { motion: true, viewport: { width, height: 844 } })
    const proxy = await startSubProxy(page.context())
    const rows = page.locator('tr[data-row]')
    const outdated = page.getByText('Some of this page may be out of date. Retrying…')
    await page.goto(`${site.url}/machines/${machineId}`)
    await page.waitForLoadState('networkidle')
    const before = await rows.count()
    const shifts = await watchLayoutShifts(page)
    for (const error of [500, 'too-many-requests']) {
      proxy.refuse(error, 'boards.top', 'machines.one')
      await proxy.closeSockets()
      await outdated.waitFor()
      expect([await rows.count(), await page.getByRole('heading', { level: 1 }).textContent()]).toEqual([before, 'Attack from Mars'])
      expect(await page.getByRole('alert').count()).toBe(0)
      proxy.restore()
      await outdated.waitFor({ state: 'detached' })
    }
    expect(await shifts()).toBe(0)
    const other = await signUp(site.endpoint, `other${width}`)
    await other.submit(machineId, 6_000_000_000 + width)
    await expect.poll(() => rows.count()).toBe(before + 1)
    await other.disconnect()
    await page.context().close()
  })

  it('is taken away right away where the server refuses it', async () => {
    const { page } = await openPage(browser)
    const proxy = await startSubProxy(page.context())
    await page.goto(`${site.url}/machines/${machineId}`)
    await page.waitForLoadState('networkidle')
    proxy.refuse(500, 'boards.top')
    await proxy.closeSockets()
    await page.getByText('Some of this page may be out of date. Retrying…').waitFor()
    proxy.refuse(403, 'boards.top')
    await page.locator('tr[data-row]').first().waitFor({ state: 'detached' })
    await page.getByRole('alert').waitFor()
    await page.context().close()
  })
})

describe('adding a score', () => {
  it('says of a machine that cannot be loaded that it cannot, and keeps what was typed', async () => {
    const { page } = await openPage(browser, { motion: true, viewport: { width: 390, height: 844 } })
    const proxy = await startSubProxy(page.context())
    proxy.refuse(500, 'machines.one')
    await page.goto(site.url)
    await page.waitForLoadState('networkidle')
    // Navigates inside the app, so that no page from the server brings the machine.
    await page.evaluate(path => {
      history.pushState(null, '', path)
      history.pushState(null, '', '/')
      history.back()
    }, `/submit?machine=${machineId}`)
    await page.getByLabel('Score', { exact: true }).fill('123456')
    await page.locator('main form button[type=submit]').click()
    await page.getByText(/^This machine couldn’t be loaded\./).waitFor()
    expect(await page.getByLabel('Score', { exact: true }).inputValue()).toBe('123,456')
    await page.context().close()
  })
})
