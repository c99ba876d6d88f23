import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StandInProvider } from '../fakes/oidc-provider.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { UserAgent } from '../helpers/user-agent.ts'
import type { LoginResult } from '../helpers/users.ts'

/* Visits to login services as clients of Meteor's packages `oauth` and `accounts-oauth` begin and end them. */

const APP = 'https://league.example'

let provider: StandInProvider
let testApp: TestApp
let home: string
let count = 0

beforeAll(async () => {
  provider = await new StandInProvider().open()
  const config = { rateLimits: 'off' as const, loginProviders: [provider.options], allowedOrigins: [APP, 'capacitor://localhost'] }
  testApp = await createTestApp({ config })
  home = testApp.http.replace('127.0.0.1', 'localhost')
  provider.redirectUris = [`${home}/_oauth/club`]
})
afterAll(async () => {
  await testApp?.close()
  await provider?.close()
})

/** As Meteor's `Random.secret()` makes them. */
const newToken = (): string => `token-${++count}`.padEnd(43, '_')
const encode = (state: object): string => Buffer.from(JSON.stringify(state)).toString('base64')
const isCallback = ({ pathname }: URL): boolean => pathname === '/_oauth/club'
const isProvider = ({ pathname }: URL): boolean => pathname.startsWith('/interaction/')

/** Signs in at the provider. @returns where the browser ends, without opening it */
async function signIn(agent: UserAgent, interaction: string, account?: string): Promise<{ place: string; fragment: string; text: string }> {
  const subject = account ?? `subject-${++count}`
  if (account === undefined) provider.accounts.set(subject, {})
  const back = await agent.follow(`${interaction}?account=${subject}`, isCallback)
  const end = await agent.follow(back, url => !isCallback(url) && url.origin !== new URL(provider.options.issuer!).origin)
  const [place, fragment = ''] = end.split('#')
  return { place: place!, fragment, text: end }
}

async function visit(path: string, { referer, account }: { referer?: string; account?: string } = {}) {
  const agent = new UserAgent(referer === undefined ? {} : { referer })
  return signIn(agent, await agent.follow(`${home}${path}`, isProvider), account)
}

const fieldsOf = (fragment: string) => Object.fromEntries(new URLSearchParams(fragment))
const SECRET = expect.stringMatching(/^[\w-]{43}$/)

async function logIn(credentialToken: string, credentialSecret: string): Promise<LoginResult> {
  const client = await DdpTestClient.open(testApp.endpoint)
  const result = await client.call<LoginResult>('login', { oauth: { credentialToken, credentialSecret } })
  await client.close()
  return result
}

const withState = (state: object) => `/_oauth/club/begin?state=${encodeURIComponent(encode(state))}`

describe('a visit that a client of Meteor begins', () => {
  it.each([
    ['by its credential token', (token: string) => `/_oauth/club/begin?style=popup&credentialToken=${token}`],
    ['by its state', (token: string) => withState({ loginStyle: 'popup', credentialToken: token, isCordova: false })],
  ])('in a window %s ends at the page that hands the credential over to that window’s opener', async (_, path) => {
    const token = newToken()
    const { place, fragment } = await visit(path(token))
    expect(place).toBe(`${home}/sign-in/finish`)
    const fields = fieldsOf(fragment)
    expect(fields).toEqual({ handOver: 'popup', credentialToken: token, credentialSecret: SECRET, origins: APP })
    expect(await logIn(token, fields.credentialSecret!)).toMatchObject({ type: 'club' })
  })

  it('in its own window names the page to go back to', async () => {
    const token = newToken()
    const redirectUrl = `${home}/league?night=3#table`
    const { place, fragment } = await visit(withState({ loginStyle: 'redirect', credentialToken: token, isCordova: false, redirectUrl }))
    expect([place, fieldsOf(fragment)]).toEqual([
      `${home}/sign-in/finish`,
      { handOver: 'redirect', credentialToken: token, credentialSecret: SECRET, redirectUrl },
    ])
  })

  it('in an app on phones ends where the app looks, with the credential as JSON', async () => {
    const token = newToken()
    const { place, fragment } = await visit(withState({ loginStyle: 'popup', credentialToken: token, isCordova: true }))
    expect(place.startsWith(`${home}/_oauth`)).toBe(true)
    expect(JSON.parse(decodeURIComponent(fragment))).toEqual({ credentialToken: token, credentialSecret: SECRET })
    expect((await fetch(place)).status).toBe(200)
  })

  it('on a page of an allowed origin goes back there with the secret alone, if the browser says that it began there', async () => {
    const token = newToken()
    const redirectUrl = `${APP}/night?n=3#old`
    const path = `/_oauth/club/begin?${new URLSearchParams({ style: 'redirect', credentialToken: token, redirectUrl })}`
    const { place, fragment } = await visit(path, { referer: `${APP}/` })
    expect([place, fieldsOf(fragment)]).toEqual([`${APP}/night?n=3`, { credentialSecret: SECRET }])
    for (const referer of ['https://elsewhere.example/', undefined]) {
      const { location } = await new UserAgent(referer === undefined ? {} : { referer }).get(`${home}${path}`)
      expect(location).toBe(`${home}/sign-in/finish#error=bad-return`)
    }
  })

  it('says so when it shall lead to a site that is not allowed, or its state cannot be read', async () => {
    const elsewhere = { loginStyle: 'redirect', credentialToken: newToken(), redirectUrl: 'https://elsewhere.example/' }
    const paths = [withState(elsewhere), withState({ loginStyle: 'popup' }), '/_oauth/club/begin?state=nonsense']
    for (const path of paths)
      expect((await new UserAgent({ referer: 'https://elsewhere.example/' }).get(`${home}${path}`)).location).toBe(
        `${home}/sign-in/finish#error=bad-return`,
      )
  })

  it('tells the client when the user refuses', async () => {
    const token = newToken()
    const { fragment } = await visit(withState({ loginStyle: 'popup', credentialToken: token }), { account: 'refuse' })
    expect(fieldsOf(fragment)).toEqual({ handOver: 'popup', credentialToken: token, error: 'denied', origins: APP })
  })
})

describe('an address of the provider that a client of Meteor has made by itself', () => {
  const atProvider = async (state: string): Promise<string> => {
    const issuer = provider.options.issuer!.replace(/\/$/, '')
    const { authorization_endpoint } = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as {
      authorization_endpoint: string
    }
    const redirect_uri = `${home}/_oauth/club`
    // Meteor's clients send neither a nonce nor the challenge of PKCE.
    const query = new URLSearchParams({ response_type: 'code', client_id: provider.options.clientId, scope: 'openid', redirect_uri, state })
    return `${authorization_endpoint}?${query}`
  }

  it('signs in by a visit that the site begins anew, which does not ask again', async () => {
    const token = newToken()
    const state = encode({ loginStyle: 'popup', credentialToken: token, isCordova: false })
    const agent = new UserAgent()
    const { place, fragment } = await signIn(agent, await agent.follow(await atProvider(state), isProvider))
    const fields = fieldsOf(fragment)
    expect([place, fields]).toEqual([
      `${home}/sign-in/finish`,
      { handOver: 'popup', credentialToken: token, credentialSecret: SECRET, origins: APP },
    ])
    expect(await logIn(token, fields.credentialSecret!)).toMatchObject({ type: 'club' })
  })

  it('leads to no other site, an allowed one neither, because nobody knows where it began', async () => {
    for (const redirectUrl of [`${APP}/`, 'https://elsewhere.example/']) {
      const state = encode({ loginStyle: 'redirect', credentialToken: newToken(), redirectUrl })
      for (const answer of ['code=a', 'error=access_denied']) {
        const { location } = await new UserAgent().get(`${home}/_oauth/club?${answer}&state=${encodeURIComponent(state)}`)
        expect(location).toBe(`${home}/sign-in/finish#error=bad-return`)
      }
    }
  })
})

it('lets windows reach each other on the way of a visit, and nowhere else', async () => {
  const policy = async (path: string) => (await fetch(`${home}${path}`, { redirect: 'manual' })).headers.get('cross-origin-opener-policy')
  for (const path of ['/_oauth/club/begin', '/_oauth/club?code=a', '/sign-in/finish', '/sign-in/finish?x=y'])
    expect([path, await policy(path)]).toEqual([path, 'unsafe-none'])
  for (const path of ['/', '/sign-in', '/sign-in/finished', '/account']) expect([path, await policy(path)]).toEqual([path, 'same-origin'])
})
