import type { Browser, Page } from 'playwright-core'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTcpProxy, type TcpProxy } from '../../tcp-proxy.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblems, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const SECRET = 'Attack Speakeasy'

let site: Site
let browser: Browser
let proxy: TcpProxy
let ann: Player
let machineId: string
const groupId = v7()

beforeAll(async () => {
  proxy = await startTcpProxy(() => ({ host: '127.0.0.1', port: Number(new URL(site.url).port) }))
  site = await startSite({ RATE_LIMITS: 'off', ALLOWED_ORIGINS: proxy.url })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann')
  await ann.call('players.edit', { displayName: 'Attila Ann' })
  machineId = await ann.findMachine('attack from mars')
  await ann.call('groups.add', { _id: groupId, name: SECRET, visibility: 'private' })
})

afterAll(async () => {
  await ann?.disconnect()
  await proxy?.close()
  await closeBrowser(browser)
  await site?.close()
})

const box = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true })
const options = (page: Page) => page.getByRole('listbox').getByRole('option')
/** The text of the active option (`aria-activedescendant`), which a screen reader announces. */
const chosen = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null)

describe('on a desk', () => {
  it('needs nothing but the keyboard', async () => {
    const observed = await openSignedIn(browser, site, 'ann', { path: '/machines' })
    const { page } = observed
    await page.getByRole('heading', { level: 1, name: 'Machines' }).waitFor()
    await waitUntilLive(observed)
    await page.keyboard.press('/')
    await expect.poll(() => box(page).evaluate(element => element === document.activeElement)).toBe(true)
    expect(await box(page).getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.type('Átt')
    await expect.poll(() => options(page).count()).toBe(3)
    expect(await page.getByRole('listbox', { name: 'Results' }).getByRole('group').count()).toBe(3)
    expect(await page.getByRole('group', { name: 'Players' }).getByRole('option').textContent()).toContain('Attila Ann')
    expect(await box(page).getAttribute('aria-expanded')).toBe('true')
    await page.getByRole('status').filter({ hasText: '3 matches.' }).waitFor({ state: 'attached' })

    expect(await chosen(page)).toContain('Attack from Mars')
    await page.keyboard.press('ArrowUp')
    expect(await chosen(page)).toContain(SECRET)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await chosen(page)).toContain('Attila Ann')
    expect(await page.getByRole('listbox').getByRole('option', { selected: true }).count()).toBe(1)

    await page.keyboard.press('Escape')
    expect(await options(page).count()).toBe(0)
    expect(await box(page).inputValue()).toBe('Átt')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => chosen(page)).toContain('Attack from Mars')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.url}/machines/${machineId}`)
    expect(observed.problems).toEqual([])
    await page.context().close()
  })

  it('opens the best match for who types and presses Enter at once, from wherever Ctrl+K is pressed', async () => {
    const observed = await openPage(browser)
    const { page } = observed
    await page.goto(`${site.url}/groups`)
    await waitUntilLive(observed)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('attack from')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Attack from Mars' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/machines/${machineId}`)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('attack from')
    await options(page).first().waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('attila')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.url}/players/ann`)
    expect(observed.problems).toEqual([])
    await page.context().close()
  })

  it('goes on from one page to the next of its kind with an empty box', async () => {
    const observed = await openPage(browser)
    const { page } = observed
    await page.goto(`${site.url}/machines/${machineId}`)
    await waitUntilLive(observed)
    await box(page).fill('medieval')
    await page.getByRole('option', { name: 'Medieval Madness' }).click()
    await page.getByRole('heading', { level: 1, name: 'Medieval Madness' }).waitFor()
    expect(await box(page).inputValue()).toBe('')
    expect(await options(page).count()).toBe(0)
    await page.context().close()
  })

  it('leaves a slash to who types it elsewhere, and closes when one goes away', async () => {
    const observed = await openPage(browser)
    const { page } = observed
    await page.goto(`${site.url}/machines`)
    await waitUntilLive(observed)
    const other = page.getByRole('searchbox', { name: 'Find a machine' })
    await other.focus()
    await page.keyboard.type('a/b')
    expect(await other.inputValue()).toBe('a/b')
    await box(page).fill('att')
    await options(page).first().waitFor()
    await other.focus()
    expect(await options(page).count()).toBe(0)
    await page.context().close()
  })

  it('leaves private groups out for those who are no members', async () => {
    const observed = await openPage(browser)
    const { page } = observed
    await page.goto(site.url)
    await waitUntilLive(observed)
    await box(page).fill('attack speakeasy')
    await page.getByText('No results for “attack speakeasy”.').waitFor()
    expect(await page.content()).not.toContain(SECRET)
    await page.context().close()
  })
})

describe('when it cannot answer', () => {
  it('says what is wrong with what was typed, and asks again when told to', async () => {
    const observed = await openPage(browser)
    const { page } = observed
    await page.goto(site.url)
    await waitUntilLive(observed)
    await box(page).fill('att\u0007')
    await page.getByText('Text: Remove the characters that can’t be seen.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Text: Remove the characters that can’t be seen.').waitFor()
    await box(page).fill('att')
    await options(page).first().waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await page.context().close()
  })

  it('says that there is no connection, and goes on when it is back', async () => {
    const observed = await openPage(browser)
    const { page } = observed
    await page.goto(proxy.url)
    await waitUntilLive(observed)
    await box(page).fill('atti')
    await page.getByRole('option', { name: 'Attila Ann' }).waitFor()
    proxy.refuseConnections()
    await page.getByText('No connection.', { exact: true }).waitFor()
    expect(await options(page).count()).toBe(0)
    await box(page).fill('attack from')
    proxy.restore()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page.getByRole('option', { name: 'Attack from Mars' }).waitFor()
    await page.context().close()
  })

  it('is a form that asks the catalogue where there is no JavaScript', async () => {
    for (const options of [{}, { viewport: PHONE.viewport }]) {
      const { page } = await openPage(browser, { ...options, javaScriptEnabled: false })
      await page.goto(`${site.url}/groups`)
      if ('viewport' in options) {
        await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
        await page.waitForURL(/\/machines\??$/)
      } else {
        await page.getByRole('banner').getByRole('textbox', { name: 'Search' }).fill('attack')
        await page.keyboard.press('Enter')
        await page.waitForURL(`${site.url}/machines?q=attack`)
        expect(await page.getByRole('main').textContent()).toContain('Attack from Mars')
      }
      await page.context().close()
    }
  })
})

describe('on a phone', () => {
  it('is a dialog behind a button, which has the focus again when it is closed', async () => {
    const observed = await openPage(browser, PHONE)
    const { page } = observed
    await page.goto(site.url)
    await waitUntilLive(observed)
    const button = page.getByRole('banner').getByRole('button', { name: 'Search' })
    await button.tap()
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.waitFor()
    await expect.poll(() => box(page).evaluate(element => element === document.activeElement)).toBe(true)
    await page.keyboard.type('attila')
    await dialog.getByRole('option', { name: 'Attila Ann' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate(element => element === document.activeElement)).toBe(true)

    await button.tap()
    await box(page).fill('attila')
    await dialog.getByRole('option', { name: 'Attila Ann' }).tap()
    await page.waitForURL(`${site.url}/players/ann`)
    await dialog.waitFor({ state: 'detached' })
    expect(observed.problems).toEqual([])
    await page.context().close()
  })
})

describe('accessibility', () => {
  it('has no serious accessibility problem (axe), on a phone and on a desktop, in dark and light mode', async () => {
    for (const colorScheme of ['dark', 'light'] as const)
      for (const device of [{}, PHONE]) {
        const observed = await openPage(browser, { colorScheme, ...device })
        const { page } = observed
        await page.goto(`${site.url}/machines`)
        await waitUntilLive(observed)
        // The page may be connected shortly before it handles key presses.
        const opened = async (): Promise<boolean> => {
          await page.keyboard.press('/')
          return box(page).isVisible()
        }
        await expect.poll(opened, { timeout: 20_000, interval: 200 }).toBe(true)
        await box(page).fill('att')
        await options(page).first().waitFor()
        expect(await findAccessibilityProblems(page)).toEqual([])
        await box(page).fill('qqqqqq')
        await page.getByText('No results for “qqqqqq”.').waitFor()
        expect(await findAccessibilityProblems(page)).toEqual([])
        await page.context().close()
      }
  })
})
