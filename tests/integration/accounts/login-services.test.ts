import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { StandInGithub } from '../fakes/github.ts'
import { OIDC_SECRET, StandInProvider } from '../fakes/oidc-provider.ts'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { UserAgent } from '../helpers/user-agent.ts'
import { digestPassword, type LoginResult, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

interface Credential {
  credentialToken: string
  credentialSecret: string
}

const NO_ATTEMPT = meteorError(145_546_287, 'No matching login attempt found')
const MINUTE = 60_000

const log = new RecordedLog('trace')
let provider: StandInProvider
let testApp: TestApp
let clock: SettableClock
let visitor: DdpTestClient
let count = 0

beforeAll(async () => {
  provider = await new StandInProvider().open()
  clock = createSettableClock()
  testApp = await createTestApp({ config: { rateLimits: 'off', loginProviders: [provider.options] }, clock, log: log.log })
  provider.redirectUris = [`${home(testApp)}/_oauth/club`]
  visitor = await DdpTestClient.open(testApp.endpoint)
})
afterAll(async () => {
  await testApp.close()
  await provider.close()
})
beforeEach(() => testApp.app.features.accounts.setLoginProviders([provider.options]))

/** The site's address as it names it itself. */
const home = ({ http }: TestApp): string => http.replace('127.0.0.1', 'localhost')

/** An account at the provider. @returns its subject */
function addAccount(claims: Parameters<StandInProvider['accounts']['set']>[1] = {}): string {
  const subject = `subject-${++count}`
  provider.accounts.set(subject, claims)
  return subject
}

const isBack = ({ pathname }: URL): boolean => pathname.startsWith('/_oauth/') && !pathname.endsWith('/begin')
const begin = '/_oauth/club/begin'

/** Goes to the provider and signs in there. @returns the address that the provider sends the browser back to, which is not opened yet */
async function visitProvider(agent: UserAgent, subject: string, path = begin): Promise<string> {
  const interaction = await agent.follow(
    `${home(testApp)}${path}`,
    ({ pathname }) => pathname.startsWith('/interaction/') || isBack(new URL(`http://x${pathname}`)),
  )
  return isBack(new URL(interaction)) ? interaction : agent.follow(`${interaction}?account=${subject}`, isBack)
}

/** Opens the address that the provider sent the browser back to. @returns what the fragment of the last address has */
async function comeBack(agent: UserAgent, back: string): Promise<URLSearchParams> {
  const { location, response } = await agent.get(back)
  expect(response.status).toBe(303)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { pathname, hash, origin } = new URL(location!)
  expect([origin, pathname]).toEqual([home(testApp), '/sign-in/finish'])
  return new URLSearchParams(hash.slice(1))
}

function readCredential(fields: URLSearchParams): Credential {
  const credential = { credentialToken: fields.get('credentialToken')!, credentialSecret: fields.get('credentialSecret')! }
  expect(credential).toEqual({
    credentialToken: expect.stringMatching(/^[\w-]{43}$/),
    credentialSecret: expect.stringMatching(/^[\w-]{43}$/),
  })
  return credential
}

/** A whole visit to the provider. */
async function visit(subject: string, path = begin, agent = new UserAgent()): Promise<Credential> {
  return readCredential(await comeBack(agent, await visitProvider(agent, subject, path)))
}

const open = (): Promise<DdpTestClient> => DdpTestClient.open(testApp.endpoint)
const logIn = async (credential: Credential, extra: object = {}) =>
  (await open()).call<LoginResult>('login', { oauth: { ...credential }, ...extra })
const refusal = (credential: object, extra: object = {}) => visitor.expectError('login', { oauth: { ...credential }, ...extra })

/** A user who was signed up by the provider. */
async function signUpByProvider(claims: Parameters<typeof addAccount>[0] = {}) {
  const subject = addAccount(claims)
  const client = await open()
  const username = `Club ${++count}`
  const { id } = await client.call<LoginResult>('login', { oauth: { ...(await visit(subject)) }, username })
  return { id, client, subject, username }
}

/** Links a new account of the provider with a user's. @returns its subject */
async function link(user: Pick<TestUser, 'client'>, subject = addAccount()): Promise<string> {
  const { url } = await user.client.call<{ url: string }>('account.beginLoginService', {
    service: 'club',
    password: digestPassword(PASSWORD),
  })
  expect(await user.client.call('account.linkLoginService', { ...(await visit(subject, url)) })).toEqual({ service: 'club' })
  return subject
}

const emails = async (userId: string): Promise<string[]> =>
  (await testApp.app.database.db.selectFrom('user_emails').select(['address', 'verified']).where('user_id', '=', userId).execute()).map(
    ({ address, verified }) => `${address} ${verified}`,
  )

describe('the configuration of login services', () => {
  it('has no secret, and changes while the server runs', async () => {
    const client = await open()
    expect((await client.subscribe('meteor.loginServiceConfiguration')).error).toBe(null)
    const documents = () => [...client.documents('meteor_accounts_loginServiceConfiguration')]
    expect(documents()).toEqual([
      ['club', { service: 'club', label: 'Pinball Club', clientId: 'stand-in', loginStyle: 'popup', loginUrl: '/_oauth/club/begin' }],
    ])
    testApp.app.features.accounts.setLoginProviders([])
    await client.waitUntil(() => documents().length === 0)
  })
})

describe('a login by a provider', () => {
  it('signs up at the first time, with the name that was chosen, and signs in afterwards', async () => {
    const subject = addAccount({ preferred_username: 'Flip Wizard', email: 'flip@example.com', email_verified: true })
    const first = await visit(subject)
    expect(await visitor.call('account.lookAtLogin', { ...first })).toEqual({
      service: 'club',
      purpose: 'login',
      known: false,
      suggestedName: 'Flip Wizard',
    })
    const result = await logIn(first, { username: 'Flip', locale: 'de' })
    expect(result).toMatchObject({ type: 'club', token: expect.any(String) })
    expect(await emails(result.id)).toEqual(['flip@example.com true'])
    const again = await visit(subject)
    expect(await visitor.call('account.lookAtLogin', { ...again })).toMatchObject({ known: true, suggestedName: null })
    expect((await logIn(again)).id).toBe(result.id)
  })

  it('makes a name for a client that gives none', async () => {
    const client = await open()
    const { id } = await client.call<LoginResult>('login', { oauth: { ...(await visit(addAccount({ name: 'Ada <b>' }))) } })
    await client.waitUntil(() => client.documents('users').has(id))
    expect(client.documents('users').get(id)).toMatchObject({ username: 'Ada b' })
    const other = await open()
    const second = await other.call<LoginResult>('login', { oauth: { ...(await visit(addAccount())) } })
    await other.waitUntil(() => other.documents('users').has(second.id))
    expect(other.documents('users').get(second.id)).toMatchObject({ username: expect.stringMatching(/^player-/) })
  })

  it('keeps the credential when the chosen name is taken or wrong, and uses it up by the login', async () => {
    const taken = await signUp(testApp, `Taken ${++count}`)
    const credential = await visit(addAccount())
    expect(await refusal(credential, { username: taken.username })).toEqual(meteorError(403, 'Username already exists.'))
    expect(await refusal(credential, { username: ' ' })).toMatchObject({ error: 403, reason: 'User validation failed' })
    await logIn(credential, { username: `Free ${count}` })
    expect(await refusal(credential)).toEqual(NO_ATTEMPT)
  })

  it('works for a client with a credential token of its own, which no address has then', async () => {
    const credentialToken = 'a'.repeat(43)
    const agent = new UserAgent()
    const fields = await comeBack(agent, await visitProvider(agent, addAccount(), `${begin}?credentialToken=${credentialToken}`))
    expect(fields.has('credentialToken')).toBe(false)
    const credentialSecret = fields.get('credentialSecret')!
    expect(await refusal({ credentialToken: 'b'.repeat(43), credentialSecret })).toEqual(NO_ATTEMPT)
    expect(await logIn({ credentialToken, credentialSecret })).toMatchObject({ type: 'club' })
  })

  it('returns to a path of this site only', async () => {
    const next = async (path: string) => {
      const agent = new UserAgent()
      return (await comeBack(agent, await visitProvider(agent, addAccount(), `${begin}?next=${encodeURIComponent(path)}`))).get('next')
    }
    expect(await next('/submit?machine=abc')).toBe('/submit?machine=abc')
    for (const path of ['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example']) expect(await next(path)).toBe(null)
  })

  it('says so when the user refuses at the provider', async () => {
    const agent = new UserAgent()
    const fields = await comeBack(agent, await visitProvider(agent, 'refuse'))
    expect([...fields]).toEqual([['error', 'denied']])
  })

  it('asks for no second step, which belongs to passwords, and lists how the session began', async () => {
    const { client } = await signUpByProvider()
    expect(await client.call('account.sessions', {})).toEqual([expect.objectContaining({ beganWith: 'club', current: true })])
    expect(await client.call('account.waysIn', {})).toEqual({ password: false, passkeys: 0, services: 1, fresh: true })
  })
})

describe('sign-ups by a provider', () => {
  it.each(['closed', 'invite'] as const)('are refused like others where sign-ups are %s', async signUps => {
    const site = await createTestApp({ config: { rateLimits: 'off', signUps, loginProviders: [provider.options] } })
    provider.redirectUris.push(`${home(site)}/_oauth/club`)
    try {
      const agent = new UserAgent()
      const interaction = await agent.follow(`${home(site)}${begin}`, ({ pathname }) => pathname.startsWith('/interaction/'))
      const back = await agent.follow(`${interaction}?account=${addAccount()}`, isBack)
      const { location } = await agent.get(back)
      const fields = new URLSearchParams(new URL(location!).hash.slice(1))
      const client = await DdpTestClient.open(site.endpoint)
      expect(await client.expectError('login', { oauth: { ...readCredential(fields) }, username: 'Flip' })).toMatchObject({
        error: 403,
        reason: 'Signups forbidden',
      })
      await client.close()
    } finally {
      provider.redirectUris.pop()
      await site.close()
    }
  })
})

describe('an e-mail address', () => {
  it('never links accounts, verified or not', async () => {
    const email = `owner${++count}@example.com`
    const owner = await signUp(testApp, `Owner ${count}`, { email })
    for (const email_verified of [true, false]) {
      const { id } = await logIn(await visit(addAccount({ email, email_verified })))
      expect(id).not.toBe(owner.id)
      expect(await emails(id)).toEqual([])
    }
    expect(await emails(owner.id)).toEqual([`${email} false`])
  })

  it('is taken over only if the provider says that it has verified it', async () => {
    const unverified = await logIn(await visit(addAccount({ email: `u${++count}@example.com`, email_verified: false })))
    expect(await emails(unverified.id)).toEqual([])
    const silent = await logIn(await visit(addAccount({ email: `s${++count}@example.com` })))
    expect(await emails(silent.id)).toEqual([])
  })
})

describe('an attack on a login', () => {
  it('with the address of another browser’s visit is refused, and the visit is not spoiled', async () => {
    const agent = new UserAgent()
    const back = await visitProvider(agent, addAccount())
    expect([...(await comeBack(new UserAgent(), back))]).toEqual([['error', 'expired']])
    await logIn(readCredential(await comeBack(agent, back)))
  })

  it('with a state that was used is refused', async () => {
    const agent = new UserAgent()
    const back = await visitProvider(agent, addAccount())
    await comeBack(agent, back)
    expect([...(await comeBack(agent, back))]).toEqual([['error', 'expired']])
  })

  it('with a state that is too old is refused', async () => {
    const agent = new UserAgent()
    const back = await visitProvider(agent, addAccount())
    clock.set(clock.now() + 10 * MINUTE)
    expect([...(await comeBack(agent, back))]).toEqual([['error', 'expired']])
  })

  it('with a credential that is too old is refused', async () => {
    const credential = await visit(addAccount())
    clock.set(clock.now() + 10 * MINUTE)
    expect(await refusal(credential)).toEqual(NO_ATTEMPT)
  })

  it('with the code of another visit is refused by its verifier and nonce', async () => {
    const [agent, attacker] = [new UserAgent(), new UserAgent()]
    const mine = new URL(await visitProvider(agent, addAccount()))
    const theirs = new URL(await visitProvider(attacker, addAccount()))
    mine.searchParams.set('code', theirs.searchParams.get('code')!)
    expect([...(await comeBack(agent, mine.href))]).toEqual([['error', 'refused']])
  })

  it('with an answer that names another issuer is refused', async () => {
    const agent = new UserAgent()
    const back = new URL(await visitProvider(agent, addAccount()))
    back.searchParams.set('iss', 'https://elsewhere.example')
    expect([...(await comeBack(agent, back.href))]).toEqual([['error', 'odd']])
  })

  it('with only one half of the credential, or with another’s, is refused', async () => {
    const [mine, theirs] = [await visit(addAccount()), await visit(addAccount())]
    expect(await refusal({ credentialToken: mine.credentialToken, credentialSecret: null })).toEqual(NO_ATTEMPT)
    expect(await refusal({ ...mine, credentialSecret: theirs.credentialSecret })).toEqual(NO_ATTEMPT)
    expect(await refusal({ credentialToken: mine.credentialToken })).toEqual(meteorError(400, 'Match failed'))
    await logIn(mine)
    await logIn(theirs)
  })

  it('with a name of the provider that belongs to another subject finds only its own account', async () => {
    const first = await signUpByProvider({ preferred_username: 'same', email: 'same@example.com', email_verified: true })
    provider.accounts.delete(first.subject)
    const second = addAccount({ preferred_username: 'same', email: 'same@example.com', email_verified: true })
    expect((await logIn(await visit(second))).id).not.toBe(first.id)
  })
})

describe('a provider', () => {
  const failure = async (path = begin) => {
    const { location } = await new UserAgent().get(`${home(testApp)}${path}`)
    return new URLSearchParams(new URL(location!).hash.slice(1)).get('error')
  }

  it('that the site does not have is refused on both addresses and by the methods', async () => {
    expect(await failure('/_oauth/other/begin')).toBe('not-configured')
    expect(await failure('/_oauth/other?code=a&state=b')).toBe('not-configured')
    const user = await signUp(testApp, `Lone ${++count}`)
    const argument = { service: 'other', password: digestPassword(PASSWORD) }
    expect(await user.client.expectError('account.beginLoginService', argument)).toMatchObject({
      error: 404,
      reason: 'Service not configured',
    })
  })

  it('that was removed meanwhile ends the login, and says which', async () => {
    const credential = await visit(addAccount())
    testApp.app.features.accounts.setLoginProviders([])
    expect(await refusal(credential)).toEqual(meteorError(145_546_287, 'No registered oauth service found for: club'))
  })

  it('that does not answer, or does not know the site, is told apart', async () => {
    testApp.app.features.accounts.setLoginProviders([{ ...provider.options, issuer: 'http://127.0.0.1:9' }])
    expect(await failure()).toBe('unavailable')
    testApp.app.features.accounts.setLoginProviders([{ ...provider.options, clientSecret: 'wrong' }])
    const agent = new UserAgent()
    expect([...(await comeBack(agent, await visitProvider(agent, addAccount())))]).toEqual([['error', 'misconfigured']])
  })
})

describe('linking', () => {
  it('begins signed in, and the linked account signs in', async () => {
    const user = await signUp(testApp, `Linker ${++count}`)
    const subject = await link(user)
    expect((await logIn(await visit(subject))).id).toBe(user.id)
    expect(await user.client.call('account.loginServices', {})).toEqual([
      { service: 'club', label: 'Pinball Club', name: null, linkedAt: expect.any(Date), lastUsedAt: expect.any(Date) },
    ])
  })

  it('tells the owner by e-mail', async () => {
    const email = `told${++count}@example.com`
    await link(await signUp(testApp, `Told ${count}`, { email }))
    const subjects = (await testApp.mails()).filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject)
    expect(subjects.at(-1)).toBe('A new way to sign in was added')
  })

  it('needs the password, or having signed in just now', async () => {
    const user = await signUp(testApp, `Guard ${++count}`)
    const wrong = { service: 'club', password: digestPassword('wrong') }
    expect(await user.client.expectError('account.beginLoginService', wrong)).toMatchObject({ error: 403 })
    clock.set(clock.now() + 11 * MINUTE)
    expect(await user.client.expectError('account.beginLoginService', { service: 'club' })).toMatchObject({ error: 403 })
  })

  it('is refused to another user than the one who began, and a login is no link', async () => {
    const [user, other] = [await signUp(testApp, `One ${++count}`), await signUp(testApp, `Two ${++count}`)]
    const { url } = await user.client.call<{ url: string }>('account.beginLoginService', {
      service: 'club',
      password: digestPassword(PASSWORD),
    })
    const forLink = await visit(addAccount(), url)
    expect(await other.client.expectError('account.linkLoginService', { ...forLink })).toMatchObject({ error: 403 })
    expect(await refusal(forLink)).toEqual(NO_ATTEMPT)
    const forLogin = await visit(addAccount())
    expect(await user.client.expectError('account.linkLoginService', { ...forLogin })).toMatchObject({ error: 404 })
  })

  it('is refused for an account of the provider that is linked to another user', async () => {
    const [user, other] = [await signUp(testApp, `Three ${++count}`), await signUp(testApp, `Four ${++count}`)]
    const subject = await link(user)
    const { url } = await other.client.call<{ url: string }>('account.beginLoginService', {
      service: 'club',
      password: digestPassword(PASSWORD),
    })
    expect(await other.client.expectError('account.linkLoginService', { ...(await visit(subject, url)) })).toMatchObject({ error: 409 })
  })

  it('refuses a ticket that is for another service, was changed, or is too old', async () => {
    const user = await signUp(testApp, `Ticket ${++count}`)
    const { url } = await user.client.call<{ url: string }>('account.beginLoginService', {
      service: 'club',
      password: digestPassword(PASSWORD),
    })
    const failure = async (path: string) => new URL((await new UserAgent().get(`${home(testApp)}${path}`)).location!).hash
    expect(await failure(`${url.slice(0, -3)}AAA`)).toBe('#error=expired')
    expect(await failure(`${begin}?ticket=AAAA`)).toBe('#error=expired')
    testApp.app.features.accounts.setLoginProviders([provider.options, { ...provider.options, service: 'other' }])
    expect(await failure(url.replace('club', 'other'))).toBe('#error=expired')
    clock.set(clock.now() + 10 * MINUTE)
    expect(await failure(url)).toBe('#error=expired')
  })
})

describe('unlinking', () => {
  it('ends the way in', async () => {
    const user = await signUp(testApp, `Leaver ${++count}`)
    const subject = await link(user)
    const proof = { service: 'club', password: digestPassword(PASSWORD) }
    expect(await user.client.call('account.unlinkLoginService', proof)).toEqual({})
    expect(await user.client.expectError('account.unlinkLoginService', proof)).toMatchObject({ error: 404 })
    expect((await logIn(await visit(subject))).id).not.toBe(user.id)
  })

  it('is refused for the last way in', async () => {
    const { client } = await signUpByProvider()
    expect(await client.expectError('account.unlinkLoginService', { service: 'club' })).toMatchObject({ error: 409 })
  })

  it('is refused too where only an account at a provider would remain that the site has no more', async () => {
    const { client, id } = await signUpByProvider()
    await testApp.app.database.pool.query(
      `INSERT INTO login_identities (issuer, subject, user_id, service, linked_at) VALUES ('https://gone.example', $1, $1, 'gone', now())`,
      [id],
    )
    expect(await client.call('account.waysIn', {})).toMatchObject({ password: false, services: 1 })
    expect(await client.expectError('account.unlinkLoginService', { service: 'club' })).toMatchObject({ error: 409 })
  })
})

describe('an account without a password', () => {
  it('is deleted after signing in just now only, and leaves nothing', async () => {
    const { client, id, subject } = await signUpByProvider()
    clock.set(clock.now() + 11 * MINUTE)
    expect(await client.expectError('account.delete', { eraseScores: true })).toMatchObject({ error: 403 })
    const fresh = await open()
    await fresh.call('login', { oauth: { ...(await visit(subject)) } })
    expect(await fresh.call('account.delete', { eraseScores: true })).toEqual({})
    const kept = (await dumpTables(testApp)).split('\n').filter(line => /^(?:login_identities|oauth_)/.test(line))
    expect(kept.filter(line => line.includes(id))).toEqual([])
    expect((await logIn(await visit(subject))).id).not.toBe(id)
  })
})

describe('GitHub, which has OAuth 2 only', () => {
  let github: StandInGithub
  beforeAll(async () => {
    github = await new StandInGithub().open()
  })
  afterAll(() => github.close())
  beforeEach(() => testApp.app.features.accounts.setLoginProviders([github.options]))

  const visitGithub = async (): Promise<URLSearchParams> => {
    const agent = new UserAgent()
    return comeBack(agent, await agent.follow(`${home(testApp)}/_oauth/github/begin`, isBack))
  }

  it('signs up and in by the number of the user, and takes over the verified primary address', async () => {
    github.account = {
      id: 4711,
      login: 'flipper-fan',
      emails: [
        { email: 'old@example.com', primary: false, verified: true },
        { email: 'fan@example.com', primary: true, verified: true },
      ],
    }
    const first = await logIn(readCredential(await visitGithub()))
    expect(first.type).toBe('github')
    expect(await emails(first.id)).toEqual(['fan@example.com true'])
    github.account = { ...github.account, login: 'renamed' }
    expect((await logIn(readCredential(await visitGithub()))).id).toBe(first.id)
    github.account = { id: 4712, login: 'flipper-fan', emails: [{ email: 'unproved@example.com', primary: true, verified: false }] }
    const other = await logIn(readCredential(await visitGithub()))
    expect(other.id).not.toBe(first.id)
    expect(await emails(other.id)).toEqual([])
  })

  it('is told apart when it does not know the site', async () => {
    testApp.app.features.accounts.setLoginProviders([{ ...github.options, clientSecret: 'wrong' }])
    expect([...(await visitGithub())]).toEqual([['error', 'misconfigured']])
  })
})

describe('the cookies of a visit to a provider', () => {
  const cookiesOf = async (rootUrl: string): Promise<string[]> => {
    const site = await createTestApp({ config: { rateLimits: 'off', rootUrl, loginProviders: [provider.options] } })
    const response = await fetch(`${site.http}${begin}`, { redirect: 'manual' })
    expect(response.status).toBe(303)
    await site.close()
    return response.headers.getSetCookie().map(line => line.replace(/=[^;]+/, '=…'))
  }

  it('are for this host alone and only sent over https, out of reach of scripts', async () => {
    const attributes = 'Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax'
    expect(await cookiesOf('https://scores.example')).toEqual([
      `__Host-oauth-browser=…; ${attributes}`,
      `__Host-oauth-browser-style=…; ${attributes}`,
    ])
  })

  it('have neither the prefix nor Secure on a site without https, where browsers would refuse them', async () => {
    const attributes = 'Max-Age=600; Path=/; HttpOnly; SameSite=Lax'
    expect(await cookiesOf('http://localhost')).toEqual([`oauth-browser=…; ${attributes}`, `oauth-browser-style=…; ${attributes}`])
  })
})

describe('what is kept and logged', () => {
  it('has no secret of the client, of a visit or of a credential', async () => {
    const agent = new UserAgent()
    const back = await visitProvider(agent, addAccount())
    const fields = await comeBack(agent, back)
    const { searchParams } = new URL(back)
    const secrets = [
      OIDC_SECRET,
      searchParams.get('code')!,
      searchParams.get('state')!,
      fields.get('credentialToken')!,
      fields.get('credentialSecret')!,
    ]
    const kept = await dumpTables(testApp)
    const lines = log.text
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20)
      expect(kept).not.toContain(secret)
      expect(lines).not.toContain(secret)
    }
  })

  it('is swept when it has expired', async () => {
    const agent = new UserAgent()
    await agent.get(`${home(testApp)}${begin}`)
    await visit(addAccount())
    clock.set(clock.now() + 11 * MINUTE)
    await testApp.app.features.accounts.sweep()
    const { db } = testApp.app.database
    for (const table of ['oauth_attempts', 'oauth_credentials'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})
