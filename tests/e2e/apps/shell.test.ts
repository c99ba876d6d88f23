import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTcpProxy, type TcpProxy } from '../../tcp-proxy.ts'
import { fillLoginForm, waitForMailLink } from '../helpers/account-visits.ts'
import { closeBrowser, findAccessibilityProblems, openBrowser, waitUntilLive } from '../helpers/browser.ts'
import { type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'
import { openPhone, type PhonePage } from './phone.ts'
import { type ShellFiles, serveShell } from './shell-files.ts'

let site: Site
let proxy: TcpProxy
let browser: Browser
let shell: ShellFiles
let ann: Player
let machineId: string
let scoreId: string

beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const
  const photo = sharp({ create: { width: 640, height: 480, channels: 3, background: '#000', noise } })
  shell = await serveShell(await photo.jpeg().toBuffer())
  proxy = await startTcpProxy(() => ({ host: '127.0.0.1', port: Number(new URL(site.endpoint).port) }))
  site = await startSite({ RATE_LIMITS: 'off', ROOT_URL: proxy.url, ALLOWED_ORIGINS: shell.url })
  browser = await openBrowser()
  ann = await signUp(site.endpoint, 'ann', 'ann@example.com')
  machineId = await ann.findMachine('medieval madness')
  scoreId = (await ann.submit(machineId, 10_000_000)).scoreId
})

afterAll(async () => {
  await ann?.disconnect()
  await closeBrowser(browser)
  await site?.close()
  await proxy?.close()
  await shell?.close()
})

const phone = (options: { launchUrl?: string; path?: string } = {}): Promise<PhonePage> =>
  openPhone(browser, shell.url, { server: proxy.url, ...options })

async function signedIn(name: string, path: string): Promise<PhonePage> {
  await (await signUp(site.endpoint, name)).disconnect()
  const opened = await phone({ path: `/sign-in?next=${encodeURIComponent(path)}` })
  await fillLoginForm(opened.page, name)
  await opened.page.waitForURL(shell.url + path)
  return opened
}

const onlyNetwork = ({ problems }: PhonePage): string[] =>
  problems.filter(line => !/WebSocket|ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_CONNECTION|ERR_EMPTY/.test(line))

describe('a new app', () => {
  it('asks for its server, says what is wrong with an address, and remembers the right one', async () => {
    const opened = await openPhone(browser, shell.url)
    const { page, pluginCalls } = opened
    await page.getByRole('heading', { name: 'Choose your server' }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    expect((await pluginCalls('hide')).length).toBe(1)
    const field = page.getByLabel('Server address')
    const none = await startTcpProxy(() => ({ port: 1 }))
    await none.close()
    for (const [typed, words] of [
      ['', 'Enter the address of a server.'],
      ['two words', 'That isn’t a valid address.'],
      ['http://pins.example', 'This address isn’t secure.'],
      [none.url, 'No answer from this address.'],
      [shell.url, 'This isn’t a Skillshot server'],
    ] as const) {
      await field.fill(typed)
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.getByText(words).waitFor()
    }
    expect(await findAccessibilityProblems(page)).toEqual([])
    expect(opened.problems.filter(line => !/CORS|ERR_FAILED|ERR_CONNECTION_REFUSED/.test(line))).toEqual([])

    opened.problems.length = 0
    await field.fill(proxy.url)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('link', { name: 'Medieval Madness' }).first().waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.reload()
    await page.getByRole('link', { name: 'Medieval Madness' }).first().waitFor()
    expect(opened.problems).toEqual([])
    await page.context().close()
  })

  it('shows the server of the link that it was opened with, and then its page', async () => {
    const { page, problems } = await openPhone(browser, shell.url, { launchUrl: `${proxy.url}/scores/${scoreId}` })
    expect(await page.getByLabel('Server address').inputValue()).toBe(proxy.url)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText('10,000,000').first().waitFor()
    expect([page.url(), problems]).toEqual([`${shell.url}/scores/${scoreId}`, []])
    await page.context().close()
  })
})

describe('the pages of a server in the app', () => {
  it('move by themselves, stay in the app, and come back with the back button, which leaves the app at last', async () => {
    const opened = await phone()
    const { page, fireDeviceEvent, pluginCalls } = opened
    await page.getByRole('link', { name: 'Medieval Madness' }).first().click()
    await page.waitForURL(`${shell.url}/machines/${machineId}`)
    await waitUntilLive(opened)
    const bob = await signUp(site.endpoint, 'bob')
    await bob.submit(machineId, 20_000_000)
    await page.waitForFunction(() => document.querySelectorAll('tr[data-row]').length === 2)
    await bob.disconnect()
    await fireDeviceEvent('backButton', { canGoBack: true })
    await page.waitForURL(`${shell.url}/`)
    await fireDeviceEvent('backButton', { canGoBack: false })
    expect(await pluginCalls('minimizeApp')).toHaveLength(1)
    expect(opened.problems).toEqual([])
    await page.context().close()
  })

  it('keep a score with a photo of the device’s camera while the network is away, and send it once', async () => {
    const opened = await signedIn('cleo', `/submit?machine=${machineId}`)
    const { page, pluginCalls } = opened
    await page.getByLabel('Score', { exact: true }).waitFor()
    await waitUntilLive(opened)
    const submits: string[] = []
    page.on('websocket', socket =>
      socket.on('framesent', ({ payload }) => void (String(payload).includes('"method":"scores.submit"') && submits.push(String(payload)))),
    )
    proxy.refuseConnections()
    await page.getByText('Connection lost').waitFor()
    await page.getByLabel('Score', { exact: true }).fill('30000001')
    await page.getByLabel('Take a photo').click()
    await page.getByText('Photo ready').waitFor()
    expect(await pluginCalls('getPhoto')).toMatchObject([{ source: 'CAMERA', resultType: 'uri' }])
    await page.getByRole('button', { name: 'Add score' }).click()
    await page.getByRole('heading', { name: 'Saved' }).waitFor()
    proxy.restore()
    await page.getByRole('heading', { name: /board|podium|champion/i }).waitFor()
    expect(submits).toHaveLength(1)
    await page.getByRole('link', { name: 'View score' }).click()
    await page.waitForFunction(() => [...document.images].some(image => image.naturalWidth > 300))
    const sources = await page.evaluate(() =>
      [...document.images].map(image => image.currentSrc).filter(source => source.startsWith('http')),
    )
    expect(new Set(sources.map(source => new URL(source).origin))).toEqual(new Set([proxy.url]))
    expect(onlyNetwork(opened)).toEqual([])
    await page.context().close()
  })

  it('have the ways out that stores ask for, and give files and addresses of the server away', async () => {
    const opened = await signedIn('dora', '/account')
    const { page, fireDeviceEvent, pluginCalls } = opened
    await page.getByRole('link', { name: 'export or delete' }).click()
    await page
      .getByRole('heading', { name: /Delete/ })
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Child safety' }).click()
    await page.waitForURL(`${shell.url}/child-safety`)
    expect(await page.getByRole('link', { name: 'Child safety' }).evaluate(link => (link as HTMLAnchorElement).href)).toBe(
      `${proxy.url}/child-safety`,
    )
    await fireDeviceEvent('appUrlOpen', { url: `${proxy.url}/scores/${scoreId}` })
    await page.getByText('10,000,000').first().waitFor()
    await page.getByRole('button', { name: 'Share' }).click()
    await expect.poll(() => pluginCalls('share')).toMatchObject([{ url: `${proxy.url}/scores/${scoreId}` }])
    await page.getByRole('link', { name: 'Skip' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => [document.activeElement?.id, location.pathname])).toEqual(['main', `/scores/${scoreId}`])
    expect(opened.problems).toEqual([])
    await page.context().close()
  })
})

describe('a link that the device opens in the app', () => {
  it('of a mail brings its page over whichever is shown', async () => {
    const opened = await phone({ path: '/forgot-password' })
    const { page } = opened
    await page.getByLabel('Email', { exact: true }).fill('ann@example.com')
    await page.getByRole('button', { name: 'Send link' }).click()
    const link = await waitForMailLink({ ...site, url: proxy.url }, 'ann@example.com', 'reset-password')
    await opened.fireDeviceEvent('appUrlOpen', { url: proxy.url + link })
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    expect(page.url()).not.toContain(link.split('/').at(-1))
    expect(opened.problems).toEqual([])
    await page.context().close()
  })

  it('of another server asks first, and what belonged to the one before is gone then', async () => {
    const opened = await signedIn('ella', '/account')
    const { page } = opened
    await opened.fireDeviceEvent('appUrlOpen', { url: 'skillshot://pins.example/scores/x' })
    await page.getByRole('dialog').getByText('The link leads to pins.example.').waitFor()
    await page.getByRole('button', { name: 'Stay' }).click()
    // The dialog has a button of the same name.
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    // The last part of the page above the button, which moves down as long as parts come.
    await page.getByText('Notify me when').waitFor()
    await expect.poll(() => page.getByText('Loading').count()).toBe(0)
    await page.getByRole('button', { name: 'Change server' }).click()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Change server' }).click()
    await page.getByRole('heading', { name: 'Choose your server' }).waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('Meteor.')))).toEqual([])
    expect(opened.problems).toEqual([])
    await page.context().close()
  })
})

it('says that a newer app is out when the server is a release ahead', async () => {
  const opened = await openPhone(browser, shell.url)
  const { page } = opened
  await page.routeWebSocket(/websocket/, socket => {
    const release = /("id":"web\.cordova","fields":\{"version":")[^"]+/
    socket.connectToServer().onMessage(message => socket.send(String(message).replace(release, (_, before) => `${before}99.0.0`)))
  })
  await page.getByLabel('Server address').fill(proxy.url)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByText('An app update is available.').waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.context().close()
})

it('has the name and the colour of its site, and follows their changes', async () => {
  const boss = await signUp(site.endpoint, 'boss')
  await site.admin('roles', '--add', 'admin', '--username', 'boss')
  const change = (values: object): Promise<unknown> => boss.call('settings.update', values)
  // The server follows what the command has changed a moment later.
  await expect
    .poll(() =>
      change({ name: 'Flipper Club', accentColor: '#2f7bff' }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  const opened = await phone({ path: '/machines' })
  const { page } = opened
  const accent = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim())
  await page.getByRole('link', { name: 'Flipper Club, home' }).waitFor()
  const own = await accent()
  await change({ accentColor: '#c81d4e' })
  await expect.poll(accent).not.toBe(own)
  const other = await accent()
  await change({ accentColor: null, name: 'Skillshot' })
  await expect.poll(accent).not.toBe(other)
  expect([own, other]).not.toContain(await accent())
  expect(opened.problems).toEqual([])
  await boss.disconnect()
  await page.context().close()
})
