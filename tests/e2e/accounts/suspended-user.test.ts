import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillLoginForm, openSignedIn, waitForSignedOut } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser, openPage } from '../helpers/browser.ts'
import { PASSWORD, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

const REASON = 'Posted photos of other players’ scores.'

let site: Site
let browser: Browser

/** The server answers 404 for every page of the administration, since it does not know who asks. */
const without404 = (problems: readonly string[]): string[] => problems.filter(problem => !problem.includes('404 (Not Found)'))

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser()
  await (await signUp(site.endpoint, 'boss')).disconnect()
  await site.admin('roles', '--add', 'admin', '--username', 'boss')
  const zoe = await signUp(site.endpoint, 'zoe', 'zoe@example.com')
  await zoe.submit(await zoe.findMachine('attack from mars'), 3_000_000)
  await zoe.disconnect()
})
afterAll(async () => {
  await closeBrowser(browser)
  await site?.close()
})

it('[suspended user] an administrator suspends a player, who is signed out, learns why, keeps reading, and comes back', async () => {
  const zoe = await openSignedIn(browser, site, 'zoe', { ownSession: true })
  const boss = await openSignedIn(browser, site, 'boss', { path: '/admin/users' })

  const found: string[] = []
  await boss.page.getByRole('button', { name: 'More actions for zoe' }).click()
  found.push(...(await findAccessibilityProblemsInBothThemes(boss.page, 'further actions of a user')))
  await boss.page.getByRole('button', { name: 'Suspend user' }).click()
  await boss.page.getByRole('heading', { name: 'Suspend zoe?' }).waitFor()
  await boss.page.getByRole('button', { name: 'Suspend user' }).click()
  await boss.page.getByText('Enter a reason.').waitFor()
  await boss.page.getByLabel('Reason').fill(REASON)
  found.push(...(await findAccessibilityProblemsInBothThemes(boss.page, 'the form of a suspension')))
  await boss.page.getByRole('button', { name: 'Suspend user' }).click()
  await boss.page.getByText(/^Suspended until /).waitFor()

  // Her open page loses its session.
  await waitForSignedOut(zoe.page)
  await zoe.page.goto(`${site.url}/players/zoe`)
  await zoe.page.getByText('3,000,000').first().waitFor()
  await zoe.page.goto(`${site.url}/sign-in`)
  await fillLoginForm(zoe.page, 'zoe')
  await zoe.page.getByText(`Reason: ${REASON}`).waitFor()
  await zoe.page.getByText(/^Your account is suspended until /).waitFor()
  found.push(...(await findAccessibilityProblemsInBothThemes(zoe.page, 'what a suspended user sees')))

  // Her data stays hers.
  await zoe.page.getByRole('button', { name: 'Export my data' }).click()
  const [file] = await Promise.all([zoe.page.waitForEvent('download'), zoe.page.getByRole('link', { name: 'Download file' }).click()])
  expect(file.suggestedFilename()).toBe('skillshot.zip')

  await boss.page.getByRole('button', { name: 'More actions for zoe' }).click()
  await boss.page.getByText(REASON).waitFor()
  await boss.page.getByRole('button', { name: 'Lift suspension' }).click()
  await boss.page
    .getByText(/^Suspended until /)
    .first()
    .waitFor({ state: 'detached' })
  await zoe.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await zoe.page.waitForURL(url => !url.pathname.startsWith('/sign-in'))

  await boss.page.goto(`${site.url}/admin/log`)
  await boss.page.getByText(new RegExp(`Until .* · ${REASON}`)).waitFor()
  const [log] = await Promise.all([boss.page.waitForEvent('download'), boss.page.getByRole('button', { name: 'Download CSV' }).click()])
  expect(log.suggestedFilename()).toBe('audit-log.csv')
  expect(readFileSync(await log.path(), 'utf8')).toContain('users.suspend')
  expect(found).toEqual([])
  expect(zoe.problems).toEqual([
    "warning: Error logging in with token: DdpError: You've been logged out by the server. Please log in again. [403]",
  ])
  expect(without404(boss.problems)).toEqual([])
  for (const { page } of [zoe, boss]) await page.context().close()
})

it('a suspended user deletes the account without a session', async () => {
  await (await signUp(site.endpoint, 'leaver')).disconnect()
  const boss = await openSignedIn(browser, site, 'boss', { path: '/admin/users?q=leaver' })
  await boss.page.getByRole('button', { name: 'More actions for leaver' }).click()
  await boss.page.getByRole('button', { name: 'Suspend user' }).click()
  await boss.page.getByLabel('Reason').fill(REASON)
  await boss.page.getByLabel('Ends').selectOption({ label: 'When an administrator lifts it' })
  await boss.page.getByRole('button', { name: 'Suspend user' }).click()
  await boss.page.getByText('Suspended', { exact: true }).waitFor()
  const { page, problems } = await openPage(browser)
  await page.goto(`${site.url}/sign-in`)
  await fillLoginForm(page, 'leaver')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByText('Your account was deleted.').waitFor()
  await boss.page.getByText('No results for “leaver”.').waitFor()
  expect(problems).toEqual([])
  for (const visit of [page, boss.page]) await visit.context().close()
})

it('[blocked names] an administrator blocks a word, which is refused at a sign-up, and sees who has it', async () => {
  await (await signUp(site.endpoint, 'tilted.one')).disconnect()
  const boss = await openSignedIn(browser, site, 'boss', { path: '/admin/names' })
  await boss.page.getByText('No blocked names.').waitFor()
  await boss.page.getByLabel('Block', { exact: true }).selectOption({ label: 'Word' })
  await boss.page.getByLabel('Word', { exact: true }).fill('two words')
  await boss.page.getByRole('button', { name: 'Block name' }).click()
  await boss.page.getByText('Enter a single word of letters and digits only.').waitFor()
  await boss.page.getByLabel('Word', { exact: true }).fill('Tilted')
  await boss.page.getByRole('button', { name: 'Block name' }).click()
  await boss.page.getByText('1 user has this').waitFor()
  await boss.page.getByRole('link', { name: 'tilted.one' }).waitFor()
  const found = await findAccessibilityProblemsInBothThemes(boss.page, 'the blocked names')

  const { page, problems } = await openPage(browser)
  await page.goto(`${site.url}/sign-up`)
  await page.getByLabel('User name').fill('Tilted 2')
  await page.getByLabel('Password', { exact: true }).fill(`${PASSWORD} battery`)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('This isn’t allowed on this site.').waitFor()
  expect(await page.getByLabel('User name').getAttribute('aria-invalid')).toBe('true')
  await boss.page.getByRole('button', { name: 'Unblock tilted' }).click()
  await boss.page.getByText('No blocked names.').waitFor()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(url => !url.pathname.startsWith('/sign-up'))
  expect([...found, ...problems, ...without404(boss.problems)]).toEqual([])
  for (const visit of [page, boss.page]) await visit.context().close()
})
