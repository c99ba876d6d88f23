import type { Browser } from 'playwright-core'
import simpleDDP from 'simpleddp'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import ws from 'ws'
import { openSmtp, type SmtpFixture } from '#platform/mail/fixtures/smtp-server.ts'
import { getHistory } from '../helpers/account-visits.ts'
import { closeBrowser, openBrowser, openPage } from '../helpers/browser.ts'
import { digestPassword } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let smtp: SmtpFixture
let site: Site
let browser: Browser

beforeAll(async () => {
  smtp = await openSmtp()
  const mail = { MAIL_URL: smtp.url(), MAIL_FROM: 'Flipper <scores@flipper.example>' }
  site = await startSite({ RATE_LIMITS: 'off', LOG_LEVEL: 'info', ...mail }, { firstStart: true })
  browser = await openBrowser()
})

afterAll(async () => {
  await closeBrowser(browser)
  await site?.close()
  await smtp?.close()
})

/** The link for the first administrator, or null if the server printed none. It waits for the line about the data, which comes later. */
async function printedLink(): Promise<string | null> {
  await expect.poll(() => site.output).toContain('data in ')
  return (
    new RegExp(
      `^Nobody administers this site yet\\. Whoever opens this does: (${site.url}/admin/setup#/enroll-account/[\\w-]{43})$`,
      'm',
    ).exec(site.output)?.[1] ?? null
  )
}

const PASSWORD = 'keeper of the keys'

describe('a new site', () => {
  it('prints the link of its first administrator at each start until somebody has used it', async () => {
    const first = await printedLink()
    await site.stop()
    await site.start()
    const second = await printedLink()
    expect(first).not.toBeNull()
    expect(second).not.toBe(first)

    const { page, problems } = await openPage(browser)
    await page.goto(first!)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Save password and sign in' }).click()
    await page.getByRole('heading', { name: 'This link no longer works.' }).waitFor()

    await page.goto(second!)
    await page.getByRole('heading', { name: 'Choose a password for your new account' }).waitFor()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Save password and sign in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await page.goto(`${site.url}/account`)
    await page.getByText('You sign in as admin.').waitFor()
    expect((await getHistory(page)).filter(url => url.includes('#'))).toEqual([])
    // The page of the first steps is for administrators only, so the server answers a direct load with 404.
    expect(problems.filter(line => !line.includes('status of 404'))).toEqual([])

    await site.stop()
    await site.start()
    expect(await printedLink()).toBeNull()
  })

  it('lets its administrator make accounts, whose owners get a link by a real mail server', async () => {
    const admin = new simpleDDP({ endpoint: site.endpoint, SocketConstructor: ws, reconnectInterval: 200 })
    await admin.connect()
    await admin.call('login', { user: { username: 'admin' }, password: digestPassword(PASSWORD) })
    await admin.call('users.enroll', { _id: v7(), username: 'Organiser', email: 'org@example.com', roles: ['event-director'] })
    await admin.disconnect()
    await expect.poll(() => smtp.received.length).toBe(1)
    const [{ to, email }] = smtp.received as [(typeof smtp.received)[0]]
    expect(to).toEqual(['org@example.com'])
    expect(email.from).toEqual({ name: 'Flipper', address: 'scores@flipper.example' })

    // Shows the e-mail as a mail program does: its button leads to the form.
    const { page, problems } = await openPage(browser)
    await page.setContent(email.html!)
    await page.getByRole('link', { name: 'Choose a password' }).click()
    await page.getByRole('heading', { name: 'Choose a password for your new account' }).waitFor()
    expect(page.url()).toBe(`${site.url}/`)
    await page.getByLabel('Password', { exact: true }).fill('password')
    await page.getByRole('button', { name: 'Save password and sign in' }).click()
    await page.getByText('This password is too common. Choose another one.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('tuesday league')
    await page.getByRole('button', { name: 'Save password and sign in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await page.goto(`${site.url}/account`)
    await page.getByText('You sign in as Organiser.').waitFor()
    await page.getByText('org@example.com').waitFor()
    await page.getByText('Verified', { exact: true }).waitFor()
    expect(problems).toEqual([])
  })
})
