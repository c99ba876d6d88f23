import { createClass } from 'asteroid'
import DdpClient from 'ddp'
import login from 'ddp-login'
import { Secret, TOTP } from 'otpauth'
import SimpleDdp from 'simpleddp'
import { simpleDDPLogin } from 'simpleddp-plugin-login'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { importLegacyUsers } from '#accounts/server/passwords/legacy-import.ts'
import { createVerifier, legacyCredential } from '#accounts/server/passwords/srp.ts'
import { StandInProvider } from '../integration/fakes/oidc-provider.ts'
import { DdpTestClient } from '../integration/helpers/ddp-test-client.ts'
import { UserAgent } from '../integration/helpers/user-agent.ts'
import { digestPassword, logIn, PASSWORD, signUp } from '../integration/helpers/users.ts'
import { type InteropHarness, startInteropHarness } from './harness.ts'

const NEW = 'multiball at midnight'

/** A common interface to the three clients. */
interface Client {
  call<T = unknown>(method: string, ...params: unknown[]): Promise<T>
  logIn(username: string, password: string): Promise<unknown>
  resume(token: string): Promise<unknown>
  ready(name: string): Promise<unknown>
  /** ids of the user documents that the client has received */
  users(): string[]
  /** resolves when its socket has been closed */
  lost(): Promise<void>
  end(): unknown
}

let harness: InteropHarness
let client: Client
let people = 0

beforeAll(async () => {
  harness = await startInteropHarness()
})
afterAll(() => harness.close())

async function simpleddp(): Promise<Client> {
  const it = new SimpleDdp({ endpoint: harness.endpoint, SocketConstructor: WebSocket, autoReconnect: false }, [simpleDDPLogin])
  await it.connect()
  return {
    call: (method, ...params) => it.call(method, ...params),
    logIn: (username, password) => it.login({ user: { username }, password: digestPassword(password) }),
    resume: resume => it.login({ resume }),
    ready: name => it.subscribe(name).ready(),
    users: () =>
      it
        .collection('users')
        .fetch()
        .map(({ id }) => id),
    lost: () => new Promise(resolve => void it.on('disconnected', () => resolve())),
    end: () => it.disconnect(),
  }
}

async function ddp(): Promise<Client> {
  const it = new DdpClient({ host: '127.0.0.1', port: harness.proxy.port, autoReconnect: false })
  await new Promise<void>((resolve, reject) => it.connect(error => (error ? reject(error) : resolve())))
  return {
    call: <T>(method: string, ...params: unknown[]) =>
      new Promise<T>((resolve, reject) => it.call(method, params, (error, result) => (error ? reject(error) : resolve(result as T)))),
    logIn: (account, pass) =>
      new Promise((resolve, reject) =>
        login(it, { method: 'username', account, pass, retry: 1 }, (error, result) => (error ? reject(error) : resolve(result))),
      ),
    resume: token =>
      new Promise((resolve, reject) => login.loginWithToken(it, token, (error, result) => (error ? reject(error) : resolve(result)))),
    ready: name => new Promise<void>((resolve, reject) => void it.subscribe(name, [], error => (error ? reject(error) : resolve()))),
    users: () => Object.keys(it.collections.users ?? {}),
    lost: () => new Promise(resolve => it.on('socket-close', () => resolve())),
    end: () => it.close(),
  }
}

const Asteroid = createClass()

async function asteroid(): Promise<Client> {
  const it = new Asteroid({ endpoint: harness.endpoint, SocketConstructor: WebSocket, autoReconnect: false })
  const users = new Set<string>()
  it.ddp.on('added', ({ collection, id }) => collection === 'users' && void users.add(String(id)))
  it.ddp.on('removed', ({ collection, id }) => collection === 'users' && void users.delete(String(id)))
  await new Promise<void>(resolve => it.on('connected', resolve))
  return {
    call: (method, ...params) => it.call(method, ...params),
    logIn: (username, password) => it.loginWithPassword({ username, password }),
    resume: resume => it.login({ resume }),
    ready: name =>
      new Promise((resolve, reject) => {
        const subscription = it.subscribe(name)
        subscription.on('ready', () => resolve(null))
        subscription.on('error', reject)
      }),
    users: () => [...users],
    lost: () => new Promise(resolve => it.on('disconnected', resolve)),
    end: () => it.disconnect(),
  }
}

const rejection = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error,
  )
const refused = (error: number | string, reason: string) => ({ error, reason, message: `${reason} [${error}]`, errorType: 'Meteor.Error' })
const MATCH_FAILED = refused(400, 'Match failed')
const CREDENTIALS = refused(403, 'Something went wrong. Please check your credentials.')
const NOT_LOGGED_IN = { error: 'You are not logged in.', message: '[You are not logged in.]', errorType: 'Meteor.Error' }

describe.each<[name: string, open: () => Promise<Client>]>([
  ['simpleddp', simpleddp],
  ['ddp', ddp],
  ['asteroid', asteroid],
])('%s', (_, open) => {
  let username: string
  let email: string
  let id: string
  /** another connection of the same user */
  let other: DdpTestClient

  beforeEach(async () => {
    username = `Player ${++people}`
    email = `player${people}@example.com`
    const person = await signUp(harness.testApp, username, { email })
    id = person.id
    other = person.client
    client = await open()
  })
  afterEach(async () => {
    await client.end()
    await other.terminate()
  })

  it('changes its password, stays, and has every other session ended', async () => {
    await client.logIn(username, PASSWORD)
    expect(await client.call('changePassword', digestPassword(PASSWORD), digestPassword(NEW))).toEqual({ passwordChanged: true })
    await other.closed
    expect(client.users()).toEqual([id])
    expect(await rejection(client.call('login', { user: { username }, password: PASSWORD }))).toMatchObject(CREDENTIALS)
    await client.logIn(username, NEW)
  })

  it('resets its password by the link of a mail, and verifies its address by another', async () => {
    const verify = await harness.testApp.linkToken(email)
    expect((await client.call('forgotPassword', { email })) ?? null).toBe(null)
    const token = await harness.testApp.linkToken(email)
    expect(await client.call('resetPassword', token, digestPassword(NEW))).toMatchObject({
      id,
      type: 'password',
      token: expect.any(String),
    })
    await other.closed
    expect(client.users()).toEqual([id])
    expect(await rejection(client.call('resetPassword', token, digestPassword(NEW)))).toMatchObject(refused(403, 'Token expired'))
    expect(await client.call('verifyEmail', verify)).toMatchObject({ id, type: 'password' })
    expect(await rejection(client.call('verifyEmail', verify))).toMatchObject(refused(403, 'Verify email link expired'))
    expect(await client.call('analytics.getUserEmail')).toBe(email)
  })

  it('renews its token and ends its other sessions', async () => {
    await client.logIn(username, PASSWORD)
    const { token } = await client.call<ClientLogin>('getNewToken')
    expect((await client.call('removeOtherTokens')) ?? null).toBe(null)
    await other.closed
    await client.resume(token)
    expect(await client.call('account.sessions', {})).toMatchObject([{ current: true }])
    expect(await client.call('logoutOtherClients')).toMatchObject({ token: expect.any(String) })
  })

  it('is closed when its session is ended elsewhere, and cannot come back with its token', async () => {
    await client.logIn(username, PASSWORD)
    const { token } = await client.call<ClientLogin>('getNewToken')
    const lost = client.lost()
    await other.call('removeOtherTokens')
    await lost
    const check = await open()
    expect(await rejection(check.call('login', { resume: token }))).toMatchObject(
      refused(403, "You've been logged out by the server. Please log in again."),
    )
    await check.end()
  })

  it('is asked for the code of a second step, and logs in with it', async () => {
    const { secret } = await other.call<{ secret: string }>('account.beginSecondStep', { password: PASSWORD })
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const { recoveryCodes } = await other.call<{ recoveryCodes: string[] }>('account.enableSecondStep', { code })
    const options = { user: { username }, password: digestPassword(PASSWORD) }
    const [noCode, wrongCode] = [refused('no-2fa-code', '2FA code must be informed'), refused('invalid-2fa-code', 'Invalid 2FA code')]
    expect(await rejection(client.call('login', options))).toMatchObject(noCode)
    // This code turned the second step on, and works no more.
    expect(await rejection(client.call('login', { ...options, code }))).toMatchObject(wrongCode)
    expect(await client.call('login', { ...options, code: recoveryCodes[0] })).toMatchObject({ id, type: 'password' })
    expect(client.users()).toEqual([id])
  })

  it('logs in by what a visit to a provider has ended with, and may use it once', async () => {
    const provider = await new StandInProvider().open()
    try {
      const home = harness.testApp.http.replace('127.0.0.1', 'localhost')
      provider.redirectUris = [`${home}/_oauth/club`]
      provider.accounts.set('ann', {})
      harness.testApp.app.features.accounts.setLoginProviders([provider.options])
      await client.ready('meteor.loginServiceConfiguration')
      // The client is no browser: somebody else's browser goes to the provider, and the client knows the token that it has chosen.
      const credentialToken = 't'.repeat(43)
      const browser = new UserAgent()
      const signIn = await browser.follow(`${home}/_oauth/club/begin?credentialToken=${credentialToken}`, ({ pathname }) =>
        pathname.startsWith('/interaction/'),
      )
      const end = await browser.follow(`${signIn}?account=ann`, ({ pathname }) => pathname === '/sign-in/finish')
      const credentialSecret = new URLSearchParams(new URL(end).hash.slice(1)).get('credentialSecret')
      const oauth = { credentialToken, credentialSecret }
      const result = await client.call<{ id: string; type: string }>('login', { oauth })
      expect(result.type).toBe('club')
      expect(client.users()).toContain(result.id)
      expect(await rejection(client.call('login', { oauth }))).toMatchObject(refused(145_546_287, 'No matching login attempt found'))
    } finally {
      harness.testApp.app.features.accounts.setLoginProviders([])
      await provider.close()
    }
  })

  it('moves from the old password format', async () => {
    const old = `old-${username}`
    const credential = legacyCredential('i', PASSWORD)
    const srp = { identity: 'i', salt: 's', verifier: createVerifier('s', credential) }
    await importLegacyUsers(harness.testApp.app.database, [{ _id: `id${people}`, username: old, services: { password: { srp } } }])
    const options = { user: { username: old }, password: digestPassword(PASSWORD) }
    expect(await rejection(client.call('login', options))).toMatchObject({
      ...refused(400, 'old password format'),
      details: '{"format":"srp","identity":"i"}',
    })
    expect(await rejection(client.call('login', { ...options, srp: legacyCredential('i', 'wrong') }))).toMatchObject(CREDENTIALS)
    expect(await client.call('login', { ...options, srp: credential })).toMatchObject({ id: `id${people}`, type: 'password' })
    await client.logIn(old, PASSWORD)
  })

  it('deletes its account, and is a visitor then', async () => {
    await client.logIn(username, PASSWORD)
    expect(await rejection(client.call('account.delete', { password: digestPassword('wrong'), eraseScores: true }))).toMatchObject(
      CREDENTIALS,
    )
    expect(await client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })).toEqual({})
    await other.closed
    expect(client.users()).toEqual([])
    expect(await rejection(logIn(await DdpTestClient.open(harness.testApp.endpoint), username))).toBeTruthy()
  })

  it('gets the errors of the catalogue', async () => {
    const digest = digestPassword(NEW)
    for (const [method, ...params] of [
      ['login'],
      ['createUser', { username: 'x' }],
      ['changePassword', null, digest],
      ['forgotPassword', {}],
      ['resetPassword', 7, digest],
      ['verifyEmail', null],
    ] as [string, ...unknown[]][])
      expect([method, await rejection(client.call(method, ...params))]).toMatchObject([method, MATCH_FAILED])
    expect(await rejection(client.call('login', {}))).toMatchObject(refused(400, 'Unrecognized options for login request'))
    expect(await rejection(client.call('createUser', { username, password: digest }))).toMatchObject(
      refused(403, 'Username already exists.'),
    )
    expect(await rejection(client.call('createUser', { email, password: digest }))).toMatchObject(CREDENTIALS)
    expect(await rejection(client.call('createUser', { password: digest }))).toMatchObject(refused(400, 'Need to set a username or email'))
    expect(await rejection(client.call('changePassword', digest, digest))).toMatchObject(refused(401, 'Must be logged in'))
    for (const method of ['getNewToken', 'removeOtherTokens', 'logoutOtherClients'])
      expect(await rejection(client.call(method))).toMatchObject(NOT_LOGGED_IN)
    for (const method of ['configureLoginService', '/users/update', '/users/updateAsync'])
      expect(await rejection(client.call(method, {}))).toMatchObject(refused(403, 'Access denied'))
    for (const method of ['insert', 'remove', 'insertAsync', 'removeAsync'])
      expect(await rejection(client.call(`/users/${method}`, { _id: 'x' }))).toMatchObject(
        refused(403, `Access denied. No allow validators set on restricted collection for method '${method}'.`),
      )
    expect((await client.call('forgotPassword', { email: 'nobody@example.com' })) ?? null).toBe(null)
    expect((await client.call('analytics.getUserEmail')) ?? null).toBe(null)
    await client.ready('meteor.loginServiceConfiguration')
  })
})
