import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StandInProvider } from '../../integration/fakes/oidc-provider.ts'
import { closeBrowser, findAccessibilityProblemsInBothThemes, openBrowser, openPage } from '../helpers/browser.ts'
import { type Site, startSite } from '../helpers/site.ts'

/** Meteor's own client packages (`ddp-client`, `accounts-base`), as `meteor build` writes them. */
const CLIENT = ['meteor-client-side', 'accounts-base-client-side'].map(name =>
  readFileSync(createRequire(import.meta.url).resolve(name), 'utf8'),
)
const KEY = 'Meteor.oauth.credentialSecret-'

/** What the tests use of Meteor's client in the page, and what the page notes. */
interface MeteorWindow {
  Meteor: { userId(): string | null }
  Accounts: { callLoginMethod(options: { methodArguments: object[]; userCallback(error?: { error: unknown }): void }): void }
  Package: { oauth?: object }
  notes: { error?: unknown; messages: unknown[]; secrets: Record<string, string> }
}

/** A server with the page of a Meteor app. */
class AppServer {
  readonly #server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(APP_PAGE))

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async open(): Promise<this> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return this
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

const APP_PAGE = '<!doctype html><title>An app</title>'
let provider: StandInProvider
/** of an origin of ALLOWED_ORIGINS, and of one that is not */
let [league, elsewhere]: AppServer[] = []
let site: Site
let browser: Browser
let count = 0

beforeAll(async () => {
  provider = await new StandInProvider().open()
  provider.accounts.set('ann', {})
  league = await new AppServer().open()
  elsewhere = await new AppServer().open()
  site = await startSite({ RATE_LIMITS: 'off', ALLOWED_ORIGINS: league.origin, ...provider.environment })
  provider.redirectUris = [`${site.url}/_oauth/club`]
  browser = await openBrowser()
})
afterAll(async () => {
  await closeBrowser(browser)
  await site?.close()
  league?.close()
  elsewhere?.close()
  await provider?.close()
})

const newToken = (): string => `secret-${++count}`.padEnd(43, '-')
const begin = (parameters: Record<string, string>): string => `${site.url}/_oauth/club/begin?${new URLSearchParams(parameters)}`
const encode = (state: object): string => Buffer.from(JSON.stringify(state)).toString('base64')
const signInAtProvider = (page: Page, account = 'ann') => page.getByRole('button', { name: account, exact: true }).click()

/**
 * Opens a page of a Meteor app: Meteor's own client, and what its packages `oauth` and `accounts-oauth` do in a browser, which no package on
 * npm has. They poll until the window is closed, ask `Package.oauth` and the storage for the secret, and call `login`.
 */
async function openApp(origin: string, { withOauth = true } = {}): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ serviceWorkers: 'block' })
  if (origin === site.url) await context.route(`${origin}/app*`, route => route.fulfill({ contentType: 'text/html', body: APP_PAGE }))
  const page = await context.newPage()
  const config = `window.__meteor_runtime_config__ = { DDP_DEFAULT_CONNECTION_URL: '${site.url}' }`
  await page.addInitScript({ content: [config, ...CLIENT].join('\n;') })
  await page.addInitScript(withPackage => {
    if (!window.location.pathname.startsWith('/app')) return
    const meteor = window as unknown as MeteorWindow
    meteor.notes = { messages: [], secrets: {} }
    // Meteor's client sends messages to its own window.
    window.addEventListener('message', ({ data, source }) => void (source === window || meteor.notes.messages.push(data)))
    const _handleCredentialSecret = (token: string, secret: string): void => {
      meteor.notes.secrets[token] = secret
    }
    if (withPackage) meteor.Package.oauth = { OAuth: { _handleCredentialSecret } }
  }, withOauth)
  await page.goto(`${origin}/app`)
  return page
}

/** Begins a visit in a window of its own, as `OAuth.showPopup` does. */
async function openPopup(page: Page, url: string): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(address => void window.open(address, 'Login', 'width=650,height=331'), url),
  ])
  return popup
}

/** Signs in by what the app has got, as `accounts-oauth` does. @returns the user's id, or the code of the error */
const logIn = (page: Page, credentialToken: string, credentialSecret: string | null): Promise<unknown> =>
  page.evaluate(
    oauth =>
      new Promise(resolve => {
        const { Accounts, Meteor } = window as unknown as MeteorWindow
        const userCallback = (error?: { error: unknown }) => resolve(error === undefined ? Meteor.userId() : error.error)
        Accounts.callLoginMethod({ methodArguments: [{ oauth }], userCallback })
      }),
    { credentialToken, credentialSecret },
  )
const USER_ID = expect.stringMatching(/^\S{10,}$/)
const NO_ATTEMPT = 145_546_287

const notes = (page: Page) => page.evaluate(() => (window as unknown as MeteorWindow).notes)

describe('a login in a window of its own', () => {
  it.each([
    ['with its credential token', (token: string) => begin({ style: 'popup', credentialToken: token })],
    ['with its state', (token: string) => begin({ state: encode({ loginStyle: 'popup', credentialToken: token, isCordova: false }) })],
  ])('%s ends with the credential in the app’s hands, and the window closed', async (_, address) => {
    const page = await openApp(site.url)
    const token = newToken()
    const popup = await openPopup(page, address(token))
    const closed = popup.waitForEvent('close')
    await signInAtProvider(popup)
    await closed
    const secret = (await notes(page)).secrets[token]!
    expect(await page.evaluate(key => localStorage.getItem(key), KEY + token)).toBe(null)
    expect(await logIn(page, token, secret)).toEqual(USER_ID)
    await page.context().close()
  })

  it('that the app began at the provider itself ends likewise', async () => {
    const page = await openApp(site.url)
    const token = newToken()
    const issuer = provider.options.issuer!.replace(/\/$/, '')
    const configuration = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as { authorization_endpoint: string }
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: provider.options.clientId,
      scope: 'openid',
      redirect_uri: `${site.url}/_oauth/club`,
      state: encode({ loginStyle: 'popup', credentialToken: token, isCordova: false }),
    })
    const popup = await openPopup(page, `${configuration.authorization_endpoint}?${query}`)
    const closed = popup.waitForEvent('close')
    await signInAtProvider(popup)
    await closed
    expect(await logIn(page, token, (await notes(page)).secrets[token]!)).toEqual(USER_ID)
    await page.context().close()
  })

  it('leaves the secret in the browser’s storage where the opener cannot be reached', async () => {
    const page = await openApp(site.url)
    const token = newToken()
    // Some providers send headers that separate the windows; so does an app that asks for it.
    const opened = page.context().waitForEvent('page')
    await page.evaluate(address => void window.open(address, '_blank', 'noopener'), begin({ style: 'popup', credentialToken: token }))
    const popup = await opened
    await signInAtProvider(popup)
    const secret = await page.waitForFunction(key => localStorage.getItem(key), KEY + token)
    expect(await logIn(page, token, await secret.jsonValue())).toEqual(USER_ID)
    await page.context().close()
  })

  it('sends a message to an opener of an allowed origin, and to no other', async () => {
    for (const [origin, isTold] of [
      [league!.origin, true],
      [elsewhere!.origin, false],
    ] as const) {
      const page = await openApp(origin, { withOauth: false })
      const token = newToken()
      const popup = await openPopup(page, begin({ style: 'popup', credentialToken: token }))
      const closed = popup.waitForEvent('close')
      await signInAtProvider(popup)
      await closed
      if (isTold) await page.waitForFunction(() => (window as unknown as MeteorWindow).notes.messages.length > 0)
      const { messages } = await notes(page)
      const told = { credentialToken: token, credentialSecret: expect.stringMatching(/^[\w-]{43}$/) }
      expect([origin, messages]).toEqual([origin, isTold ? [told] : []])
      if (isTold) expect(await logIn(page, token, (messages[0] as { credentialSecret: string }).credentialSecret)).toEqual(USER_ID)
      await page.context().close()
    }
  })

  it('closes when the user refuses, and the app learns that there was no login', async () => {
    const page = await openApp(site.url)
    const token = newToken()
    const popup = await openPopup(page, begin({ style: 'popup', credentialToken: token }))
    const closed = popup.waitForEvent('close')
    await signInAtProvider(popup, 'refuse')
    await closed
    expect(await logIn(page, token, null)).toBe(NO_ATTEMPT)
    await page.context().close()
  })
})

it('a login in the window of the app brings it back to where it was, with the secret in the session’s storage', async () => {
  const page = await openApp(site.url)
  const token = newToken()
  const redirectUrl = `${site.url}/app?night=3#table`
  await page.goto(begin({ state: encode({ loginStyle: 'redirect', credentialToken: token, isCordova: false, redirectUrl }) }))
  await signInAtProvider(page)
  await page.waitForURL(redirectUrl)
  const secret = await page.evaluate(key => sessionStorage.getItem(key), KEY + token)
  expect(await logIn(page, token, secret)).toEqual(USER_ID)
  await page.context().close()
})

it('a login in the window of an app of an allowed origin brings it back, with the secret in the address', async () => {
  const page = await openApp(league!.origin)
  const token = newToken()
  const redirectUrl = `${league!.origin}/app?night=3`
  await page.evaluate(address => window.location.assign(address), begin({ style: 'redirect', credentialToken: token, redirectUrl }))
  await signInAtProvider(page)
  await page.waitForURL(url => url.href.startsWith(redirectUrl))
  const secret = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('credentialSecret')
  expect(await logIn(page, token, secret)).toEqual(USER_ID)
  await page.context().close()
})

describe('the page at the end', () => {
  it('leads back to an app whose visit has failed, and says why before', async () => {
    const page = await openApp(site.url)
    const fields = { handOver: 'redirect', credentialToken: newToken(), error: 'unavailable', redirectUrl: `${site.url}/app?night=3` }
    await page.goto(`${site.url}/sign-in/finish#${new URLSearchParams(fields)}`)
    await page.getByText('The other site isn’t answering right now.').waitFor()
    await page.getByRole('button', { name: 'Go back' }).click()
    await page.waitForURL(`${site.url}/app?night=3`)
    await page.context().close()
  })

  it.each([
    [
      'in a browser that an app reads itself, that it goes on in the app',
      'credentialSecret=s&purpose=login',
      'Signing in goes on where you began',
    ],
    [
      'of an app that asks for a wrong place, what is wrong',
      'error=bad-return',
      'asked for your sign-in at an address that this site doesn’t know',
    ],
    [
      'in a window that cannot hand over because of the provider, why',
      'handOver=popup&credentialToken=t&error=unavailable',
      'The other site isn’t answering right now.',
    ],
  ])('says, %s', async (_, fragment, text) => {
    const { page, problems } = await openPage(browser, { viewport: { width: 390, height: 844 } })
    await page.goto(`${site.url}/sign-in/finish#${fragment}`)
    await page.getByText(text).waitFor()
    expect(await findAccessibilityProblemsInBothThemes(page, 'the page at the end of a visit')).toEqual([])
    expect(new URL(page.url()).hash).toBe('')
    expect(problems).toEqual([])
    await page.context().close()
  })
})
