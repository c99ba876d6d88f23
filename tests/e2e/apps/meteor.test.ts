import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { type ProxyWithoutWebSocket, startProxyWithoutWebSocket } from '../../interop/without-websocket.ts'
import { closeBrowser, openBrowser } from '../helpers/browser.ts'
import { PASSWORD, type Player, signUp } from '../helpers/player.ts'
import { type Site, startSite } from '../helpers/site.ts'

/** Meteor's own client packages (`ddp-client`, `minimongo`, `accounts-base`, `accounts-password`), as `meteor build` writes them. */
const CLIENT = ['meteor-client-side', 'accounts-base-client-side', 'accounts-password-client-side'].map(name =>
  readFileSync(createRequire(import.meta.url).resolve(name), 'utf8'),
)

type Scores = { find(): { fetch(): { value: number }[] } }

/** What the tests use of Meteor's client, in the page. */
interface MeteorWindow {
  Meteor: {
    call(name: string, ...params: unknown[]): void
    subscribe(name: string, ...params: unknown[]): void
    userId(): string | null
    user(): { username?: string } | null
    logout(done: (error?: Error) => void): void
    connection: { _stream: { socket: { protocol: string } } }
    status(): { status: string }
  }
  Accounts: { createUser(user: object, done: (error?: Error) => void): void }
  Mongo: { Collection: new (name: string) => Scores }
  scores: Scores
}

let site: Site
let proxy: ProxyWithoutWebSocket
let browser: Browser
let rival: Player

beforeAll(async () => {
  proxy = await startProxyWithoutWebSocket(() => Number(new URL(site.url).port))
  site = await startSite({ ALLOWED_ORIGINS: proxy.http })
  browser = await openBrowser()
  rival = await signUp(site.endpoint, 'Rival')
})
afterAll(async () => {
  await rival.disconnect()
  await closeBrowser(browser)
  await proxy.close()
  await site.close()
})

/**
 * Opens a page behind the proxy that has Meteor's client and nothing of the product. The client runs before the page is parsed, as it does in
 * Meteor's own pages, because its packages wait for each other until then.
 */
async function openMeteorPage(): Promise<Page> {
  const page = await browser.newPage()
  const config = `window.__meteor_runtime_config__ = { DDP_DEFAULT_CONNECTION_URL: '${proxy.http}' }`
  await page.addInitScript({ content: [config, ...CLIENT].join('\n;') })
  await page.goto(`${proxy.http}/robots.txt`)
  return page
}

const signedIn = (page: Page) =>
  page.waitForFunction(() => {
    const { Meteor } = window as unknown as MeteorWindow
    return Meteor.user()?.username
  })

it('Meteor’s own client signs up, plays, sees others play and is remembered, behind a proxy that cuts WebSockets', async () => {
  const page = await openMeteorPage()
  await page.evaluate(
    password =>
      new Promise<void>((resolve, reject) =>
        (window as unknown as MeteorWindow).Accounts.createUser({ username: 'Meteora', password }, error =>
          error === undefined ? resolve() : reject(error),
        ),
      ),
    PASSWORD,
  )
  expect(proxy.cut).toBeGreaterThan(0)
  expect(await page.evaluate(() => (window as unknown as MeteorWindow).Meteor.connection._stream.socket.protocol)).toBe('xhr-polling')
  expect(await (await signedIn(page)).jsonValue()).toBe('Meteora')

  const machineId = await rival.findMachine('medieval')
  await page.evaluate(
    ([id, score]) => {
      const meteor = window as unknown as MeteorWindow
      meteor.scores = new meteor.Mongo.Collection('scores')
      meteor.Meteor.subscribe('scores.recent', { machineId: id })
      meteor.Meteor.call('scores.submit', { _id: score, machineId: id, value: 1_000 })
    },
    [machineId, uuidv7()] as const,
  )
  const hasValues = (values: number[]) =>
    page.waitForFunction(wanted => {
      const shown = (window as unknown as MeteorWindow).scores.find().fetch()
      return JSON.stringify(shown.map(({ value }) => value).sort((a, b) => a - b)) === JSON.stringify(wanted)
    }, values)
  await hasValues([1_000])
  await rival.submit(machineId, 2_000)
  await hasValues([1_000, 2_000])

  // Meteor keeps the token in the browser's storage and resumes the session with it.
  await page.reload()
  expect(await (await signedIn(page)).jsonValue()).toBe('Meteora')
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) =>
        (window as unknown as MeteorWindow).Meteor.logout(error => (error === undefined ? resolve() : reject(error))),
      ),
  )
  expect(await page.evaluate(() => (window as unknown as MeteorWindow).Meteor.userId())).toBe(null)
  await page.close()
})

it('Meteor’s own client comes back after the server was away, and shows what happened meanwhile', async () => {
  const machineId = await rival.findMachine('attack')
  const page = await openMeteorPage()
  await page.evaluate(id => {
    const meteor = window as unknown as MeteorWindow
    meteor.scores = new meteor.Mongo.Collection('scores')
    meteor.Meteor.subscribe('scores.recent', { machineId: id })
  }, machineId)
  const waitForStatus = (...wanted: string[]) =>
    page.waitForFunction(names => names.includes((window as unknown as MeteorWindow).Meteor.status().status), wanted)
  await waitForStatus('connected')
  await site.stop()
  await waitForStatus('waiting', 'connecting')
  await site.start()
  const late = await signUp(site.endpoint, 'Late')
  await late.submit(machineId, 3_000)
  await page.waitForFunction(() =>
    (window as unknown as MeteorWindow).scores
      .find()
      .fetch()
      .some(({ value }) => value === 3_000),
  )
  expect(await page.evaluate(() => (window as unknown as MeteorWindow).Meteor.connection._stream.socket.protocol)).toBe('xhr-polling')
  await late.disconnect()
  await page.close()
})
