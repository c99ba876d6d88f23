import { generateKeyPairSync } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PasskeyInfo, RegistrationOptions, SignInOptions } from '#accounts/contract/passkeys.ts'
import type { SessionInfo } from '#accounts/contract/sessions.ts'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { RecordedLog } from '../helpers/recorded-log.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { type Deviations, SoftwareAuthenticator } from '../helpers/software-authenticator.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { type LoginResult, logIn, makeAdmin, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const MINUTE = 60_000
const SITE = 'https://scores.example'
const REFUSED = meteorError(403, 'This passkey was not accepted.')
const NOT_ADDED = meteorError(400, 'This passkey was not accepted.')
const EXPIRED = meteorError(409, 'The passkey came too late.')
const SIGN_IN_AGAIN = meteorError(403, 'Please sign in again to confirm this.', { code: 'sign-in-again' })
const CREDENTIALS = meteorError(403, 'Something went wrong. Please check your credentials.')
const LAST_SIGN_IN_METHOD = meteorError(409, 'This is the only way to sign in to this account.', { code: 'last-way-in' })

interface Owner extends TestUser {
  email: string
  authenticator: SoftwareAuthenticator
}

let testApp: TestApp
let clock: SettableClock
let log: RecordedLog
let people = 0

beforeAll(async () => {
  clock = createSettableClock()
  log = new RecordedLog('info')
  testApp = await createTestApp({ config: { rateLimits: 'off', rootUrl: SITE }, clock, log: log.log })
})
afterAll(() => testApp.close())

const open = (): Promise<DdpTestClient> => DdpTestClient.open(testApp.endpoint)
const begin = (client: DdpTestClient, proof: object = {}) => client.call<RegistrationOptions>('account.beginPasskey', proof)
const beginSignIn = (client: DdpTestClient) => client.call<SignInOptions>('account.beginPasskeySignIn', {})
const listPasskeys = (client: DdpTestClient) => client.call<PasskeyInfo[]>('account.passkeys', {})

async function addPasskey(client: DdpTestClient, authenticator: SoftwareAuthenticator): Promise<string> {
  const { passkeyId } = await client.call<{ passkeyId: string }>('account.addPasskey', authenticator.create(await begin(client)))
  return passkeyId
}

/** A user with one passkey. */
async function signUpOwner(): Promise<Owner> {
  const username = `Owner ${++people}`
  const email = `owner${people}@example.com`
  const user = await signUp(testApp, username, { email })
  const authenticator = new SoftwareAuthenticator(SITE)
  await addPasskey(user.client, authenticator)
  return { ...user, email, authenticator }
}

const removePassword = ({ id }: TestUser) => testApp.app.database.pool.query('DELETE FROM user_passwords WHERE user_id = $1', [id])

/** Signs in on a new connection. */
async function signIn(authenticator: SoftwareAuthenticator, deviations: Deviations = {}): Promise<LoginResult & { client: DdpTestClient }> {
  const client = await open()
  const login = await client.call<LoginResult>('login', { passkey: authenticator.get(await beginSignIn(client), deviations) })
  return { ...login, client }
}

/** Returns the error of a sign-in on a new connection. */
async function refusal(authenticator: SoftwareAuthenticator, deviations: Deviations = {}) {
  const client = await open()
  return client.expectError('login', { passkey: authenticator.get(await beginSignIn(client), deviations) })
}

describe('a sign-in with a passkey', () => {
  it('needs no name, and starts a session that says how it began', async () => {
    const { id, authenticator, client } = await signUpOwner()
    const before = clock.now()
    const login = await signIn(authenticator)
    expect(login).toMatchObject({ id, type: 'passkey', token: expect.any(String) })
    expect(login.client.documents('users').has(id)).toBe(true)
    const sessions = await client.call<SessionInfo[]>('account.sessions', {})
    expect(sessions.map(({ beganWith, current }) => [beganWith, current]).sort()).toEqual([
      ['passkey', false],
      ['password', true],
    ])
    expect((await listPasskeys(client))[0]!.lastUsedAt!.getTime()).toBeGreaterThanOrEqual(before)
  })

  it('gets the same options as everybody, but for the challenge', async () => {
    const [one, other] = [await beginSignIn(await open()), await beginSignIn((await signUpOwner()).client)]
    expect(one).toEqual({ challenge: expect.any(String), rpId: 'scores.example', timeout: 300_000, userVerification: 'required' })
    expect(one.challenge).not.toBe(other.challenge)
    expect({ ...other, challenge: '' }).toEqual({ ...one, challenge: '' })
  })

  it('asks for no code of the second step', async () => {
    const { client, authenticator, id } = await signUpOwner()
    const { secret } = await client.call<{ secret: string }>('account.beginSecondStep', { password: PASSWORD })
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })
    await client.call('account.enableSecondStep', { code })
    expect(await signIn(authenticator)).toMatchObject({ id })
  })

  it.each<[string, Deviations]>([
    ['of another origin', { origin: 'https://scores.example.evil.example' }],
    ['of the same host without TLS', { origin: 'http://scores.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['of a page in a frame of another site', { crossOrigin: true }],
    ['without a check of the user', { userVerified: false }],
    ['without the presence of a user', { userPresent: false }],
    ['for another user', { userHandle: Buffer.alloc(32, 1).toString('base64url') }],
    ['to a challenge that was made up', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['that is a registration', { type: 'webauthn.create' }],
    ['signed by another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ])('refuses an answer %s', async (_, deviations) => {
    const { authenticator } = await signUpOwner()
    expect(await refusal(authenticator, deviations)).toEqual(REFUSED)
    await signIn(authenticator)
  })

  it('refuses an answer whose data were changed after they were signed', async () => {
    const { authenticator } = await signUpOwner()
    const client = await open()
    const answer = authenticator.get(await beginSignIn(client))
    const data = Buffer.from(answer.response.authenticatorData, 'base64url')
    data.writeUInt32BE(1_000_000, 33)
    const forged = { ...answer, response: { ...answer.response, authenticatorData: data.toString('base64url') } }
    expect(await client.expectError('login', { passkey: forged })).toEqual(REFUSED)
  })

  it('refuses an answer that names the passkey of somebody else', async () => {
    const [ada, bea] = [await signUpOwner(), await signUpOwner()]
    const client = await open()
    const answer = ada.authenticator.get(await beginSignIn(client))
    const { id } = bea.authenticator.credentials[0]!
    expect(await client.expectError('login', { passkey: { ...answer, id, rawId: id } })).toEqual(REFUSED)
  })

  it('takes each challenge once, even if the first answer was refused', async () => {
    const { authenticator } = await signUpOwner()
    const client = await open()
    const passkey = authenticator.get(await beginSignIn(client))
    await client.call('login', { passkey })
    expect(await client.expectError('login', { passkey })).toEqual(EXPIRED)
    const options = await beginSignIn(client)
    expect(await client.expectError('login', { passkey: authenticator.get(options, { userVerified: false }) })).toEqual(REFUSED)
    expect(await client.expectError('login', { passkey: authenticator.get(options) })).toEqual(EXPIRED)
  })

  it('refuses the answer to a challenge of another connection, and to one of a registration', async () => {
    const { authenticator, client: ownerClient } = await signUpOwner()
    const [victim, attacker] = [await open(), await open()]
    const passkey = authenticator.get(await beginSignIn(victim))
    expect(await attacker.expectError('login', { passkey })).toEqual(EXPIRED)
    await beginSignIn(attacker)
    expect(await attacker.expectError('login', { passkey })).toEqual(REFUSED)
    const { challenge } = await begin(ownerClient)
    expect(await ownerClient.expectError('login', { passkey: authenticator.get({ challenge }) })).toEqual(EXPIRED)
  })

  it('refuses an answer after five minutes, and one to a challenge that a newer one has replaced', async () => {
    const { authenticator } = await signUpOwner()
    const client = await open()
    const late = authenticator.get(await beginSignIn(client))
    clock.set(clock.now() + 5 * MINUTE)
    expect(await client.expectError('login', { passkey: late })).toEqual(EXPIRED)
    const replaced = authenticator.get(await beginSignIn(client))
    await beginSignIn(client)
    expect(await client.expectError('login', { passkey: replaced })).toEqual(REFUSED)
  })

  it('refuses a copy of a passkey whose counter is behind, and logs it', async () => {
    const { authenticator } = await signUpOwner()
    const copy = authenticator.copy()
    await signIn(authenticator)
    await signIn(authenticator)
    const before = log.all.length
    expect(await refusal(copy)).toEqual(REFUSED)
    const alarms = log.all.slice(before).filter(({ level }) => level === 40)
    expect(alarms).toEqual([expect.objectContaining({ msg: 'a passkey was refused', reason: expect.stringContaining('counter') })])
    await signIn(authenticator)
  })

  it('lets in an authenticator that does not count, and refuses a counter of 0 after one that counted', async () => {
    const { client } = await signUp(testApp, `Uncounted ${++people}`)
    const uncounted = new SoftwareAuthenticator(SITE, { counts: false })
    await addPasskey(client, uncounted)
    await signIn(uncounted)
    await signIn(uncounted)
    const { authenticator } = await signUpOwner()
    expect(await refusal(authenticator, { counter: 0 })).toEqual(REFUSED)
  })

  it('lets exactly one of several in who use the same counter at the same moment', async () => {
    const { authenticator } = await signUpOwner()
    const clients = await Promise.all(Array.from({ length: 5 }, open))
    const answers = await Promise.all(
      clients.map(async client => ({ client, passkey: authenticator.get(await beginSignIn(client), { counter: 7 }) })),
    )
    const outcomes = await Promise.all(answers.map(({ client, passkey }) => client.tryCall('login', { passkey })))
    expect(outcomes.filter(({ error }) => error === undefined)).toHaveLength(1)
  })

  it('tells a suspended user until when and why, and starts no session', async () => {
    const { id, authenticator } = await signUpOwner()
    const admin = await signUp(testApp, `Boss ${id.slice(-6)}`)
    await makeAdmin(testApp, admin.id)
    await admin.client.call('users.suspend', { userId: id, reason: 'a reason' })
    expect(await refusal(authenticator)).toMatchObject({ error: 403, details: { suspension: { reason: 'a reason', until: null } } })
    await admin.client.call('users.liftSuspension', { userId: id })
    expect(await signIn(authenticator)).toMatchObject({ id })
  })

  it('refuses a passkey that was removed, and one of a deleted account, like one that never was', async () => {
    const [removed, deleted] = [await signUpOwner(), await signUpOwner()]
    const [{ passkeyId }] = (await listPasskeys(removed.client)) as [PasskeyInfo]
    await removed.client.call('account.removePasskey', { passkeyId, password: PASSWORD })
    await deleted.client.call('account.delete', { password: PASSWORD, eraseScores: false })
    expect(await refusal(removed.authenticator)).toEqual(REFUSED)
    expect(await refusal(deleted.authenticator)).toEqual(REFUSED)
    const stranger = new SoftwareAuthenticator(SITE)
    const options = await begin(removed.client)
    stranger.create(options)
    expect(await refusal(stranger)).toEqual(REFUSED)
  })

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['a text', 'x'],
    ['a list', []],
    [
      'no signature',
      { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'x', authenticatorData: 'x', userHandle: 'x' } },
    ],
    ['an id that is too long', { id: 'x'.repeat(1365) }],
  ])('refuses %s as an answer', async (_, passkey) => {
    const client = await open()
    await beginSignIn(client)
    expect(await client.expectError('login', { passkey })).toEqual(meteorError(400, 'Match failed'))
  })

  it('refuses what cannot be read as an answer', async () => {
    const { authenticator } = await signUpOwner()
    const client = await open()
    for (const field of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
      const answer = authenticator.get(await beginSignIn(client))
      const passkey = { ...answer, response: { ...answer.response, [field]: 'AAAA' } }
      expect(await client.expectError('login', { passkey })).toEqual(REFUSED)
    }
  })
})

describe('adding a passkey', () => {
  it('offers what the site demands, and no passkey that the user has already', async () => {
    const { client, authenticator, username } = await signUpOwner()
    const options = await begin(client)
    expect(options).toMatchObject({
      rp: { id: 'scores.example', name: 'scores.example' },
      user: { name: username, displayName: username },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.credentials[0]!.id, transports: ['internal', 'hybrid'], type: 'public-key' }],
    })
  })

  it('needs the password once ten minutes have passed since the sign-in, also if the token was renewed', async () => {
    const { client } = await signUp(testApp, `Stale ${++people}`)
    clock.set(clock.now() + 9 * MINUTE)
    await begin(client)
    clock.set(clock.now() + MINUTE)
    expect(await client.expectError('account.beginPasskey', {})).toEqual(SIGN_IN_AGAIN)
    const { token } = await client.call<LoginResult>('getNewToken')
    expect(await client.expectError('account.beginPasskey', {})).toEqual(SIGN_IN_AGAIN)
    await client.call('login', { resume: token })
    expect(await client.expectError('account.beginPasskey', {})).toEqual(SIGN_IN_AGAIN)
    const { token: replaced } = await client.call<LoginResult>('logoutOtherClients')
    await client.call('login', { resume: replaced })
    expect(await client.expectError('account.beginPasskey', {})).toEqual(SIGN_IN_AGAIN)
    expect(await client.expectError('account.beginPasskey', { password: 'wrong' })).toEqual(CREDENTIALS)
    await begin(client, { password: PASSWORD })
  })

  it('counts as no sign-in that a link of an e-mail was opened', async () => {
    const { email } = await signUpOwner()
    const client = await open()
    await client.call('verifyEmail', await verifyLink(email))
    expect(await client.call('account.waysIn', {})).toEqual({ password: true, passkeys: 1, services: 0, fresh: false })
    expect(await client.expectError('account.beginPasskey', {})).toEqual(SIGN_IN_AGAIN)
  })

  it('needs a code besides the password where the second step is on', async () => {
    const { client } = await signUp(testApp, `Guarded ${++people}`)
    const { secret } = await client.call<{ secret: string }>('account.beginSecondStep', { password: PASSWORD })
    const code = (): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })
    await client.call('account.enableSecondStep', { code: code() })
    clock.set(clock.now() + 10 * MINUTE)
    expect(await client.expectError('account.beginPasskey', { password: PASSWORD })).toMatchObject({ error: 'no-2fa-code' })
    expect(await client.expectError('account.beginPasskey', { password: PASSWORD, code: '000000' })).toMatchObject({
      error: 'invalid-2fa-code',
    })
    await begin(client, { password: PASSWORD, code: code() })
  })

  it.each<[string, Deviations]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['of a page in a frame of another site', { crossOrigin: true }],
    ['without a check of the user', { userVerified: false }],
    ['without the presence of a user', { userPresent: false }],
    ['to a challenge that was made up', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['that is a sign-in', { type: 'webauthn.get' }],
  ])('refuses one %s', async (_, deviations) => {
    const { client } = await signUp(testApp, `Adder ${++people}`)
    const response = new SoftwareAuthenticator(SITE).create(await begin(client), deviations)
    expect(await client.expectError('account.addPasskey', response)).toEqual(NOT_ADDED)
    expect(await listPasskeys(client)).toEqual([])
  })

  it.each([
    ['android-safetynet', new Map()],
    ['packed', new Map<string, unknown>([['x5c', [new Uint8Array(8)]]])],
  ])('refuses an attestation of the format %s before it reads any certificate', async (format, statement) => {
    const { client } = await signUp(testApp, `Adder ${++people}`)
    const response = new SoftwareAuthenticator(SITE).create(await begin(client), { attestation: { format, statement } })
    const before = log.all.length
    expect(await client.expectError('account.addPasskey', response)).toEqual(NOT_ADDED)
    const reasons = log.all.slice(before).flatMap(({ msg, reason }) => (msg === 'a new passkey was refused' ? [reason] : []))
    expect(reasons).toEqual(['the attestation has a certificate, which was not asked for'])
  })

  it('takes each challenge once, within five minutes, on its connection and for its user', async () => {
    const { client, username, id } = await signUp(testApp, `Adder ${++people}`)
    const other = await open()
    await logIn(other, username)
    const response = new SoftwareAuthenticator(SITE).create(await begin(client))
    expect(await other.expectError('account.addPasskey', response)).toEqual(EXPIRED)
    await client.call('account.addPasskey', response)
    expect(await client.expectError('account.addPasskey', response)).toEqual(EXPIRED)
    const late = new SoftwareAuthenticator(SITE).create(await begin(client))
    clock.set(clock.now() + 5 * MINUTE)
    expect(await client.expectError('account.addPasskey', late)).toEqual(EXPIRED)
    const bea = await signUp(testApp, `Adder ${++people}`)
    const foreign = new SoftwareAuthenticator(SITE).create(await begin(client, { password: PASSWORD }))
    await logIn(client, bea.username)
    expect(await client.expectError('account.addPasskey', foreign)).toEqual(EXPIRED)
    expect(await listPasskeys(client)).toEqual([])
    expect((await testApp.app.database.pool.query('SELECT 1 FROM passkeys WHERE user_id = $1', [id])).rows).toHaveLength(1)
  })

  it('adds no passkey twice, and at most twenty', async () => {
    const { client, authenticator } = await signUpOwner()
    const { id } = authenticator.credentials[0]!
    const twin = new SoftwareAuthenticator(SITE)
    const response = twin.create(await begin(client))
    await client.call('account.addPasskey', response)
    await testApp.app.database.pool.query('UPDATE passkeys SET credential_id = $1 WHERE credential_id = $2', [`${id}x`, id])
    const copied = new SoftwareAuthenticator(SITE).create(await begin(client))
    await testApp.app.database.pool.query('UPDATE passkeys SET credential_id = $1 WHERE credential_id = $2', [copied.id, response.id])
    expect(await client.expectError('account.addPasskey', copied)).toEqual(meteorError(409, 'This passkey was added before.'))
    for (let count = 2; count < 20; count++) await addPasskey(client, new SoftwareAuthenticator(SITE))
    expect(await client.expectError('account.beginPasskey', {})).toEqual(meteorError(409, 'An account has at most 20 passkeys.'))
  })
})

describe('a list of passkeys', () => {
  it('shows names and dates, lets its owner rename and remove, and nobody else', async () => {
    const [ada, bea] = [await signUpOwner(), await signUpOwner()]
    const [passkey] = (await listPasskeys(ada.client)) as [PasskeyInfo]
    const { passkeyId } = passkey
    expect(passkey).toEqual({ passkeyId, name: 'Another program', createdAt: expect.any(Date), lastUsedAt: null })
    expect(await bea.client.expectError('account.renamePasskey', { passkeyId, name: 'Mine' })).toMatchObject({ error: 404 })
    expect(await bea.client.expectError('account.removePasskey', { passkeyId, password: PASSWORD })).toMatchObject({ error: 404 })
    await ada.client.call('account.renamePasskey', { passkeyId, name: ' Blue key ' })
    expect((await listPasskeys(ada.client)).map(({ name }) => name)).toEqual(['Blue key'])
    clock.set(clock.now() + 10 * MINUTE)
    expect(await ada.client.expectError('account.removePasskey', { passkeyId })).toEqual(SIGN_IN_AGAIN)
    expect(await ada.client.expectError('account.removePasskey', { passkeyId, password: 'wrong' })).toEqual(CREDENTIALS)
    await ada.client.call('account.removePasskey', { passkeyId, password: PASSWORD })
    expect(await listPasskeys(ada.client)).toEqual([])
  })

  it('tells the owner of additions and removals by mail', async () => {
    const { client, email } = await signUpOwner()
    const [{ passkeyId }] = (await listPasskeys(client)) as [PasskeyInfo]
    await client.call('account.removePasskey', { passkeyId })
    const mails = (await testApp.mails()).filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject)
    expect(mails.slice(-2)).toEqual(['A passkey was added to your account', 'A passkey was removed from your account'])
  })

  it('keeps nothing after the account is deleted', async () => {
    const { client, id, authenticator } = await signUpOwner()
    const credentialId = authenticator.credentials[0]!.id
    expect(await dumpTables(testApp)).toContain(credentialId)
    await client.call('account.delete', { password: PASSWORD, eraseScores: true })
    expect(await dumpTables(testApp)).not.toContain(credentialId)
    expect((await testApp.app.database.pool.query('SELECT 1 FROM passkeys WHERE user_id = $1', [id])).rows).toEqual([])
  })
})

describe('an account without a password', () => {
  it('keeps its last passkey, also if two are removed at the same moment', async () => {
    const owner = await signUpOwner()
    await addPasskey(owner.client, new SoftwareAuthenticator(SITE))
    await removePassword(owner)
    const [first, second] = (await listPasskeys(owner.client)) as [PasskeyInfo, PasskeyInfo]
    const other = (await signIn(owner.authenticator)).client
    const outcomes = await Promise.all([
      owner.client.tryCall('account.removePasskey', { passkeyId: first.passkeyId }),
      other.tryCall('account.removePasskey', { passkeyId: second.passkeyId }),
    ])
    expect(outcomes.map(({ error }) => error).filter(Boolean)).toEqual([LAST_SIGN_IN_METHOD])
    expect(await listPasskeys(owner.client)).toHaveLength(1)
    expect(await owner.client.call('account.waysIn', {})).toEqual({ password: false, passkeys: 1, services: 0, fresh: true })
  })

  it('confirms its deletion and a new address by a fresh sign-in', async () => {
    const owner = await signUpOwner()
    const { client, authenticator } = owner
    const setEmail = { email: `new${people}@example.com` }
    expect(await client.expectError('account.setEmail', setEmail)).toEqual(CREDENTIALS)
    expect(await client.expectError('account.delete', { eraseScores: false })).toEqual(CREDENTIALS)
    await removePassword(owner)
    clock.set(clock.now() + 10 * MINUTE)
    expect(await client.expectError('account.setEmail', setEmail)).toEqual(SIGN_IN_AGAIN)
    expect(await client.expectError('account.delete', { eraseScores: false })).toEqual(SIGN_IN_AGAIN)
    expect(await client.expectError('account.delete', { password: PASSWORD, eraseScores: false })).toEqual(CREDENTIALS)
    const fresh = await signIn(authenticator)
    await fresh.client.call('account.setEmail', setEmail)
    await fresh.client.call('account.delete', { eraseScores: false })
    expect(await refusal(authenticator)).toEqual(REFUSED)
  })
})

it('offers no passkeys where browsers have none: without TLS, and at an IP address', async () => {
  const plain = await createTestApp({ config: { rateLimits: 'off', rootUrl: 'http://192.168.1.5:3000' } })
  try {
    const { client } = await signUp(plain, 'Plain')
    const needsTls = meteorError(409, 'Passkeys need a site with https.')
    expect(await client.expectError('account.beginPasskey', {})).toEqual(needsTls)
    expect(await client.expectError('account.beginPasskeySignIn', {})).toEqual(needsTls)
  } finally {
    await plain.close()
  }
})

it('limits how often a connection begins to sign in, and refused answers by address', async () => {
  const limited = await createTestApp({ config: { rateLimits: 'on', rootUrl: SITE, forwardedCount: 1 } })
  const stranger = new SoftwareAuthenticator(SITE)
  try {
    const { client } = await signUp(limited, 'Limited')
    stranger.create(await client.call<RegistrationOptions>('account.beginPasskey', {}))
    const attempt = async (): Promise<unknown> => {
      const visitor = await DdpTestClient.open(limited.endpoint, { 'x-forwarded-for': '198.51.100.7' })
      const passkey = stranger.get(await visitor.call<SignInOptions>('account.beginPasskeySignIn', {}))
      const { error } = await visitor.tryCall('login', { passkey })
      await visitor.terminate()
      return error?.error
    }
    const answers: unknown[] = []
    for (let i = 0; i < 11; i++) answers.push(await attempt())
    expect(answers).toEqual([...Array(10).fill(403), 'too-many-requests'])
    const visitor = await DdpTestClient.open(limited.endpoint, { 'x-forwarded-for': '198.51.100.8' })
    for (let i = 0; i < 5; i++) await visitor.call('account.beginPasskeySignIn', {})
    expect(await visitor.expectError('account.beginPasskeySignIn', {})).toMatchObject({ error: 'too-many-requests' })
  } finally {
    await limited.close()
  }
})

/** Asks for another link that verifies an address, on behalf of its owner, and returns its token. */
async function verifyLink(email: string): Promise<string> {
  const { rows } = await testApp.app.database.pool.query<{ username: string }>(
    'SELECT u.username FROM users u JOIN user_emails e ON e.user_id = u.id WHERE e.address = $1',
    [email],
  )
  const client = await open()
  await logIn(client, rows[0]!.username)
  await client.call('account.sendVerification', {})
  return testApp.linkToken(email)
}
