import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, type LoginResult, logIn, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const DAY = 86_400_000
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'

interface Session {
  sessionId: string
  createdAt: Date
  lastSeenAt: Date
  device: string
  current: boolean
}

let testApp: TestApp
let clock: SettableClock
let visitor: DdpTestClient
let people = 0

beforeAll(async () => {
  clock = createSettableClock()
  testApp = await createTestApp({ config: { rateLimits: 'off' }, clock })
})
beforeEach(async () => {
  visitor = await DdpTestClient.open(testApp.endpoint)
})
afterAll(() => testApp.close())

const signUpUser = (): Promise<TestUser> => signUp(testApp, `Player ${++people}`)
const second = async ({ username }: TestUser, headers: Record<string, string> = {}): Promise<LoginResult & { client: DdpTestClient }> => {
  const client = await DdpTestClient.open(testApp.endpoint, headers)
  return { ...(await logIn(client, username)), client }
}
const sessions = (client: DdpTestClient) => client.call<Session[]>('account.sessions', {})
const resumes = async (token: string): Promise<boolean> => {
  const { error } = await (await DdpTestClient.open(testApp.endpoint)).tryCall('login', { resume: token })
  if (error !== undefined) expect(error.reason).toBe("You've been logged out by the server. Please log in again.")
  return error === undefined
}
const odd = (code: string) => ({ isClientSafe: true, error: code, message: `[${code}]`, errorType: 'Meteor.Error' })
const NOT_LOGGED_IN = odd('You are not logged in.')
const SIGN_IN = meteorError(401, 'Please sign in first.')

describe('getNewToken', () => {
  it('gives another token with the same expiry, and binds the connection to it', async () => {
    const person = await signUpUser()
    clock.set(clock.now() + DAY)
    const renewed = await person.client.call<LoginResult>('getNewToken')
    expect(renewed).toEqual({ id: person.id, token: expect.stringMatching(/^[\w-]{43}$/), tokenExpires: person.tokenExpires })
    expect(renewed.token).not.toBe(person.token)
    expect([await resumes(person.token), await resumes(renewed.token)]).toEqual([true, true])
    await person.client.call('removeOtherTokens')
    expect([await resumes(person.token), await resumes(renewed.token)]).toEqual([false, true])
  })

  it('has the protocol’s own errors', async () => {
    expect(await visitor.expectError('getNewToken')).toEqual(NOT_LOGGED_IN)
    const person = await signUpUser()
    await testApp.app.database.pool.query('DELETE FROM login_tokens WHERE user_id = $1', [person.id])
    expect(await person.client.expectError('getNewToken')).toEqual(odd('Invalid login token'))
  })
})

describe('removeOtherTokens', () => {
  it('closes every other connection of the user and no other user’s', async () => {
    const [person, bystander] = [await signUpUser(), await signUpUser()]
    const others = [await second(person), await second(person)]
    expect(await person.client.call('removeOtherTokens')).toBe(null)
    await Promise.all(others.map(({ client }) => client.closed))
    for (const { token } of others) expect(await resumes(token)).toBe(false)
    expect(await sessions(person.client)).toMatchObject([{ current: true }])
    expect(await sessions(bystander.client)).toHaveLength(1)
    expect(await visitor.expectError('removeOtherTokens')).toEqual(NOT_LOGGED_IN)
  })
})

describe('logoutOtherClients', () => {
  it('gives a new token at once, and ends the old ones after ten seconds', async () => {
    const person = await signUpUser()
    const other = await second(person)
    const fresh = await person.client.call<LoginResult>('logoutOtherClients')
    expect(fresh).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), tokenExpires: expect.any(Date) })
    clock.set(clock.now() + 2000)
    expect([await resumes(person.token), await resumes(other.token), await resumes(fresh.token)]).toEqual([true, true, true])
    expect(await other.client.expectError('getNewToken')).toEqual(odd('Invalid login token'))
    clock.set(clock.now() + 8000)
    await Promise.all([person.client.closed, other.client.closed])
    expect([await resumes(person.token), await resumes(other.token), await resumes(fresh.token)]).toEqual([false, false, true])
    expect(await visitor.expectError('logoutOtherClients')).toEqual(NOT_LOGGED_IN)
  })

  it('ends them also when the server was away at that moment', async () => {
    const person = await signUpUser()
    const { token } = await person.client.call<LoginResult>('logoutOtherClients')
    await testApp.restart()
    clock.set(clock.now() + 10_000)
    expect([await resumes(person.token), await resumes(token)]).toEqual([false, true])
  })
})

describe('account.sessions and account.endSession', () => {
  it('lists one’s own, those used last first, with device and times', async () => {
    const person = await signUpUser()
    clock.set(clock.now() + 60_000)
    const phone = await second(person, { 'user-agent': FIREFOX })
    const listed = await sessions(phone.client)
    expect(listed).toMatchObject([
      { device: 'Firefox on Android', current: true },
      { device: 'Another program', current: false },
    ])
    expect(listed[0]!.createdAt.getTime() - listed[1]!.createdAt.getTime()).toBeGreaterThanOrEqual(60_000)
    expect(JSON.stringify(listed)).not.toContain(phone.token)
    expect(await visitor.expectError('account.sessions', {})).toEqual(SIGN_IN)
  })

  it('ends one of one’s own: its connections are closed', async () => {
    const person = await signUpUser()
    const other = await second(person)
    const { sessionId } = (await sessions(person.client)).find(({ current }) => !current)!
    expect(await person.client.call('account.endSession', { sessionId })).toEqual({})
    await other.client.closed
    expect([await resumes(other.token), await resumes(person.token)]).toEqual([false, true])
    expect(await person.client.expectError('account.endSession', { sessionId })).toEqual(meteorError(404, 'There is no such session.'))
  })

  it('refuses somebody else’s and unknown ones alike', async () => {
    const [person, other] = [await signUpUser(), await signUpUser()]
    const [{ sessionId }] = (await sessions(other.client)) as [Session]
    for (const id of [sessionId, uuidv7()])
      expect(await person.client.expectError('account.endSession', { sessionId: id })).toEqual(
        meteorError(404, 'There is no such session.'),
      )
    expect(await visitor.expectError('account.endSession', { sessionId })).toEqual(SIGN_IN)
    expect(await sessions(other.client)).toHaveLength(1)
  })
})

describe('time', () => {
  it('closes the connection of a session that expires, and sweeps its token', async () => {
    const [person, lasting] = [await signUpUser(), await signUpUser()]
    await lasting.client.terminate()
    clock.set(person.tokenExpires.getTime() - DAY)
    // If a sweep were still running when the clock moves again, it would use
    // the earlier time, and the next one would be due ten minutes later.
    await testApp.app.features.accounts.sweep()
    const newClient = await second(lasting)
    clock.set(person.tokenExpires.getTime() + 600_000)
    await person.client.closed
    const { rows } = await testApp.app.database.pool.query('SELECT 1 FROM login_tokens WHERE user_id = $1', [person.id])
    expect(rows).toEqual([])
    expect(await resumes(newClient.token)).toBe(true)
  })

  it('sweeps links and downloads that nobody used', async () => {
    const person = await signUp(testApp, 'Sweeper', { email: 'sweeper@example.com' })
    await visitor.call('forgotPassword', { email: 'sweeper@example.com' })
    await testApp.mails()
    await person.client.call('account.export', {})
    const left = async () => {
      const { rows } = await testApp.app.database.pool.query(
        'SELECT 1 FROM password_tokens WHERE user_id = $1 UNION ALL SELECT 1 FROM export_tokens WHERE user_id = $1',
        [person.id],
      )
      return rows.length
    }
    expect(await left()).toBe(2)
    const old = await signUpUser()
    await testApp.app.database.pool.query(`UPDATE login_tokens SET issued_at = '2020-01-01' WHERE user_id = $1`, [old.id])
    clock.set(clock.now() + 4 * DAY)
    await old.client.closed
    expect(await left()).toBe(0)
  })

  it('notes when a session was used, of open connections too', async () => {
    const person = await signUpUser()
    const [before] = (await sessions(person.client)) as [Session]
    clock.set(clock.now() + 3_600_000)
    const [after] = (await sessions(person.client)) as [Session]
    expect(after.lastSeenAt.getTime() - before.lastSeenAt.getTime()).toBeGreaterThanOrEqual(3_600_000)
  })
})

describe('other calls of the protocol', () => {
  it('refuses to configure login services and to insert, update and remove users, for everybody, in Meteor’s words', async () => {
    const person = await signUpUser()
    for (const client of [visitor, person.client]) {
      expect(await client.expectError('configureLoginService', { service: 'x', clientId: 'y', secret: 'z' })).toEqual(
        meteorError(403, 'Access denied'),
      )
      expect(await client.expectError('/users/update', { _id: person.id }, { $set: { 'profile.name': 'x' } }, {})).toEqual(
        meteorError(403, 'Access denied'),
      )
      for (const method of ['insert', 'remove'])
        for (const params of [[{ _id: person.id }], [person.id], [{}], []])
          expect(await client.expectError(`/users/${method}`, ...params)).toEqual(
            meteorError(403, `Access denied. No allow validators set on restricted collection for method '${method}'.`),
          )
    }
    expect((await logIn(await DdpTestClient.open(testApp.endpoint), person.username)).id).toBe(person.id)
  })

  it('is ready with the configuration of login services, which holds no secret', async () => {
    expect((await visitor.subscribe('meteor.loginServiceConfiguration')).error).toBe(null)
    expect(visitor.documents('meteor_accounts_loginServiceConfiguration').size).toBe(0)
    testApp.app.features.accounts.setLoginProviders([
      { service: 'club', label: 'Club', preset: null, issuer: 'https://club.example', clientId: 'c', clientSecret: 'hidden', apple: null },
    ])
    const collection = 'meteor_accounts_loginServiceConfiguration'
    await visitor.waitUntil(() => visitor.documents(collection).size > 0)
    expect([...visitor.documents(collection)]).toEqual([
      ['club', { service: 'club', label: 'Club', clientId: 'c', loginStyle: 'popup', loginUrl: '/_oauth/club/begin' }],
    ])
  })
})

it('keeps sessions, and what belongs to them, through a restart', async () => {
  const person = await signUpUser()
  const phone = await second(person, { 'user-agent': FIREFOX })
  await testApp.restart()
  const secondClient = await DdpTestClient.open(testApp.endpoint)
  expect(await secondClient.call('login', { resume: person.token })).toMatchObject({ id: person.id, type: 'resume' })
  expect((await sessions(secondClient)).map(({ device }) => device).sort()).toEqual(['Another program', 'Firefox on Android'])
  expect(await secondClient.call('changePassword', digestPassword(PASSWORD), digestPassword('multiball at midnight'))).toEqual({
    passwordChanged: true,
  })
  expect(await resumes(phone.token)).toBe(false)
})
