import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scaleBudget } from '../../security/timing-budget.ts'
import { fillLoginForm, getHistory, openSignedIn, SESSION_ENDED_MESSAGE, waitForSignedOut } from '../helpers/account-visits.ts'
import { closeBrowser, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { PASSWORD, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  for (const name of ['ann', 'bea', 'cid', 'dov', 'eve']) await (await signUp(site.endpoint, name)).disconnect()
})

afterAll(async () => {
  await closeBrowser(browser)
  await site?.close()
})

/** Opens the account page in another tab of the same browser and brings the first tab back to the front, where nothing is throttled. */
async function openTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(`${site.url}/account`)
  await page.bringToFront()
  return tab
}

const signedIn = (page: Page): Promise<void> => page.getByText('This device').waitFor()

/** Waits until the panel shows that there are no other sessions. */
const alone = (page: Page): Promise<void> => page.getByText('No other devices.').waitFor()

describe('a user who has signed in', () => {
  it('goes back to the page before the sign-in page', async () => {
    const { page, problems } = await openPage(browser)
    await page.goto(`${site.url}/machines`)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await fillLoginForm(page, 'ann')
    await page.waitForURL(`${site.url}/`)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Machines' }).waitFor()
    expect(await getHistory(page)).toEqual(['about:blank', `${site.url}/machines`, `${site.url}/`])
    expect(problems).toEqual([])
    await page.context().close()
  })
})

describe('two tabs of a browser', () => {
  it('sign in and out together, within seconds', async () => {
    const { page, problems } = await openPage(browser)
    await page.goto(`${site.url}/account`)
    await waitForSignedOut(page)
    const tab = await openTab(page)
    await waitForSignedOut(tab)
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await fillLoginForm(page, 'ann')
    await signedIn(page)
    await tab.getByText('This device').waitFor({ timeout: scaleBudget(6000) })
    await tab.getByRole('button', { name: 'Sign out', exact: true }).click()
    await waitForSignedOut(tab)
    await page.getByRole('heading', { name: 'Sign in first.' }).waitFor({ timeout: scaleBudget(6000) })
    // The tab may learn of the end of its session from the server before it notices the change of the local storage.
    expect(problems.filter(line => line !== SESSION_ENDED_MESSAGE)).toEqual([])
  })

  it('leave nothing of the former user on the page when another one signs in elsewhere', async () => {
    const other = await openSignedIn(browser, site, 'bea')
    const { page, problems } = await openSignedIn(browser, site, 'ann')
    await page.getByRole('button', { name: 'Add email' }).click()
    await page.getByLabel('New email').fill('ann@home.example')
    const login = await other.page.evaluate(() => Object.entries({ ...localStorage }).filter(([key]) => key.startsWith('Meteor.')))
    await page.evaluate(entries => {
      // A tab in the background is rendered so seldom that it never shows that nobody is signed in.
      Object.defineProperty(document, 'hidden', { value: true })
      for (const [key, value] of entries) localStorage.setItem(key, value)
    }, login)
    await page.getByRole('link', { name: 'bea' }).first().waitFor()
    await page.getByRole('button', { name: 'Add email' }).waitFor()
    expect(await page.getByLabel('New email').count()).toBe(0)
    expect(problems).toEqual([])
    for (const tab of [page, other.page]) await tab.context().close()
  })

  it('stay signed in together when one of them ends all other sessions, which another browser is signed out by', async () => {
    const other = await openSignedIn(browser, site, 'bea')
    const { page, problems } = await openSignedIn(browser, site, 'bea', { ownSession: true })
    const tab = await openTab(page)
    await signedIn(tab)
    await tab.evaluate(() => {
      document.body.dataset.loaded = 'once'
    })
    const token = await page.evaluate(() => localStorage.getItem('Meteor.loginToken'))
    await page.getByRole('button', { name: 'Sign out all other devices' }).click()
    await alone(page)
    await waitForSignedOut(other.page)
    await tab.waitForFunction(before => localStorage.getItem('Meteor.loginToken') !== before, token)
    // The tab's old token has ended, so its requests now depend on the new one.
    await tab.getByLabel('Where you play').fill('Turin')
    await tab.getByRole('button', { name: 'Save profile' }).click()
    await tab.getByText('Saved.').waitFor()
    await signedIn(tab)
    expect(await tab.evaluate(() => document.body.dataset.loaded)).toBe('once')
    expect(await other.page.evaluate(() => Object.keys(localStorage))).toEqual([])
    expect(other.problems).toEqual([SESSION_ENDED_MESSAGE])
    expect(problems).toEqual([])
  })
})

describe('the list of sessions', () => {
  it('says which one is this, and on what each of the others is; ending one signs that browser out', async () => {
    const phone = await openSignedIn(browser, site, 'cid', {
      viewport: { width: 390, height: 844 },
      userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    })
    await signedIn(phone.page)
    const { page, problems } = await openSignedIn(browser, site, 'cid', { ownSession: true })
    const panel = page.getByRole('region', { name: 'Your devices' })
    const item = panel.getByRole('listitem')
    // The third session is that of the client that created the account, which is not a browser.
    await expect.poll(() => item.allTextContents()).toHaveLength(3)
    expect(await item.filter({ hasText: 'This device' }).textContent()).toMatch(/^Chrome on Linux/)
    await page.getByRole('button', { name: 'Sign out Firefox on Android' }).click()
    await waitForSignedOut(phone.page)
    await expect.poll(() => item.allTextContents()).toHaveLength(2)
    await signedIn(page)
    expect(phone.problems).toEqual([SESSION_ENDED_MESSAGE])
    expect(problems).toEqual([])
  })
})

describe('changing the password', () => {
  it('says at the field what is wrong, signs other browsers out, and keeps this one’s tabs', async () => {
    const other = await openSignedIn(browser, site, 'dov')
    const { page, problems } = await openSignedIn(browser, site, 'dov', { ownSession: true, path: '/change-password' })
    const tab = await openTab(page)
    await signedIn(tab)
    const [old, password] = [page.getByLabel('Current password'), page.getByLabel('New password')]
    const send = (): Promise<void> => page.getByRole('button', { name: 'Change password' }).click()
    const wrongAt = async (field: typeof old, words: string): Promise<void> => {
      await page.getByText(words).waitFor()
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      expect(
        await field.evaluate(input => document.getElementById(input.getAttribute('aria-describedby')!.split(' ').at(-1)!)?.textContent),
      ).toContain(words)
      await expect.poll(() => field.evaluate(input => input === document.activeElement)).toBe(true)
    }
    await old.fill('not the password')
    await password.fill('multiball madness')
    await send()
    await wrongAt(old, 'That password isn’t right.')
    await old.fill(PASSWORD)
    await password.fill('short')
    await send()
    await wrongAt(password, 'Use at least 8 characters.')
    await password.fill('password1')
    await send()
    await wrongAt(password, 'This password is too common. Choose another one.')
    await password.fill('multiball madness')
    await send()
    await page.getByText('Your password was changed.').waitFor()
    await waitForSignedOut(other.page)
    await page.getByRole('link', { name: 'Go to your account' }).click()
    await signedIn(page)
    await tab.reload()
    await signedIn(tab)
    await other.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await fillLoginForm(other.page, 'dov', PASSWORD)
    await other.page.getByText('Wrong user name or password.').waitFor()
    await fillLoginForm(other.page, 'dov', 'multiball madness')
    await signedIn(other.page)
    expect(other.problems).toEqual([SESSION_ENDED_MESSAGE])
    expect(problems).toEqual([])
  })
})

describe('a server that is away for a while', () => {
  it('is told on the account pages, and afterwards everybody is still signed in', async () => {
    const observed = await openSignedIn(browser, site, 'eve')
    const visitor = await openPage(browser)
    await visitor.page.goto(`${site.url}/sign-in`)
    for (const each of [observed, visitor]) {
      await waitUntilLive(each)
      await each.page.waitForLoadState('networkidle')
    }
    await signedIn(observed.page)
    await site.stop()
    for (const { page } of [observed, visitor]) await page.getByText('Connection lost').waitFor()
    expect(await observed.page.getByLabel('Name', { exact: true }).inputValue()).toBe('eve')
    await observed.page.getByLabel('Where you play').fill('Offline')
    await observed.page.getByRole('button', { name: 'Save profile' }).click()
    await fillLoginForm(visitor.page, 'eve')
    await site.start()
    for (const { page } of [observed, visitor]) {
      await page
        .getByRole('button', { name: 'Reconnect now' })
        .click({ timeout: 1000 })
        .catch(() => undefined)
      await page.getByText('Connection lost').waitFor({ state: 'detached' })
    }
    await visitor.page.waitForURL(`${site.url}/`)
    await observed.page.getByText('Saved.').waitFor()
    await observed.page.reload()
    await signedIn(observed.page)
    expect(await observed.page.getByLabel('Where you play').inputValue()).toBe('Offline')
    expect([...observed.problems, ...visitor.problems].filter(line => !/WebSocket|ERR_CONNECTION/.test(line))).toEqual([])
  })
})
