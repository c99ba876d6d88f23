import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getHistory, openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblems, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { PASSWORD } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const PHONE = { width: 390, height: 844 }

let site: Site
let browser: Browser

/** A site with an administrator on which sign-up requires an invitation. */
beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off', SIGN_UPS: 'invite', INVITATIONS: 'players' })
  browser = await openBrowser()
  const [link] = /\/#\/enroll-account\/[\w-]+/.exec(await site.admin('enroll', '--username', 'boss', '--role', 'admin'))!
  const { page } = await openPage(browser)
  await page.goto(site.url + link)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Save password and sign in' }).click()
  await page.getByRole('heading', { name: 'Choose a password for your new account' }).waitFor({ state: 'detached' })
  await page.context().close()
})
afterAll(async () => {
  await closeBrowser(browser)
  await site?.close()
})

/** Creates an invitation on a page that offers this. @returns its link, as in the e-mail */
async function makeInvitation(page: Page, { uses, note }: { uses: number; note: string }): Promise<string> {
  await page.getByRole('button', { name: 'New invitation' }).click()
  await page.getByLabel('How many people can use it?').fill(String(uses))
  await page.getByLabel('Note (optional)').fill(note)
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await page.getByRole('img', { name: 'as a QR code' }).waitFor()
  const mail = await page.getByRole('link', { name: 'Share by email' }).getAttribute('href')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  return /http\S+$/.exec(decodeURIComponent(mail ?? ''))![0]
}

async function signUp(page: Page, name: string): Promise<void> {
  await page.getByLabel('User name', { exact: true }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** The server renders pages for visitors, so it answers 404 for admin pages. */
const without404 = (problems: string[]): string[] => problems.filter(line => !line.includes('status of 404'))

const row = (page: Page, note: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: note })

describe('an invitation to the site', () => {
  it('brings in whoever opens its link, who is named in the list at once, and may invite others in turn', async () => {
    const admin = await openSignedIn(browser, site, 'boss', { path: '/admin/invitations' })
    const link = await makeInvitation(admin.page, { uses: 1, note: 'For Zoe' })
    expect(link).toMatch(new RegExp(`^${site.url}/sign-up#/invitation/[\\w-]{43}$`))
    await row(admin.page, 'For Zoe').getByText('0 of 1 used').waitFor()

    const requests: string[] = []
    const guest = await openPage(browser, { viewport: PHONE })
    // The fragment is removed, because browsers do not send it: only the test sees it.
    guest.page.on('request', request => requests.push(request.url().split('#')[0]!, request.headers().referer ?? ''))
    await guest.page.goto(link)
    await guest.page.getByText('boss invited you to this site.').waitFor()
    expect(guest.page.url()).toBe(`${site.url}/sign-up`)
    await guest.page.reload()
    await guest.page.getByText('boss invited you to this site.').waitFor()
    const token = link.split('/').at(-1)!
    expect((await getHistory(guest.page)).join()).not.toContain(token)
    expect(requests).not.toHaveLength(0)
    expect(requests.join(' ')).not.toContain(token)
    await signUp(guest.page, 'zoe')
    await guest.page.waitForURL(`${site.url}/`)
    expect(await guest.page.evaluate(() => JSON.stringify({ ...window.sessionStorage }))).not.toContain(token)

    const item = row(admin.page, 'For Zoe')
    await item.getByText('1 of 1 used').waitFor()
    await item.getByText('Used up').waitFor()
    await item.getByRole('link', { name: 'zoe' }).waitFor()
    await admin.page.goto(`${site.url}/admin/users?q=zoe`)
    await admin.page.getByText('invited by boss').waitFor()

    await guest.page.goto(`${site.url}/account`)
    await guest.page.getByRole('link', { name: 'Invite people' }).click()
    await guest.page.waitForURL(`${site.url}/invitations`)
    await guest.page.getByText('No invitations yet').waitFor()
    const second = await makeInvitation(guest.page, { uses: 2, note: 'League' })
    expect(second).not.toBe(link)
    await row(guest.page, 'League').getByRole('button', { name: 'Show link for League' }).click()
    await guest.page.getByText('Works for 2 new accounts until').waitFor()
    const again = await guest.page.getByRole('link', { name: 'Share by email' }).getAttribute('href')
    expect(decodeURIComponent(again!)).toContain(second)
    expect(without404(admin.problems)).toEqual([])
    expect(guest.problems).toEqual([])
    for (const { page } of [admin, guest]) await page.context().close()
  })

  it('no longer works when it is used up or revoked, and says so before anything is typed or when the last use was taken meanwhile', async () => {
    const admin = await openSignedIn(browser, site, 'boss', { path: '/admin/invitations' })
    const link = await makeInvitation(admin.page, { uses: 1, note: 'One seat' })
    const [first, late] = [await openPage(browser), await openPage(browser, { viewport: PHONE })]
    for (const { page } of [first, late]) {
      await page.goto(link)
      await page.getByText('boss invited you to this site.').waitFor()
    }
    await signUp(first.page, 'quick')
    await first.page.waitForURL(`${site.url}/`)
    await signUp(late.page, 'slow')
    await late.page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor()
    await late.page.reload()
    await late.page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor()

    const other = await makeInvitation(admin.page, { uses: 5, note: 'Taken back' })
    await row(admin.page, 'Taken back').getByRole('button', { name: 'Revoke Taken back' }).click()
    await admin.page.getByRole('button', { name: 'Revoke invitation' }).click()
    await row(admin.page, 'Taken back').getByText('Revoked').waitFor()
    await late.page.goto(other)
    await late.page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor()
    expect(without404(admin.problems)).toEqual([])
    expect(first.problems).toEqual([])
    expect(late.problems).toEqual([])
    for (const { page } of [admin, first, late]) await page.context().close()
  })
})

describe('where an invitation is needed', () => {
  it('the pages to sign in and to sign up say so to whoever has none, also without JavaScript', async () => {
    const visitor = await openPage(browser, { viewport: PHONE })
    await visitor.page.goto(`${site.url}/sign-up`)
    await visitor.page.getByRole('heading', { name: 'You need an invitation' }).waitFor()
    expect(await visitor.page.getByLabel('Password', { exact: true }).count()).toBe(0)
    expect(visitor.problems).toEqual([])
    const plain = await openPage(browser, { javaScriptEnabled: false })
    await plain.page.goto(`${site.url}/sign-up`)
    await plain.page.getByText(/^You need an invitation to sign up here\./).waitFor()
    for (const { page } of [visitor, plain]) {
      await page.goto(`${site.url}/sign-in`)
      await page.getByText(/^You need an invitation to create an account\./).waitFor()
      expect(await page.getByRole('link', { name: 'Create account' }).count()).toBe(0)
    }
    for (const { page } of [visitor, plain]) await page.context().close()
  })

  it('no page has a serious accessibility problem (axe) or is wider than a phone, in any language and both color schemes', async () => {
    const found: string[] = []
    for (const [width, colorScheme, locale] of [
      [390, 'dark', 'en'],
      [390, 'light', 'ar'],
      [1280, 'light', 'de'],
    ] as const) {
      const options = { viewport: { width, height: 900 }, colorScheme }
      const admin = await openSignedIn(browser, site, 'boss', { path: '/admin/invitations', ...options })
      const { page } = admin
      const name = `${width} ${colorScheme} ${locale}`
      const checkPage = async (what: string): Promise<void> => {
        found.push(...(await findAccessibilityProblems(page)).map(problem => `${what} ${name}: ${problem}`))
        if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) found.push(`${what} ${name}: wider than the screen`)
      }
      await page.context().addCookies([{ name: 'locale', value: locale, url: site.url }])
      for (const path of ['/admin/invitations', '/invitations']) {
        await page.goto(site.url + path)
        await page.getByRole('main').getByRole('listitem').first().waitFor()
        await checkPage(path)
        await page.getByRole('main').locator('button').first().click()
        await page.getByRole('dialog').waitFor()
        await checkPage(`${path} new`)
        await page.getByRole('dialog').locator('button[type="submit"]').click()
        await page.getByRole('dialog').locator('svg[role="img"]').waitFor()
        await checkPage(`${path} made`)
      }
      expect(without404(admin.problems)).toEqual([])
      await page.context().close()
      const visitor = await openPage(browser, { ...options, locale })
      await visitor.page.goto(`${site.url}/sign-up`)
      await waitUntilLive(visitor)
      found.push(...(await findAccessibilityProblems(visitor.page)).map(problem => `sign-up ${name}: ${problem}`))
      await visitor.page.context().close()
    }
    expect(found).toEqual([])
  })
})
