import { createECDH, randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblems, type ObservedPage, openBrowser } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

let site: Site
let browser: Browser
let players = 0

beforeAll(async () => {
  site = await startSite({ RATE_LIMITS: 'off' })
  browser = await openBrowser({ whole: true })
})
afterAll(async () => {
  await closeBrowser(browser)
  await site?.close()
})

interface Visit extends ObservedPage {
  player: Player
}

/** Opens the account page of a new player, in a browser with the given notification permission. */
async function visit(permission: 'granted' | 'denied' | 'unasked', options: { width?: number } = {}): Promise<Visit> {
  const name = `player ${++players}`
  const player = await signUp(site.endpoint, name)
  const observed = await openSignedIn(browser, site, name, {
    worker: true,
    ...(permission === 'granted' ? { permissions: ['notifications'] } : {}),
    viewport: { width: options.width ?? 1280, height: 900 },
  })
  if (permission !== 'granted') await answer(observed.page, permission === 'denied' ? 'denied' : 'default')
  return { ...observed, player }
}

/** Headless Chromium shows no permission prompt, so this simulates the user's answer. */
async function answer(page: Page, permission: NotificationPermission): Promise<void> {
  await page.addInitScript(said => {
    Object.defineProperty(Notification, 'permission', { get: () => said })
    Notification.requestPermission = async () => said
  }, permission)
  await page.reload()
}

const panel = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const beaten = (page: Page) => panel(page).getByRole('checkbox', { name: 'someone beats my record on a machine' })

/** Subscribes another device of the same player. @returns its endpoint, in the format of a push service */
async function addDevice({ call }: Player): Promise<string> {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(8).toString('hex')}`
  const p256dh = createECDH('prime256v1').generateKeys('base64url', 'uncompressed')
  await call('notifications.subscribe', { endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } })
  return endpoint
}

describe('the panel of notifications', () => {
  it('has five switches, all off, and asks for nothing before one is pressed', async () => {
    const { page, problems } = await visit('unasked')
    await panel(page).getByText('Notifications are off in this browser.').waitFor()
    expect(await panel(page).getByRole('checkbox').count()).toBe(5)
    expect(await panel(page).getByRole('checkbox', { checked: true }).count()).toBe(0)
    await panel(page).getByText('No devices yet.').waitFor()
    expect(await page.evaluate(() => Notification.permission)).toBe('default')
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).pushManager.getSubscription())).toBe(null)
    expect(await findAccessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it('says that the browser blocks, and turns nothing on', async () => {
    const { page, problems } = await visit('denied')
    await panel(page).getByText('This browser blocks notifications from this site.').waitFor()
    await beaten(page).press('Space')
    await panel(page).getByRole('alert').filter({ hasText: 'Allow them in the browser’s site settings' }).waitFor()
    expect(await beaten(page).isChecked()).toBe(false)
    expect(await findAccessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it('says that the push service cannot be reached, and turns nothing on', async () => {
    const { page, problems } = await visit('granted', { width: 390 })
    await panel(page).getByText('Notifications are off in this browser.').waitFor()
    await beaten(page).press('Space')
    await panel(page).getByRole('alert').filter({ hasText: 'couldn’t reach its push service' }).waitFor()
    expect(await beaten(page).isChecked()).toBe(false)
    expect(await findAccessibilityProblems(page)).toEqual([])
    // Chromium treats a separate context as incognito, which has no push service, and logs this.
    expect(problems.filter(line => !line.includes('does not support the Push API in incognito mode'))).toEqual([])
  })

  it('says so where a browser has no push messages', async () => {
    const { page } = await visit('granted')
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
    await page.reload()
    await panel(page).getByText('This browser can’t show notifications from this site.').waitFor()
  })

  it('shows the devices, whose switches need nothing of this browser, and removes one', async () => {
    const { page, player, problems } = await visit('unasked')
    await panel(page).getByText('No devices yet.').waitFor()
    await addDevice(player)
    await panel(page).getByRole('button', { name: 'Remove Another program' }).waitFor()
    for (const box of await panel(page).getByRole('checkbox').all()) await box.press('Space')
    await expect.poll(() => panel(page).getByRole('checkbox', { checked: true }).count()).toBe(5)
    await panel(page).getByRole('button', { name: 'Turn on in this browser' }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await beaten(page).press('Space')
    await expect.poll(() => beaten(page).isChecked()).toBe(false)
    await panel(page).getByRole('button', { name: 'Remove Another program' }).press('Enter')
    await panel(page).getByText('No devices yet.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status')
    expect(problems).toEqual([])
  })

  it('says that it is offline, and keeps what was there', async () => {
    const { page, player } = await visit('unasked')
    await addDevice(player)
    await panel(page).getByRole('button', { name: 'Remove Another program' }).waitFor()
    await site.stop()
    await panel(page).getByRole('status').filter({ hasText: 'There’s no connection.' }).waitFor()
    await beaten(page).press('Space')
    await panel(page).getByRole('alert').filter({ hasText: 'There’s no connection.' }).waitFor()
    expect(await beaten(page).isChecked()).toBe(false)
    await site.start()
    await panel(page).getByText('Notifications are off in this browser.').waitFor({ timeout: 30_000 })
  })
})

it('a push message shows a notification that names where it leads', async () => {
  const { page } = await visit('granted')
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations.filter(({ scopeURL }) => scopeURL === `${site.url}/`)
      if (own !== undefined) resolve(own.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const registrationId = await registered
  const shown = () =>
    page.evaluate(async () => {
      const { registration } = { registration: await navigator.serviceWorker.ready }
      return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data }))
    })
  /** A busy browser may drop a message that DevTools deliver, without a word, so each is delivered until its notification is shown. */
  const shownAfter = (data: string) => async () => {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data })
    return shown()
  }
  const starts = JSON.stringify({ title: 'Your event starts', body: 'Friday', tag: 'starts:e', url: '/events/e' })
  await expect
    .poll(shownAfter(starts), { interval: 1000 })
    .toEqual([{ title: 'Your event starts', body: 'Friday', tag: 'starts:e', data: { url: '/events/e' } }])
  await expect
    .poll(async () => new Set((await shownAfter('odd')()).map(({ title }) => title)), { interval: 1000 })
    .toEqual(new Set(['Your event starts', new URL(site.url).host]))
})
