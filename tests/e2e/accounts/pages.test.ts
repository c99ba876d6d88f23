import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn, waitForMailLink, waitForSignedOut } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, findOverflowingWidths, openBrowser, openPage } from '../helpers/browser.ts'
import { PASSWORD, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  await (await signUp(site.endpoint, 'ann', 'ann@example.com')).disconnect()
})

afterAll(async () => {
  await closeBrowser(browser)
  await site?.close()
})

/** Moves the focus to an element with the Tab key only. */
async function tabTo(page: Page, expected: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press(key)
    if (await expected.evaluate(element => element === document.activeElement)) return
  }
  throw new Error(`The tabulator never reached ${expected}`)
}

describe('every account page', () => {
  it('has no serious accessibility problem (axe), on a phone and on a desktop, in dark and light mode', async () => {
    const visitor = ['/sign-in', '/sign-up', '/forgot-password', '/change-password', '/account', '/account/delete']
    const found: string[] = []
    const checkPage = async (page: Page, what: string): Promise<void> => {
      found.push(...(await findAccessibilityProblemsInBothThemes(page, what)))
    }
    const { page } = await openPage(browser)
    for (const path of visitor) {
      await page.goto(site.url + path)
      await page.locator('main').waitFor()
      await checkPage(page, path)
    }
    await page.goto(`${site.url}/sign-up`)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Use at least 8 characters.').waitFor()
    await checkPage(page, 'a wrong sign-up')
    for (const [path, heading] of [
      ['/#/reset-password/never', 'Set a new password'],
      ['/machines#/enroll-account/never', 'Choose a password for your new account'],
      ['/#/verify-email/never', 'This link no longer works.'],
    ] as const) {
      await page.goto(site.url + path)
      await page.getByRole('heading', { name: heading }).waitFor()
      await checkPage(page, path)
      await page.reload()
    }
    await page.goto(`${site.url}/#/reset-password/never`)
    await page.getByLabel('New password').fill('multiball madness')
    await page.getByRole('button', { name: 'Save password and sign in' }).click()
    await page.getByRole('heading', { name: 'This link no longer works.' }).waitFor()
    await checkPage(page, 'a used link')
    await page.context().close()

    const player = await openSignedIn(browser, site, 'ann')
    await player.page.getByText('This device').waitFor()
    await player.page.getByRole('button', { name: 'Change email' }).click()
    await checkPage(player.page, '/account, signed in')
    await player.page.goto(`${site.url}/change-password`)
    await player.page.getByLabel('Current password').waitFor()
    await checkPage(player.page, '/change-password, signed in')
    await player.page.goto(`${site.url}/account/delete`)
    await player.page.getByLabel('Your password').fill('whatever it is')
    await checkPage(player.page, '/account/delete, signed in')
    await player.page.getByRole('button', { name: 'Delete my account' }).click()
    await player.page.getByRole('button', { name: 'Delete account' }).waitFor()
    await checkPage(player.page, 'the last question')
    expect(player.problems).toEqual([])
    await player.page.context().close()
    expect(found).toEqual([])
  })

  it('is never wider than the screen, from 360 px to 4K', async () => {
    const { page } = await openSignedIn(browser, site, 'ann')
    await page.getByText('This device').waitFor()
    for (const path of ['/account', '/change-password', '/account/delete', '/forgot-password', '/#/reset-password/never']) {
      if (!page.url().endsWith(path)) await page.goto(site.url + path)
      await page.getByRole('main').locator('form').first().waitFor()
      expect(await findOverflowingWidths(page), path).toEqual([])
    }
    await page.context().close()
  })

  it('says without JavaScript that it needs it', async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false })
    for (const path of ['/sign-in', '/sign-up', '/forgot-password', '/change-password', '/account', '/account/delete']) {
      await page.goto(site.url + path)
      await page.getByText(/needs JavaScript\. You can browse everything else without it\./).waitFor({ timeout: 2000 })
    }
  })
})

describe('a form that is older than its script', () => {
  it('sends nothing by itself, and keeps what was typed', async () => {
    const { page, problems } = await openPage(browser)
    const posts: string[] = []
    page.on('request', request => void (request.method() === 'POST' && posts.push(request.url())))
    let release = (): void => {}
    const script = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/*.js', async route => {
      await script
      await route.continue()
    })
    await page.goto(`${site.url}/sign-in?next=%2Faccount`, { waitUntil: 'commit' })
    await page.getByLabel('User name or email').fill('ann')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click({ force: true })
    release()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('You sign in as ann.').waitFor()
    expect(posts).toEqual([])
    expect(problems).toEqual([])
  })
})

describe('a user without a mouse', () => {
  it('signs up, out and in again', async () => {
    const { page, problems } = await openPage(browser)
    const { keyboard } = page
    await page.goto(`${site.url}/sign-up?next=%2Faccount`)
    await page.getByRole('button', { name: 'Create account' }).and(page.locator(':not([aria-disabled])')).waitFor()
    await keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/skip/i)
    await keyboard.press('Enter')
    await tabTo(page, page.getByLabel('User name'))
    await keyboard.type('kay')
    await keyboard.press('Tab')
    await keyboard.type('kay@example.com')
    await keyboard.press('Tab')
    await keyboard.type('short')
    await keyboard.press('Enter')
    await page.getByText('Use at least 8 characters.').waitFor()
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('password')
    await keyboard.press('ControlOrMeta+A')
    await keyboard.type('kay plays pinball')
    await tabTo(page, page.getByRole('button', { name: 'Show password' }))
    await keyboard.press('Space')
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
    await tabTo(page, page.getByRole('button', { name: 'Create account' }))
    await keyboard.press('Enter')
    await page.getByText('You sign in as kay.').waitFor()

    // The next page has the focus in its main part, which the navigation is before.
    await tabTo(page, page.getByRole('button', { name: 'Sign out' }), 'Shift+Tab')
    await keyboard.press('Enter')
    await waitForSignedOut(page)
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Sign in' }))
    await keyboard.press('Enter')
    await page.waitForURL('**/sign-in?next=%2Faccount')
    await tabTo(page, page.getByLabel('User name or email'))
    await keyboard.type('kay')
    await keyboard.press('Tab')
    await keyboard.type('kay plays pinball')
    await keyboard.press('Enter')
    await page.getByText('You sign in as kay.').waitFor()
    expect(problems).toEqual([])
  })

  it('has the focus moved to the form that a link opens, and to the page again when the form is closed', async () => {
    const { page, problems } = await openPage(browser)
    await page.goto(`${site.url}/forgot-password`)
    await tabTo(page, page.getByLabel('Email', { exact: true }))
    await page.keyboard.type('ann@example.com')
    await page.keyboard.press('Enter')
    await page.getByText('The people who run it can look your link up').waitFor()
    await page.goto(site.url + (await waitForMailLink(site, 'ann@example.com', 'reset-password')))
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await tabTo(page, page.getByRole('button', { name: 'Not now' }))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    expect(problems).toEqual([])
  })
})
