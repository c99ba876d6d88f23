import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StandInProvider } from '../fakes/oidc-provider.ts'
import { FakePatreon } from '../fakes/patreon.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { UserAgent } from '../helpers/user-agent.ts'
import { type LoginResult, signUp } from '../helpers/users.ts'

/* Visits to login services and to Patreon from the app on phones: its browser comes back by a link that any app may intercept. */

let provider: StandInProvider
let patreon: FakePatreon
let testApp: TestApp
let home: string
let count = 0

beforeAll(async () => {
  provider = await new StandInProvider().open()
  patreon = await new FakePatreon().open()
  testApp = await createTestApp({ config: { rateLimits: 'off', loginProviders: [provider.options], patreon: patreon.options } })
  home = testApp.http.replace('127.0.0.1', 'localhost')
  provider.redirectUris = [`${home}/_oauth/club`]
  patreon.redirectUris = [`${home}/patreon/confirm`]
})
afterAll(async () => {
  await testApp?.close()
  await patreon?.close()
  await provider?.close()
})

function addAccount(): string {
  const subject = `subject-${++count}`
  provider.accounts.set(subject, {})
  return subject
}

const token = (letter: string): string => letter.repeat(43)
const isCallback = ({ pathname }: URL): boolean => pathname === '/_oauth/club'
const isInteraction = ({ pathname }: URL): boolean => pathname.startsWith('/interaction/')

/** Begins a visit and signs in at the provider. @returns the address that the provider sends the browser back to, which is not opened yet */
async function visitProvider(agent: UserAgent, query: string, subject = addAccount()): Promise<string> {
  const interaction = await agent.follow(`${home}/_oauth/club/begin?${query}`, isInteraction)
  return agent.follow(`${interaction}?account=${subject}`, isCallback)
}

async function lastAddress(agent: UserAgent, from: string): Promise<{ place: string; fields: URLSearchParams }> {
  const { location, response } = await agent.get(from)
  expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store'])
  const [place, fragment] = location!.split('#')
  return { place: place!, fields: new URLSearchParams(fragment) }
}

const open = (): Promise<DdpTestClient> => DdpTestClient.open(testApp.endpoint)
const refusal = async (credential: object) => (await open()).expectError('login', { oauth: { ...credential } })

const NO_ATTEMPT = meteorError(145_546_287, 'No matching login attempt found')

describe('a login in the app', () => {
  it('ends in a link whose secret is of no use to another app, and logs in who has the token too', async () => {
    const agent = new UserAgent()
    const back = await visitProvider(agent, `style=shell&credentialToken=${token('a')}&next=%2Fsubmit`)
    const { place, fields } = await lastAddress(agent, back)
    expect(place).toBe('skillshot://sign-in')
    expect(Object.fromEntries(fields)).toEqual({
      purpose: 'login',
      next: '/submit',
      credentialSecret: expect.stringMatching(/^[\w-]{43}$/),
    })
    const credentialSecret = fields.get('credentialSecret')!
    for (const guess of [token('b'), credentialSecret, '']) {
      const refused = await refusal({ credentialToken: guess, credentialSecret })
      expect([NO_ATTEMPT, meteorError(400, 'Match failed')]).toContainEqual(refused)
    }
    expect(await (await open()).call<LoginResult>('login', { oauth: { credentialToken: token('a'), credentialSecret } })).toMatchObject({
      type: 'club',
    })
  })

  it('begins only with a token that the app has chosen, and leads nowhere that the address names', async () => {
    for (const query of ['style=shell', 'style=shell&credentialToken=short']) {
      const { fields } = await lastAddress(new UserAgent(), `${home}/_oauth/club/begin?${query}`)
      expect(Object.fromEntries(fields)).toEqual({ error: 'expired' })
    }
    const agent = new UserAgent()
    const query = `style=shell&credentialToken=${token('c')}&next=https%3A%2F%2Felsewhere.example&redirect=evil%3A%2F%2Fx&scheme=evil`
    const { place, fields } = await lastAddress(agent, await visitProvider(agent, query))
    expect([place, fields.has('next')]).toEqual(['skillshot://sign-in', false])
  })

  it('asks a user who is signed in at the provider again, so that no other app gets a login unnoticed', async () => {
    const agent = new UserAgent()
    const subject = addAccount()
    await agent.get(await visitProvider(agent, '', subject))
    // A visit of the site itself comes back without a question.
    expect(isCallback(new URL(await agent.follow(`${home}/_oauth/club/begin`, url => isCallback(url) || isInteraction(url))))).toBe(true)
    for (const style of ['shell', 'popup']) {
      const address = `${home}/_oauth/club/begin?style=${style}&credentialToken=${token('d')}`
      expect(isInteraction(new URL(await agent.follow(address, url => isCallback(url) || isInteraction(url))))).toBe(true)
    }
  })

  it('does not take the credential of a visit that was begun on the site', async () => {
    const agent = new UserAgent()
    const back = await visitProvider(agent, '')
    // Another app opens the address where its own visit begins, in the same browser.
    await agent.get(`${home}/_oauth/club/begin?style=shell&credentialToken=${token('e')}`)
    const { place, fields } = await lastAddress(agent, back)
    expect([place, fields.has('credentialToken')]).toEqual([`${home}/sign-in/finish`, true])
  })

  it('says in the link that the user has refused', async () => {
    const agent = new UserAgent()
    const { place, fields } = await lastAddress(agent, await visitProvider(agent, `style=shell&credentialToken=${token('f')}`, 'refuse'))
    expect([place, Object.fromEntries(fields)]).toEqual(['skillshot://sign-in', { error: 'denied' }])
  })
})

describe('a link with Patreon that is begun in the app', () => {
  const begin = async ({ client }: { client: DdpTestClient }, argument: object): Promise<string> =>
    (await client.call<{ url: string }>('patreon.begin', { ...argument })).url

  it('comes back by a link of the app, whose code and state only the user who began can use', async () => {
    const [ann, bob] = [await signUp(testApp, 'ann'), await signUp(testApp, 'bob')]
    patreon.addAccount('ann at patreon')
    const { code, state } = patreon.authorize(await begin(ann, { app: true }), 'ann at patreon')
    const { place, fields } = await lastAddress(
      new UserAgent(),
      `${home}/patreon/confirm?${new URLSearchParams({ code, state, to: 'evil://x' })}`,
    )
    expect([place, Object.fromEntries(fields)]).toEqual(['skillshot://patreon', { code, state }])
    expect(await bob.client.expectError('patreon.confirm', { code, state })).toMatchObject({ error: 403 })
    expect(await ann.client.call('patreon.confirm', { code, state })).toEqual({ tier: 'Gold', active: true })
  })

  it('stays on the site when it was begun there', async () => {
    const cleo = await signUp(testApp, 'cleo')
    patreon.addAccount('cleo at patreon')
    const returned = patreon.authorize(await begin(cleo, {}), 'cleo at patreon')
    const response = await fetch(`${home}/patreon/confirm?${new URLSearchParams(returned)}`, { redirect: 'manual' })
    expect(response.status).toBe(200)
  })
})

it('lets the app alone read the export of one’s data from another origin', async () => {
  const dora = await signUp(testApp, 'dora')
  const { url } = await dora.client.call<{ url: string }>('account.export', {})
  const read = async (origin: string) => {
    const { headers, status } = await fetch(home + url, { headers: { origin } })
    return [status, headers.get('access-control-allow-origin'), headers.get('access-control-expose-headers')]
  }
  for (const origin of ['capacitor://localhost', 'https://localhost'])
    expect(await read(origin)).toEqual([200, origin, 'content-disposition'])
  expect(await read('https://elsewhere.example')).toEqual([200, null, null])
})
