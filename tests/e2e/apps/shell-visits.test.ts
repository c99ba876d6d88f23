import { strFromU8, unzipSync } from 'fflate'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeApns } from '../../integration/fakes/apns.ts'
import { FakeFcm } from '../../integration/fakes/fcm.ts'
import { StandInProvider } from '../../integration/fakes/oidc-provider.ts'
import { FakePatreon } from '../../integration/fakes/patreon.ts'
import { fillLoginForm } from '../helpers/account-visits.ts'
import { closeBrowser, openBrowser, openPage, waitUntilLive } from '../helpers/browser.ts'
import { FakeAnalytics } from '../helpers/fake-analytics.ts'
import { signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { openPhone, type PhoneOptions, type PhonePage } from './phone.ts'
import { type ShellFiles, serveShell } from './shell-files.ts'

/* What leads out of the app on phones and back: login services, Patreon, files; and what it takes over from the device. */

let site: Site
let browser: Browser
let shell: ShellFiles
let provider: StandInProvider
let patreon: FakePatreon
let fcm: FakeFcm
let apns: FakeApns
let analytics: FakeAnalytics

beforeAll(async () => {
  shell = await serveShell(Buffer.alloc(0))
  provider = await new StandInProvider().open()
  patreon = await new FakePatreon().open()
  fcm = await new FakeFcm().open()
  apns = await new FakeApns().open()
  analytics = await new FakeAnalytics().open()
  site = await startSite({
    RATE_LIMITS: 'off',
    ALLOWED_ORIGINS: shell.url,
    ANALYTICS_WRITE_KEY: 'a key',
    // The shell's document lets pages speak without TLS to localhost alone.
    ANALYTICS_HOST: analytics.url.replace('127.0.0.1', 'localhost'),
    FCM_SERVICE_ACCOUNT: JSON.stringify(fcm.serviceAccount),
    FCM_URL: fcm.url,
    ...apns.environment,
    ...provider.environment,
    ...patreon.environment,
  })
  provider.redirectUris = [`${site.url}/_oauth/club`]
  patreon.redirectUris = [`${site.url}/patreon/confirm`]
  browser = await openBrowser()
})

afterAll(async () => {
  await closeBrowser(browser)
  await site?.close()
  await analytics?.close()
  await fcm?.close()
  await apns?.close()
  await patreon?.close()
  await provider?.close()
  await shell?.close()
})

const phone = (options: PhoneOptions = {}): Promise<PhonePage> => openPhone(browser, shell.url, { server: site.url, ...options })

async function signedIn(name: string, path: string, options: PhoneOptions = {}): Promise<PhonePage> {
  await (await signUp(site.endpoint, name)).disconnect()
  const opened = await phone({ path: `/sign-in?next=${encodeURIComponent(path)}`, ...options })
  await fillLoginForm(opened.page, name)
  await opened.page.waitForURL(shell.url + path)
  return opened
}

/** Waits until the app has opened its browser, and takes the address that is shown there. @param count of addresses until then */
async function openedAddress({ page, pluginCalls }: PhonePage, count = 1): Promise<string> {
  await expect.poll(async () => (await pluginCalls('open')).length, { timeout: 10_000 }).toBe(count)
  await page.bringToFront()
  return ((await pluginCalls('open')).at(-1) as { url: string }).url
}

/** Opens the app's browser, which shares nothing with the app. @returns the link by which the server sends it back */
async function visitInBrowser(address: string, act: (page: Page) => Promise<void>): Promise<string> {
  const { page } = await openPage(browser, { viewport: { width: 390, height: 844 } })
  const isReturn = (location: string | undefined): location is string => location?.startsWith('skillshot:') === true
  const back = page.waitForResponse(response => isReturn(response.headers().location))
  await page.goto(address)
  // The device opens the link in the app, so the browser does not arrive anywhere.
  await act(page).catch(() => {})
  const link = (await back).headers().location!
  await page.context().close()
  return link
}

const signInAtProvider = (account: string) => (page: Page) => page.getByRole('button', { name: account, exact: true }).click()

describe('a login service in the app', () => {
  it('opens in a browser of its own, comes back by a link, and signs up and in', async () => {
    provider.accounts.set('ann', { preferred_username: 'ann at the club' })
    const opened = await phone({ path: '/sign-in?next=%2Faccount' })
    const { page } = opened
    await page.getByRole('link', { name: 'Continue with Pinball Club' }).click()
    const address = new URL(await openedAddress(opened))
    expect(address.origin + address.pathname).toBe(`${site.url}/_oauth/club/begin`)
    const credentialToken = address.searchParams.get('credentialToken')!
    expect(credentialToken).toMatch(/^[\w-]{43}$/)
    const link = await visitInBrowser(address.href, signInAtProvider('ann'))
    expect(link).not.toContain(credentialToken)
    await opened.fireDeviceEvent('appUrlOpen', { url: link })
    await page.getByLabel('User name', { exact: true }).fill('ann')
    expect([page.url(), (await opened.pluginCalls('close')).length]).toEqual([`${shell.url}/sign-in/finish`, 1])
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(`${shell.url}/account`)
    await page.getByText('with Pinball Club').waitFor()
    expect(opened.problems).toEqual([])
    await page.context().close()
  })

  it('comes back to an app that the system has ended meanwhile', async () => {
    provider.accounts.set('dan', { preferred_username: 'dan' })
    const opened = await phone({ path: '/sign-in' })
    await opened.page.getByRole('link', { name: 'Continue with Pinball Club' }).click()
    const link = await visitInBrowser(await openedAddress(opened), signInAtProvider('dan'))
    const context = opened.page.context()
    const again = await phone({ restartOf: opened, launchUrl: link })
    await opened.page.close()
    await again.page.getByLabel('User name', { exact: true }).fill('dan')
    await again.page.getByRole('button', { name: 'Create account' }).click()
    await again.page.waitForURL(url => !url.pathname.startsWith('/sign-in'))
    expect(again.problems).toEqual([])
    await context.close()
  })

  it('does nothing by a link that it has not asked for', async () => {
    const opened = await phone({ path: '/sign-in' })
    const { page } = opened
    await page.getByRole('link', { name: 'Continue with Pinball Club' }).waitFor()
    await opened.fireDeviceEvent('appUrlOpen', { url: `skillshot://sign-in#purpose=login&credentialSecret=${'x'.repeat(43)}` })
    await opened.fireDeviceEvent('appUrlOpen', { url: `skillshot://patreon#code=a&state=b` })
    await waitUntilLive(opened)
    expect([page.url(), await page.getByRole('dialog').count()]).toEqual([`${shell.url}/sign-in`, 0])
    await page.context().close()
  })

  it('says what to do when the user refuses', async () => {
    const opened = await phone({ path: '/sign-in' })
    await opened.page.getByRole('link', { name: 'Continue with Pinball Club' }).click()
    const link = await visitInBrowser(await openedAddress(opened), signInAtProvider('refuse'))
    await opened.fireDeviceEvent('appUrlOpen', { url: link })
    await opened.page.getByText('You didn’t allow the sign-in.').waitFor()
    await opened.page.context().close()
  })

  it('is linked with an account', async () => {
    provider.accounts.set('bea', {})
    const opened = await signedIn('bea', '/account')
    const { page } = opened
    await page.getByRole('button', { name: 'Link Pinball Club', exact: true }).click()
    await page.getByRole('button', { name: 'Link Pinball Club', exact: true }).click()
    const link = await visitInBrowser(await openedAddress(opened), signInAtProvider('bea'))
    await opened.fireDeviceEvent('appUrlOpen', { url: link })
    await page.getByText('Pinball Club is linked').waitFor()
    expect(opened.problems).toEqual([])
    await page.context().close()
  })
})

it('links Patreon in a browser of its own, and comes back to the page that confirms it', async () => {
  patreon.addAccount('cleo')
  const opened = await signedIn('cleo', '/patreon')
  const { page } = opened
  await page.getByRole('button', { name: 'Continue on Patreon' }).click()
  const link = await visitInBrowser(await openedAddress(opened), signIn => signIn.getByRole('link', { name: 'Allow as cleo' }).click())
  await opened.fireDeviceEvent('appUrlOpen', { url: link })
  await page.getByText('Your Patreon account is linked.').waitFor()
  expect([page.url(), patreon.countTokens('cleo')]).toEqual([`${shell.url}/patreon/confirm`, 2])
  expect(opened.problems).toEqual([])
  await page.context().close()
})

describe('the export of one’s data in the app', () => {
  const startExport = async ({ page }: PhonePage): Promise<void> => {
    await page.getByRole('button', { name: /export/i }).click()
    await page.getByRole('link', { name: /download/i }).click()
  }

  it('is handed to the share sheet as a file, which is gone when the app starts again', async () => {
    const opened = await signedIn('dora', '/account/delete')
    const { page, pluginCalls } = opened
    await startExport(opened)
    await expect.poll(() => pluginCalls('share'), { timeout: 10_000 }).toEqual([{ files: ['file:///cache/shared/skillshot.zip'] }])
    const pieces = (await pluginCalls('appendFile')) as { data: string; directory: string }[]
    expect(new Set(pieces.map(({ directory }) => directory))).toEqual(new Set(['CACHE']))
    const files = unzipSync(Buffer.concat(pieces.map(({ data }) => Buffer.from(data, 'base64'))))
    expect(JSON.parse(strFromU8(files['account.json']!))).toMatchObject({ username: 'dora' })
    expect(opened.problems).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: /export/i }).waitFor()
    expect(await pluginCalls('rmdir')).toEqual([{ path: 'shared', directory: 'CACHE', recursive: true }])
    await page.context().close()
  })

  it('is gone when the user closes the share sheet', async () => {
    const opened = await signedIn('ella', '/account/delete', { refused: ['share'] })
    const { page, pluginCalls } = opened
    await startExport(opened)
    // At the start, before the file is written, and after the sheet was closed.
    await expect.poll(async () => (await pluginCalls('rmdir')).length, { timeout: 10_000 }).toBe(3)
    expect(await pluginCalls('share')).toHaveLength(1)
    expect(opened.problems).toEqual([])
    await page.context().close()
  })
})

it('turns notifications on for this phone, gets them, opens their page, and ends them with the session', async () => {
  const opened = await signedIn('faye', '/account')
  const { page, pluginCalls, fireDeviceEvent } = opened
  await page.getByRole('checkbox', { name: 'my score is verified, rejected, or voided in an event' }).click()
  await expect.poll(async () => (await pluginCalls('register')).length, { timeout: 10_000 }).toBe(1)
  const token = `phone:${'x'.repeat(60)}`
  await fireDeviceEvent('registration', { value: token })
  await page.getByText('Notifications are on in this browser.').waitFor()
  await fireDeviceEvent('pushNotificationActionPerformed', { actionId: 'tap', notification: { data: { url: '//elsewhere.example' } } })
  await fireDeviceEvent('pushNotificationActionPerformed', { actionId: 'tap', notification: { data: { url: '/machines' } } })
  await page.waitForURL(`${shell.url}/machines`)
  await page.goBack()
  await page.getByText('Notifications are on in this browser.').waitFor()
  await page.getByRole('link', { name: 'View public profile' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect.poll(async () => (await pluginCalls('unregister')).length, { timeout: 10_000 }).toBe(1)
  expect(opened.problems).toEqual([])
  await page.context().close()
})

it('turns notifications on for an iPhone, which gets them by the service of Apple', async () => {
  const opened = await signedIn('gail', '/account', { system: 'ios' })
  const { page, pluginCalls, fireDeviceEvent } = opened
  await page.getByRole('checkbox', { name: 'my score is verified, rejected, or voided in an event' }).click()
  await expect.poll(async () => (await pluginCalls('register')).length, { timeout: 10_000 }).toBe(1)
  await fireDeviceEvent('registration', { value: 'ab'.repeat(32) })
  await page.getByText('Notifications are on in this browser.').waitFor()
  expect(opened.problems).toEqual([])
  await page.context().close()
})

describe('the device', () => {
  it.each([
    ['de-AT', 'de', 'ltr', 'Anmelden'],
    ['ar-EG', 'ar', 'rtl', 'تسجيل الدخول'],
    ['fr-FR', 'en', 'ltr', 'Sign in'],
  ])('in %s has the pages in %s', async (locale, lang, dir, words) => {
    const { page, problems } = await phone({ locale, path: '/sign-in' })
    await page.getByRole('button', { name: words, exact: true }).waitFor()
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([lang, dir])
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('counts visits as those of the app until the visitor objects, and none afterwards, also after a new start', async () => {
    const { page, problems } = await phone({ path: '/privacy' })
    await expect.poll(() => analytics.events.length, { timeout: 10_000 }).toBeGreaterThan(0)
    expect(analytics.events.at(-1)!.properties).toMatchObject({ 'App Platform': 'Mobile' })
    await page.getByRole('radio', { name: 'Don’t allow statistics' }).check()
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.reload()
    await page.getByRole('radio', { name: 'Don’t allow statistics' }).waitFor()
    await page.getByRole('link', { name: 'Child safety' }).last().click()
    await page.waitForURL(`${shell.url}/child-safety`)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(asked.filter(url => url.includes(new URL(analytics.url).port) || /track-/.test(url))).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  })
})
