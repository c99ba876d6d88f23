import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSignedIn, waitForSignedOut } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser, openPage } from '../helpers/browser.ts'
import { PASSWORD, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { runStatement } from '../helpers/site-database.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  for (const name of ['ann', 'bea', 'cleo']) await (await signUp(site.endpoint, name)).disconnect()
})

afterAll(async () => {
  await closeBrowser(browser)
  await site?.close()
})

interface Authenticator {
  devtools: CDPSession
  authenticatorId: string
}

/** Gives a page an authenticator that its user unlocks at once, as a phone with a fingerprint does. */
async function addAuthenticator(page: Page): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}

const signOut = async (page: Page): Promise<void> => {
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${site.url}/account`)
  await waitForSignedOut(page)
}

/** Makes it look as if a user had signed in longer ago than counts as a proof. */
const makeSessionsOld = (name: string): Promise<void> =>
  runStatement(
    site,
    "UPDATE login_tokens SET proved_at = proved_at - interval '1 hour' WHERE user_id = (SELECT id FROM users WHERE username = $1)",
    [name],
  )

it('adds a passkey, signs in with it, renames it and removes it', async () => {
  const { page, problems } = await openSignedIn(browser, site, 'ann', { ownSession: true })
  await addAuthenticator(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('not used yet').waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'the passkeys')).toEqual([])
  // The authenticator makes only one passkey for an account.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('This device already has a passkey for your account.').waitFor()

  await signOut(page)
  await page.goto(`${site.url}/sign-in?next=%2Faccount`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${site.url}/account`)
  await page.getByText('Signed in with a passkey').waitFor()
  await page.getByText('last used').waitFor()

  await page.getByRole('button', { name: /^Rename / }).click()
  const name = page.getByLabel('Name of the passkey')
  await name.fill('')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('Enter a name.').waitFor()
  await name.fill('My phone')
  expect(await findAccessibilityProblemsInBothThemes(page, 'a new name of a passkey')).toEqual([])
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('button', { name: 'Remove My phone' }).click()
  await page.getByText('Remove the passkey “My phone”?').waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'the removal of a passkey')).toEqual([])
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByRole('button', { name: 'Remove My phone' }).waitFor({ state: 'detached' })

  await signOut(page)
  await page.goto(`${site.url}/sign-in`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('This passkey doesn’t work here. Sign in another way.').waitFor()
  expect(problems).toEqual([])
  await page.context().close()
})

it('asks for the password where the sign-in was not just now', async () => {
  const { page, problems } = await openSignedIn(browser, site, 'bea', { ownSession: true })
  await addAuthenticator(page)
  await makeSessionsOld('bea')
  await page.reload()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const password = page.getByLabel('Your password')
  await password.fill('wrong')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('That password isn’t right.').waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'the password before a passkey')).toEqual([])
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('not used yet').waitFor()
  expect(problems).toEqual([])
  await page.context().close()
})

it('keeps the last way to sign in of an account without a password, and lets it confirm its deletion by a sign-in', async () => {
  const { page, problems } = await openSignedIn(browser, site, 'cleo', { ownSession: true })
  await addAuthenticator(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('not used yet').waitFor()
  await runStatement(site, 'DELETE FROM user_passwords WHERE user_id = (SELECT id FROM users WHERE username = $1)', ['cleo'])
  await page.reload()
  await page.getByRole('button', { name: /^Remove / }).click()
  await page.getByText('This is your only way to sign in, so it can’t be removed.').waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'the last passkey')).toEqual([])
  await page.getByRole('button', { name: 'Keep passkey' }).click()

  await makeSessionsOld('cleo')
  await page.goto(`${site.url}/account/delete`)
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${site.url}/account/delete`)
  await page.getByLabel('Your password').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByText('Your account was deleted.').waitFor()
  expect(problems).toEqual([])
  await page.context().close()
})

it('says in plain words that no passkey was used', async () => {
  const { page, problems } = await openPage(browser)
  const { devtools, authenticatorId } = await addAuthenticator(page)
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await page.goto(`${site.url}/sign-in`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('No passkey was used. If this device has none for this site, sign in another way.').waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'the sign-in page')).toEqual([])
  expect(problems).toEqual([])
  await page.context().close()
})
