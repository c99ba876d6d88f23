import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StandInProvider } from '../../integration/fakes/oidc-provider.ts'
import { openSignedIn, waitForSignedOut } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let provider: StandInProvider
let site: Site
let browser: Browser

beforeAll(async () => {
  provider = await new StandInProvider().open()
  for (const name of ['ann', 'bea', 'cleo', 'dora']) provider.accounts.set(name, { preferred_username: `${name} at the club` })
  site = await startSite({ RATE_LIMITS: 'off', ...provider.environment })
  provider.redirectUris = [`${site.url}/_oauth/club`]
  browser = await openBrowser()
  await (await signUp(site.endpoint, 'cleo')).disconnect()
})

afterAll(async () => {
  await closeBrowser(browser)
  await site?.close()
  await provider?.close()
})

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const continueLink = (page: Page) => page.getByRole('link', { name: 'Continue with Pinball Club' })
const signInAtProvider = (page: Page, account: string) => page.getByRole('button', { name: account, exact: true }).click()

it('signs up on a phone by going to the provider and back, and signs in there again', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  await page.goto(`${site.url}/sign-in?next=%2Faccount`)
  expect(await findAccessibilityProblemsInBothThemes(page, 'the sign-in page')).toEqual([])
  await continueLink(page).click()
  await signInAtProvider(page, 'ann')
  const name = page.getByLabel('User name')
  await expect.poll(() => name.inputValue()).toBe('ann at the club')
  expect(new URL(page.url()).hash).toBe('')
  expect(await findAccessibilityProblemsInBothThemes(page, 'the form for the name')).toEqual([])
  await name.fill('cleo')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('That user name is taken.').waitFor()
  await name.fill('ann')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${site.url}/account`)
  await page.getByText('with Pinball Club').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await waitForSignedOut(page)
  await page.goto(`${site.url}/sign-in?next=%2Faccount`)
  await continueLink(page).click()
  // The provider still knows the user.
  await page.waitForURL(`${site.url}/account`)
  await page.getByRole('heading', { name: 'Other ways to sign in' }).waitFor()
  expect(problems).toEqual([])
})

it('signs in with a mouse in a window of its own, and keeps the page', async () => {
  const visit = await openPage(browser)
  const { page, problems } = visit
  await page.goto(`${site.url}/sign-in?next=%2Faccount`)
  // Until then the link is a plain one, which leads this page to the provider.
  await waitUntilLive(visit)
  await page.evaluate(() => {
    document.body.dataset.loaded = 'once'
  })
  const [popup] = await Promise.all([page.waitForEvent('popup'), continueLink(page).click()])
  await page.getByText('Finish signing in in the new window.').waitFor()
  await signInAtProvider(popup, 'bea')
  await popup.getByLabel('User name').fill('bea')
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Create account' }).click()
  await closed
  await page.waitForURL(`${site.url}/account`)
  expect(await page.evaluate(() => document.body.dataset.loaded)).toBe('once')
  expect(problems).toEqual([])
})

it('links a provider to an account, signs in by it, and unlinks it', async () => {
  const { page, problems } = await openSignedIn(browser, site, 'cleo', { ...PHONE, ownSession: true })
  await page.getByRole('button', { name: 'Link Pinball Club', exact: true }).click()
  await page.getByRole('button', { name: 'Link Pinball Club', exact: true }).click()
  await signInAtProvider(page, 'cleo')
  await page.getByText('Pinball Club is linked').waitFor()
  await page.getByRole('link', { name: 'Go to your account' }).click()
  await page.getByRole('button', { name: 'Unlink Pinball Club' }).waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'the account page')).toEqual([])
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await waitForSignedOut(page)
  await page.goto(`${site.url}/sign-in?next=%2Faccount`)
  await continueLink(page).click()
  await page.waitForURL(`${site.url}/account`)
  await page.getByRole('button', { name: 'Unlink Pinball Club' }).click()
  await page.getByRole('button', { name: 'Unlink Pinball Club' }).last().click()
  await page.getByRole('button', { name: 'Link Pinball Club', exact: true }).waitFor()
  expect(problems).toEqual([])
})

it('does not let an account without a password unlink its only way in, and says what to do', async () => {
  const { page } = await openPage(browser, PHONE)
  await page.goto(`${site.url}/sign-up?next=%2Faccount`)
  await continueLink(page).click()
  await signInAtProvider(page, 'dora')
  await page.getByLabel('User name').fill('dora')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`${site.url}/account`)
  await page.getByRole('button', { name: 'Unlink Pinball Club' }).click()
  await page.getByRole('button', { name: 'Unlink Pinball Club' }).last().click()
  await page.getByText('it’s the only way to sign in to your account').waitFor()
})

it.each([
  ['the user refuses', (page: Page) => signInAtProvider(page, 'refuse'), 'You didn’t allow the sign-in.'],
  ['the answer comes to another browser', (page: Page) => page.goto(`${site.url}/_oauth/club?code=a&state=b`), 'began in another browser'],
])('says what to do when %s', async (_, act, text) => {
  const { page } = await openPage(browser, PHONE)
  await page.goto(`${site.url}/sign-in`)
  await continueLink(page).click()
  await act(page)
  await page.getByText(text).waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'the failure')).toEqual([])
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await continueLink(page).waitFor()
})
