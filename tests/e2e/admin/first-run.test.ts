import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSmtp, type SmtpFixture } from '#platform/mail/fixtures/smtp-server.ts'
import { drawPhoto } from '../../integration/helpers/pictures.ts'
import { openSignedIn } from '../helpers/account-visits.ts'
import {
  closeBrowser,
  findAccessibilityProblemsInBothThemes,
  findOverflowingWidths,
  openBrowser,
  openPage,
  waitUntilLive,
} from '../helpers/browser.ts'
import { type Site, startSite } from '../helpers/site.ts'

const PASSWORD = 'keeper of the keys'

let smtp: SmtpFixture
let site: Site
let browser: Browser

beforeAll(async () => {
  smtp = await openSmtp()
  site = await startSite({ RATE_LIMITS: 'off', LOG_LEVEL: 'info', CONTACT: 'us@flipper.example' }, { firstStart: true })
  browser = await openBrowser()
})

afterAll(async () => {
  await closeBrowser(browser)
  await site?.close()
  await smtp?.close()
})

/** The server renders pages for visitors, so it answers 404 for admin pages. */
const without404 = (problems: string[]): string[] => problems.filter(line => !line.includes('status of 404'))

/** The part of the page with this heading. */
const part = (page: Page, title: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, level: 2 }) })

async function save(page: Page, title: string): Promise<void> {
  await part(page, title).getByRole('button', { name: 'Save settings' }).click()
  await part(page, title).getByText('Saved.').waitFor()
}

it('a newcomer comes from the printed link to a friend with an account, without a shell', async () => {
  await expect.poll(() => site.output).toContain('data in ')
  const [link] = /http\S+\/admin\/setup#\/enroll-account\/[\w-]{43}/.exec(site.output)!
  const boss = await openPage(browser)
  const { page } = boss
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Save password and sign in' }).click()
  await page.getByRole('heading', { name: 'First steps', level: 1 }).waitFor()

  expect(site.output).toContain('Only this computer can open it.')
  await page.getByLabel('Phones and other devices too').check()
  await save(page, 'Phones and other devices')
  await page.getByText('Restart the server to apply this.').waitFor()

  // Another page that is open follows without being loaded again.
  const visitor = await openPage(browser)
  await visitor.page.goto(`${site.url}/machines`)
  await waitUntilLive(visitor)
  await visitor.page.evaluate(() => document.body.setAttribute('data-same', 'yes'))

  await page.getByLabel('Name of the site').fill('Flipper Club')
  await page.getByLabel('Accent colour (optional)').fill('#2f7bff')
  expect(await page.getByLabel('Contact (optional)').isDisabled()).toBe(true)
  await page.getByText('Set by the environment (CONTACT)').waitFor()
  const photo = { name: 'logo.jpg', mimeType: 'image/jpeg', buffer: await drawPhoto(600, 600) }
  await part(page, 'Name and colours').locator('input[type=file]').setInputFiles(photo)
  await page.getByRole('button', { name: 'Use photo' }).click()
  await save(page, 'Name and colours')
  await visitor.page.getByRole('link', { name: 'Flipper Club, home' }).waitFor()
  await visitor.page.waitForFunction(() => getComputedStyle(document.documentElement).getPropertyValue('--accent') === '#2f7bff')
  expect(await visitor.page.title()).toBe('Machines · Flipper Club')
  const logo = visitor.page.getByRole('link', { name: 'Flipper Club, home' }).locator('img')
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)

  await page.getByLabel('Links', { exact: true }).fill('Forum http://forum.example')
  await part(page, 'Links in the footer').getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Enter an address that begins with https://.').waitFor()
  await page.getByLabel('Links', { exact: true }).fill('Forum https://forum.example')
  await save(page, 'Links in the footer')
  await visitor.page.getByRole('link', { name: 'Forum' }).waitFor()

  await page.getByLabel('With an invitation').check()
  await save(page, 'Who can sign up')
  await visitor.page.getByRole('link', { name: 'Create account' }).waitFor({ state: 'detached' })
  expect(await visitor.page.getAttribute('body', 'data-same')).toBe('yes')

  const mail = part(page, 'Email')
  await mail.getByRole('button', { name: 'Set up email' }).click()
  const { hostname, port } = new URL(smtp.url())
  await mail.getByLabel('Mail server').fill(hostname)
  await mail.getByLabel('Encryption').selectOption('STARTTLS')
  await mail.getByLabel('Port').fill(port)
  await mail.getByRole('button', { name: 'Save mail server' }).click()
  // The link has proved little, so the password of the mail server wants the user's own once more.
  const confirm = page.getByRole('dialog')
  await confirm.getByLabel('Your password').fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click()
  await mail.getByText(`Email is sent through ${hostname}:${port}.`).waitFor()
  await mail.getByLabel('Send a test message to').fill('boss@flipper.example')
  await mail.getByRole('button', { name: 'Send test message' }).click()
  await mail.getByText('The mail server accepted the message to boss@flipper.example.').waitFor()
  expect(smtp.received.at(-1)).toMatchObject({ to: ['boss@flipper.example'], email: { subject: 'Test message from Flipper Club' } })

  const machine = { opdb_id: 'GfirstRun-M1', is_machine: true, name: 'First Run', type: 'ss', manufacturer: { name: 'Stern' } }
  await part(page, 'Machines')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'opdb.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify([machine])),
    })
  await page.getByText('Added: 1. Changed: 0. Unchanged: 0. Not usable: 0.').waitFor()

  expect(await findAccessibilityProblemsInBothThemes(page, 'first steps')).toEqual([])
  expect(await findOverflowingWidths(page)).toEqual([])

  await page.getByRole('button', { name: 'New invitation' }).click()
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await page.getByRole('img', { name: 'as a QR code' }).waitFor()
  await page.getByText('This link only works on this computer.').waitFor()
  const href = decodeURIComponent((await page.getByRole('link', { name: 'Share by email' }).getAttribute('href'))!)
  expect(href).toContain('Join me on Flipper Club')
  const friend = await openPage(browser)
  await friend.page.goto(/http\S+$/.exec(href)![0])
  await friend.page.getByLabel('User name', { exact: true }).fill('Friend')
  await friend.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await friend.page.getByRole('button', { name: 'Create account' }).click()
  await friend.page.getByRole('button', { name: 'Sign out' }).waitFor()
  for (const each of [boss, visitor, friend]) expect(without404(each.problems)).toEqual([])
})

it('an administrator adds a provider by which people sign in, and takes it away again', async () => {
  const { page, problems } = await openSignedIn(browser, site, 'admin', { path: '/admin/settings', password: PASSWORD })
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('button', { name: 'Save provider' }).click()
  await expect.poll(() => page.getByText('Fill in this field.').count()).toBe(2)
  await page.getByLabel('Client ID').fill('pins')
  await page.getByLabel('Client secret', { exact: true }).fill('very-secret-word')
  await page.getByText(`enter this redirect URL: ${site.url}/_oauth/google`).waitFor()
  expect(await findAccessibilityProblemsInBothThemes(page, 'the form of a provider')).toEqual([])
  expect(await findOverflowingWidths(page)).toEqual([])
  await page.getByRole('button', { name: 'Save provider' }).click()
  await page.getByRole('button', { name: 'Remove Google' }).waitFor()

  const visitor = await openPage(browser)
  await visitor.page.goto(`${site.url}/sign-in`)
  await visitor.page.getByRole('link', { name: 'Continue with Google' }).waitFor()
  expect(await page.content()).not.toContain('very-secret-word')
  await page.getByRole('button', { name: 'Remove Google' }).click()
  await page.getByRole('dialog', { name: 'Remove Google?' }).getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('People sign in with a password or passkey.').waitFor()
  await visitor.page.reload()
  await waitUntilLive(visitor)
  expect(await visitor.page.getByRole('link', { name: 'Continue with Google' }).count()).toBe(0)
  for (const each of [{ problems }, visitor]) expect(without404(each.problems)).toEqual([])
})
