import { Secret, TOTP } from 'otpauth'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillLoginForm, openSignedIn, waitForMailLink } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser, openPage } from '../helpers/browser.ts'
import { PASSWORD, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const NEW_PASSWORD = 'multiball at midnight'
let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  await (await signUp(site.endpoint, 'ann')).disconnect()
  await (await signUp(site.endpoint, 'bea', 'bea@example.com')).disconnect()
})

afterAll(async () => {
  await closeBrowser(browser)
  await site?.close()
})

/** Turns the second step on, on the account page of a user. @returns the recovery codes and the secret of the app */
async function setUp(name: string): Promise<{ codes: string[]; secret: string; problems: string[] }> {
  const { page, problems } = await openSignedIn(browser, site, name, { ownSession: true })
  const found: string[] = []
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const secret = (await page.locator('code').innerText()).replace(/\s/g, '')
  found.push(...(await findAccessibilityProblemsInBothThemes(page, 'the QR code')))
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  await page.getByText('Wrong code. Each code works once.').waitFor()
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  await page.getByRole('button', { name: 'I’ve saved my codes' }).waitFor()
  found.push(...(await findAccessibilityProblemsInBothThemes(page, 'the recovery codes')))
  const codes = await page.locator('li > code').allInnerTexts()
  await page.getByRole('button', { name: 'I’ve saved my codes' }).click()
  await page.getByText('10 recovery codes left.').waitFor()
  expect(found).toEqual([])
  await page.context().close()
  return { codes, secret, problems }
}

it('asks for a code after the password, and takes a recovery code in place of a lost device', async () => {
  const { codes, problems } = await setUp('ann')
  expect(codes).toHaveLength(10)
  expect(problems).toEqual([])
  const visit = await openPage(browser)
  const { page } = visit
  await page.goto(`${site.url}/sign-in?next=%2Faccount`)
  await fillLoginForm(page, 'ann')
  const code = page.getByLabel('Code', { exact: true })
  await code.waitFor()
  await expect.poll(() => code.evaluate(field => field === document.activeElement)).toBe(true)
  expect(await findAccessibilityProblemsInBothThemes(page, 'the code at sign-in')).toEqual([])
  await code.fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Wrong code. Each code works once.').waitFor()
  await code.fill(codes[0]!)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${site.url}/account`)
  await page.getByText('9 recovery codes left.').waitFor()
  await page.getByRole('button', { name: 'Turn off two-step sign-in' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByLabel('Code', { exact: true }).fill(codes[1]!)
  await page.getByRole('button', { name: 'Turn off two-step sign-in' }).click()
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).waitFor()
  expect(visit.problems).toEqual([])
  await page.context().close()
})

it('sets a new password by the link of an e-mail, and asks to sign in with it', async () => {
  const { codes } = await setUp('bea')
  const { page, problems } = await openPage(browser)
  await page.goto(`${site.url}/forgot-password`)
  await page.getByLabel('Email').fill('bea@example.com')
  await page.getByRole('main').getByRole('button').click()
  await page.goto(site.url + (await waitForMailLink(site, 'bea@example.com', 'reset-password')))
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save password and sign in' }).click()
  await page.getByRole('heading', { name: 'Password changed' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await fillLoginForm(page, 'bea', NEW_PASSWORD)
  await page.getByLabel('Code', { exact: true }).fill(codes[0]!)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${site.url}/`)
  await page.goto(`${site.url}/account`)
  await page.getByText('9 recovery codes left.').waitFor()
  expect(problems).toEqual([])
  await page.context().close()
})

it('shows the present state when it changed meanwhile, also by a call whose answer was lost', async () => {
  const player = await signUp(site.endpoint, 'cleo')
  const { page } = await openSignedIn(browser, site, 'cleo', { ownSession: true })
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const secret = (await page.locator('code').innerText()).replace(/\s/g, '')
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await player.call('account.enableSecondStep', { code })
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click()
  await page.getByText('10 recovery codes left. If you haven’t seen your recovery codes, get new ones.').waitFor()
  await page.getByRole('button', { name: 'Get new recovery codes' }).waitFor()
  await page.context().close()
  await player.disconnect()
})
