import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillLoginForm, openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, findOverflowingWidths, openBrowser, openPage } from '../helpers/browser.ts'
import { ForeignPage } from '../helpers/foreign-page.ts'
import { PASSWORD, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { runStatement } from '../helpers/site-database.ts'
import { startSubProxy } from '../helpers/sub-proxy.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

let site: Site
let browser: Browser
let league: ForeignPage

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  league = await new ForeignPage(site.url, 'openid profile submit').open()
  browser = await openBrowser()
  for (const name of ['boss', 'ann', 'bea', 'cleo']) await (await signUp(site.endpoint, name)).disconnect()
  await site.admin('roles', '--add', 'admin', '--username', 'boss')
})
afterAll(async () => {
  await closeBrowser(browser)
  await league?.close()
  await site?.close()
})

const back = (page: Page): Promise<void> => page.waitForURL(url => url.href.startsWith(league.back))
const allow = (page: Page) => page.getByRole('button', { name: 'Allow', exact: true })

it('an administrator registers an application, and sees its client ID', async () => {
  const { page, problems } = await openSignedIn(browser, site, 'boss', { path: '/admin/settings' })
  await page.getByRole('heading', { name: 'No applications yet' }).waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'applications-none')).toEqual([])
  await page.getByRole('button', { name: 'Register an application' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Register', exact: true }).click()
  await dialog.getByText('Enter at least one address.').waitFor()
  await dialog.getByLabel('Name').fill('League of the north')
  await dialog.getByLabel('Redirect addresses').fill('http://league.example/back')
  await dialog.getByRole('button', { name: 'Register', exact: true }).click()
  await dialog.getByText('Enter addresses such as').waitFor()
  await dialog.getByLabel('Redirect addresses').fill(league.back)
  await dialog.getByLabel('On a server').check()
  expect(await findAccessibilityProblemsInBothThemes(page, 'application-new')).toEqual([])
  await dialog.getByRole('button', { name: 'Register', exact: true }).click()
  await dialog.getByText(/^skillshot_app_/).waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'application-secret')).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Remove League of the north' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { name: 'No applications yet' }).waitFor()
  await page.getByRole('button', { name: 'Register an application' }).click()
  await dialog.getByLabel('Name').fill('League of the north')
  await dialog.getByLabel('Redirect addresses').fill(league.back)
  await dialog.getByLabel('In the browser').check()
  await dialog.getByRole('button', { name: 'Register', exact: true }).click()
  league.clientId = (await dialog.locator('code').textContent())!
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText(league.clientId).waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'applications')).toEqual([])
  expect(await findOverflowingWidths(page)).toEqual([])
  expect(problems).toEqual([])
})

it('shows an administrator the secret of a new application although the list cannot be read again', async () => {
  const { page } = await openPage(browser)
  const proxy = await startSubProxy(page.context())
  await page.goto(`${site.url}/sign-in?next=/admin/settings`)
  await fillLoginForm(page, 'boss')
  await page.getByRole('button', { name: 'Register an application' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('League of the east')
  await dialog.getByLabel('Redirect addresses').fill(league.back)
  await dialog.getByLabel('On a server').check()
  proxy.refuse(500, 'oauth.all')
  await dialog.getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByText('The applications didn’t load.').waitFor()
  expect(await dialog.getByText(/^skillshot_app_/).count()).toBe(1)
  await dialog.getByRole('button', { name: 'Done' }).click()
  proxy.restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Remove League of the east' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove League of the east' }).waitFor({ state: 'detached' })
  await page.context().close()
})

it('asks before anything is passed on, at the width of a phone', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  await page.goto(league.url)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Sign in to League of the north with your account here?' }).waitFor()
  await page.getByText('Nothing is passed on that you don’t allow.').waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'consent-visitor')).toEqual([])
  await page.setViewportSize(PHONE.viewport)
  await page.locator('main').getByRole('link', { name: 'Sign in' }).click()
  await fillLoginForm(page, 'ann')
  // Back from the sign-in page, to the same request.
  await page.waitForURL(/\/consent\//)
  await allow(page).waitFor()
  for (const words of [
    'You’re signed in as ann.',
    'recognise you when you come back',
    'see your name, your username and your photo',
    'read everything that you see here',
    'enter scores and likes in your name',
    'neither your email address nor your password',
    new URL(league.url).host,
  ])
    await page.getByText(words).waitFor()
  expect(await page.getByText('run your events').count()).toBe(0)
  expect(await findAccessibilityProblemsInBothThemes(page, 'consent')).toEqual([])
  expect(await findOverflowingWidths(page)).toEqual([])
  await page.setViewportSize(PHONE.viewport)
  await allow(page).click()
  await back(page)
  await page.getByRole('heading', { name: 'You’re signed in.' }).waitFor()
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('state')).toBe('state-of-the-league')
  expect(searchParams.get('iss')).toBe(site.url)
  const token = await league.exchange(searchParams.get('code')!)
  const info = await fetch(`${site.url}/oauth/userinfo`, { headers: { authorization: `Bearer ${token}` } })
  expect(await info.json()).toMatchObject({ preferred_username: 'ann' })
  expect(problems).toEqual([])
})

it('takes the answer by keyboard, asks again, and forgets what is revoked on the page of the account', async () => {
  const { page, problems } = await openSignedIn(browser, site, 'ann', { path: '/account' })
  const panel = page
    .getByRole('region', { name: 'Applications you allowed' })
    .or(page.locator('section', { hasText: 'Applications you allowed' }))
  await panel.first().getByText('League of the north').waitFor()
  await panel.first().getByText('Read what you see · Enter your scores and likes').waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'account')).toEqual([])
  await page.goto(league.url)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await allow(page).waitFor()
  await allow(page).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await back(page)
  await page.getByRole('heading', { name: 'Not signed in: access_denied' }).waitFor()
  await page.goto(league.url)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await allow(page).focus()
  await page.keyboard.press('Enter')
  await back(page)
  const token = await league.exchange(new URL(page.url()).searchParams.get('code')!)
  const read = async (): Promise<number> =>
    (await fetch(`${site.url}/api/v1/groups/mine`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await read()).toBe(200)
  await page.goto(`${site.url}/account`)
  await page.getByRole('button', { name: 'Revoke League of the north' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('You have allowed none.').waitFor()
  expect(await read()).toBe(401)
  expect(problems).toEqual([])
})

it('asks once, and then leads straight back, until more is asked for, the application wants a question, or it is revoked', async () => {
  const cup = await new ForeignPage(site.url, 'openid read').open()
  try {
    const { page: settings } = await openSignedIn(browser, site, 'boss', { path: '/admin/settings' })
    await settings.getByRole('button', { name: 'Register an application' }).click()
    const dialog = settings.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Cup of the south')
    await dialog.getByLabel('Redirect addresses').fill(cup.back)
    await dialog.getByLabel('On a server').check()
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    cup.secret = (await dialog.getByText(/^skillshot_app_/).textContent())!
    cup.clientId = (await dialog.locator('code').first().textContent())!

    const { page, problems } = await openSignedIn(browser, site, 'ann', { path: '/account', ...PHONE })
    /** Every state of the page of consent that was on the screen. */
    const shown: string[] = []
    await page.exposeFunction('noteConsent', (text: string) => shown.push(text))
    await page.addInitScript(() => {
      if (!location.pathname.startsWith('/consent/')) return
      const note = (): void =>
        void (window as unknown as { noteConsent(text: string): void }).noteConsent(document.querySelector('main')?.textContent ?? '')
      new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true })
    })
    const begin = async (): Promise<void> => {
      await page.goto(cup.url)
      shown.length = 0
      await page.getByRole('link', { name: 'Sign in' }).click()
    }
    const signedIn = page.getByRole('heading', { name: 'You’re signed in.' })
    await begin()
    await allow(page).click()
    await signedIn.waitFor()
    expect(shown.some(text => text.includes('You’re signed in as ann.'))).toBe(true)

    const answer = '**/consent/*/answer'
    const going = page.getByText('You’ve allowed this before. Signing you in …')
    await page.route(answer, async route => {
      await going.waitFor()
      expect(await findAccessibilityProblemsInBothThemes(page, 'consent-going')).toEqual([])
      await page.setViewportSize(PHONE.viewport)
      await route.abort()
    })
    await begin()
    // Whatever goes wrong on the way, the page asks.
    await allow(page).waitFor()
    await page.unroute(answer)
    await page.route(answer, async route => {
      await going.waitFor()
      await route.continue()
    })
    await begin()
    await signedIn.waitFor()
    await page.unroute(answer)
    expect(shown.filter(text => text.includes('Cup of the south') || text.includes('Allow'))).toEqual([])
    const token = await cup.exchange(new URL(page.url()).searchParams.get('code')!)
    const info = await fetch(`${site.url}/oauth/userinfo`, { headers: { authorization: `Bearer ${token}` } })
    expect(info.status).toBe(200)
    await page.goBack()
    await page.getByRole('heading', { name: 'The league' }).waitFor()

    cup.more = { prompt: 'consent' }
    await begin()
    await allow(page).waitFor()
    cup.more = {}
    cup.scope = 'openid read submit'
    await begin()
    await page.getByText('enter scores and likes in your name').waitFor()
    cup.scope = 'openid read'

    // Whoever has to sign in here first is not asked either.
    const { page: elsewhere } = await openPage(browser)
    await elsewhere.goto(cup.url)
    await elsewhere.getByRole('link', { name: 'Sign in' }).click()
    await elsewhere.locator('main').getByRole('link', { name: 'Sign in' }).click()
    await fillLoginForm(elsewhere, 'ann')
    await elsewhere.getByRole('heading', { name: 'You’re signed in.' }).waitFor()

    await page.goto(`${site.url}/account`)
    await page.getByRole('button', { name: 'Revoke Cup of the south' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke Cup of the south' }).waitFor({ state: 'detached' })
    await begin()
    await allow(page).click()
    await signedIn.waitFor()
    expect(problems.filter(each => !each.includes('net::ERR_FAILED'))).toEqual([])
  } finally {
    await cup.close()
  }
})

it('lets somebody else sign in first, where the browser is another’s', async () => {
  const { page } = await openSignedIn(browser, site, 'bea', { path: '/account', ownSession: true })
  await page.goto(league.url)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByText('You’re signed in as bea.').waitFor()
  await page.getByRole('button', { name: 'Use another account' }).click()
  await page.locator('main').getByRole('link', { name: 'Sign in' }).click()
  await fillLoginForm(page, 'ann')
  await page.getByText('You’re signed in as ann.').waitFor()
})

it('keeps the question for the password, and what is typed in it, while the connection is lost and comes back', async () => {
  const { page } = await openPage(browser, PHONE)
  const proxy = await startSubProxy(page.context())
  await page.goto(league.url)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.locator('main').getByRole('link', { name: 'Sign in' }).click()
  await fillLoginForm(page, 'cleo')
  await allow(page).waitFor()
  await runStatement(site, "UPDATE login_tokens SET proved_at = proved_at - interval '1 hour'", [])
  await allow(page).click()
  const password = page.getByRole('dialog').getByLabel('Your password')
  await password.fill(PASSWORD)
  const loggedInAgain = page.evaluate(
    () =>
      new Promise<void>(resolve => {
        let wasBusy = false
        const look = (): void => {
          const other = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Use another account')
          const isBusy = other === undefined || other.getAttribute('aria-disabled') === 'true'
          if (wasBusy && !isBusy) resolve()
          wasBusy ||= isBusy
        }
        new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
      }),
  )
  await proxy.closeSockets()
  await loggedInAgain
  await page.getByText('You’re signed in as cleo.').waitFor()
  expect(await password.inputValue()).toBe(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await back(page)
  await page.getByRole('heading', { name: 'You’re signed in.' }).waitFor()
  await page.context().close()
})

it('says on a page of its own why a request cannot go on', async () => {
  const { page } = await openPage(browser, PHONE)
  await page.goto(`${site.url}/oauth/authorize?client_id=nobody&redirect_uri=https://evil.example&response_type=code`)
  await page.getByText('isn’t registered here, or not any more').waitFor()
  expect(new URL(page.url()).pathname).toBe('/consent/application')
  expect(await findAccessibilityProblemsInBothThemes(page, 'problem')).toEqual([])
  // Somebody else's request.
  await page.goto(`${site.url}/consent/x`)
  await page.getByText('This request has ended').waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'ended')).toEqual([])
})
