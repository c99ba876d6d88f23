import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, type LoginResult, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const PERIOD = 30_000
const NEW = 'multiball at midnight'
const NO_CODE = meteorError('no-2fa-code', '2FA code must be informed')
const INVALID_CODE = meteorError('invalid-2fa-code', 'Invalid 2FA code')
const WRONG_CODE = { error: 400, details: [{ path: 'code', message: 'is wrong or was used before' }] }
const CREDENTIALS = meteorError(403, 'Something went wrong. Please check your credentials.')

interface Guarded extends TestUser {
  email: string
  recoveryCodes: string[]
  /** of the authenticator app, in base 32 */
  secret: string
  /** the code of the authenticator app at this moment, or some periods later */
  code(periods?: number): string
}

let testApp: TestApp
let clock: SettableClock
let visitor: DdpTestClient
let people = 0

beforeAll(async () => {
  clock = createSettableClock()
  testApp = await createTestApp({ config: { rateLimits: 'off' }, clock })
  visitor = await DdpTestClient.open(testApp.endpoint)
})
afterAll(() => testApp.close())

const codeOf = (secret: string, periods = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() + periods * PERIOD })

/** A user whose account has a second step. The code that turned it on is used up. */
async function signUpGuarded(): Promise<Guarded> {
  const username = `Guarded ${++people}`
  const email = `guarded${people}@example.com`
  const user = await signUp(testApp, username, { email })
  const { secret } = await user.client.call<{ secret: string }>('account.beginSecondStep', { password: digestPassword(PASSWORD) })
  const { recoveryCodes } = await user.client.call<{ recoveryCodes: string[] }>('account.enableSecondStep', { code: codeOf(secret) })
  clock.set(clock.now() + PERIOD)
  return { ...user, email, secret, recoveryCodes, code: periods => codeOf(secret, periods) }
}

const withCode = (username: string, code?: string, password = PASSWORD) => ({
  user: { username },
  password: digestPassword(password),
  ...(code === undefined ? {} : { code }),
})
const logIn = (username: string, code: string, password = PASSWORD) =>
  visitor.call<LoginResult>('login', withCode(username, code, password))
const refusal = (username: string, code?: string, password = PASSWORD) => visitor.expectError('login', withCode(username, code, password))
const subjects = async (address: string) =>
  (await testApp.mails()).filter(({ to }) => to?.[0]?.address === address).map(({ subject }) => subject)

describe('a login to an account with a second step', () => {
  it('needs a code besides the password, and says so only to who knows the password', async () => {
    const { username, code } = await signUpGuarded()
    expect(await refusal(username)).toEqual(NO_CODE)
    expect(await refusal(username, '')).toEqual(NO_CODE)
    expect(await refusal(username, undefined, 'wrong')).toEqual(CREDENTIALS)
    expect(await refusal(username, code(), 'wrong')).toEqual(CREDENTIALS)
    expect(await refusal(username, '000000')).toEqual(INVALID_CODE)
    expect(await logIn(username, code())).toMatchObject({ type: 'password' })
  })

  it('takes each code once, and none of an earlier period than one that was used', async () => {
    const { username, code } = await signUpGuarded()
    const [earlier, later] = [code(), code(1)]
    await logIn(username, later)
    expect(await refusal(username, later)).toEqual(INVALID_CODE)
    expect(await refusal(username, earlier)).toEqual(INVALID_CODE)
    clock.set(clock.now() + PERIOD)
    await logIn(username, code(1))
  })

  it('lets exactly one of ten in who use a code at the same moment', async () => {
    const { username, code } = await signUpGuarded()
    const clients = await Promise.all(Array.from({ length: 10 }, () => DdpTestClient.open(testApp.endpoint)))
    const options = withCode(username, code())
    const outcomes = await Promise.all(clients.map(client => client.tryCall('login', options)))
    expect(outcomes.filter(({ error }) => error === undefined)).toHaveLength(1)
  })

  it('takes each recovery code once', async () => {
    const { username, recoveryCodes, client } = await signUpGuarded()
    const [first, second] = recoveryCodes as [string, string]
    await logIn(username, first.toUpperCase())
    expect(await refusal(username, first)).toEqual(INVALID_CODE)
    await logIn(username, second)
    expect(await client.call('account.secondStep', {})).toMatchObject({ on: true, recoveryCodes: 8 })
  })

  it('resumes by its token without a code', async () => {
    const { token } = await signUpGuarded()
    expect(await visitor.call('login', { resume: token })).toMatchObject({ type: 'resume' })
  })

  it.each([[{}], [17], [['1']], ['x'.repeat(101)]])('refuses the code %j as no code at all', async code => {
    const { username } = await signUpGuarded()
    const login = { user: { username }, password: digestPassword(PASSWORD), code }
    expect(await visitor.expectError('login', login)).toEqual(meteorError(400, 'Match failed'))
  })
})

describe('a link of an e-mail', () => {
  it('sets a new password without logging in, and ends every session', async () => {
    const { username, email, code, client } = await signUpGuarded()
    await visitor.call('forgotPassword', { email })
    const token = await testApp.linkToken(email)
    expect(await visitor.expectError('resetPassword', token, digestPassword(NEW))).toEqual(
      meteorError('2fa-enabled', 'Changed password, but user not logged in because 2FA is enabled'),
    )
    await client.closed
    expect(await visitor.expectError('resetPassword', token, digestPassword(NEW))).toEqual(meteorError(403, 'Token expired'))
    expect(await refusal(username, code())).toEqual(CREDENTIALS)
    expect(await logIn(username, code(), NEW)).toMatchObject({ type: 'password' })
  })

  it('leaves the connection that opens it as it was: with its session, or closed if that has ended', async () => {
    const guarded = await signUpGuarded()
    const other = await signUp(testApp, `Plain ${++people}`)
    const openLinkOf = async ({ email }: { email: string }, client: DdpTestClient) => {
      await visitor.call('forgotPassword', { email })
      const refused = await client.expectError('resetPassword', await testApp.linkToken(email), digestPassword(NEW))
      expect(refused).toMatchObject({ error: '2fa-enabled' })
    }
    await openLinkOf(guarded, other.client)
    // The session is still known: "sign out everywhere else" from another device closes this connection.
    const elsewhere = await DdpTestClient.open(testApp.endpoint)
    await elsewhere.call('login', { user: { username: other.username }, password: digestPassword(PASSWORD) })
    await elsewhere.call('removeOtherTokens')
    await other.client.closed
    const own = await signUpGuarded()
    await openLinkOf(own, own.client)
    await own.client.closed
  })

  it('verifies an address without logging in', async () => {
    const { email, client } = await signUpGuarded()
    await client.call('account.sendVerification', {})
    const token = await testApp.linkToken(email)
    expect(await visitor.expectError('verifyEmail', token)).toEqual(
      meteorError('2fa-enabled', 'Email verified, but user not logged in because 2FA is enabled'),
    )
    const { rows } = await testApp.app.database.pool.query('SELECT verified FROM user_emails WHERE address = $1', [email])
    expect(rows).toEqual([{ verified: true }])
  })
})

describe('turning the second step on and off', () => {
  it('asks for the password, then for a code of the app; before that, logins are as they were', async () => {
    const { client, username } = await signUp(testApp, `Plain ${++people}`)
    expect(await client.call('account.secondStep', {})).toEqual({ on: false })
    expect(await client.expectError('account.beginSecondStep', { password: 'wrong' })).toEqual(CREDENTIALS)
    const { secret, address } = await client.call<{ secret: string; address: string }>('account.beginSecondStep', { password: PASSWORD })
    expect(new URL(address).searchParams.get('secret')).toBe(secret)
    expect(await client.expectError('account.enableSecondStep', { code: '000000' })).toMatchObject(WRONG_CODE)
    expect(await client.call('account.secondStep', {})).toEqual({ on: false })
    await visitor.call('login', withCode(username))
    const { recoveryCodes } = await client.call<{ recoveryCodes: string[] }>('account.enableSecondStep', { code: codeOf(secret) })
    expect(recoveryCodes).toHaveLength(10)
    expect(await client.call('account.secondStep', {})).toEqual({ on: true, since: expect.any(Date), recoveryCodes: 10 })
    expect(await client.expectError('account.beginSecondStep', { password: PASSWORD })).toMatchObject({ error: 409 })
    expect(await client.expectError('account.enableSecondStep', { code: codeOf(secret, 1) })).toMatchObject({ error: 409 })
  })

  it('takes the secret that was made last', async () => {
    const { client } = await signUp(testApp, `Plain ${++people}`)
    const begin = () => client.call<{ secret: string }>('account.beginSecondStep', { password: PASSWORD })
    const [first, second] = [await begin(), await begin()]
    expect(await client.expectError('account.enableSecondStep', { code: codeOf(first.secret) })).toMatchObject(WRONG_CODE)
    await client.call('account.enableSecondStep', { code: codeOf(second.secret) })
  })

  it('needs password and code to be turned off, and tells the owner of both by mail', async () => {
    const { client, username, email, code } = await signUpGuarded()
    const password = digestPassword(PASSWORD)
    expect(await client.expectError('account.disableSecondStep', { password: 'wrong', code: code() })).toEqual(CREDENTIALS)
    expect(await client.expectError('account.disableSecondStep', { password, code: '000000' })).toMatchObject(WRONG_CODE)
    await client.call('account.disableSecondStep', { password, code: code() })
    expect(await client.expectError('account.disableSecondStep', { password, code: code(1) })).toMatchObject({ error: 409 })
    expect(await visitor.call('login', withCode(username))).toMatchObject({ type: 'password' })
    expect((await subjects(email)).slice(-2)).toEqual(['Two-step sign-in was turned on', 'Two-step sign-in was turned off'])
  })

  it('replaces recovery codes, of which the old ones no longer work', async () => {
    const { client, username, code, recoveryCodes } = await signUpGuarded()
    const renewed = await client.call<{ recoveryCodes: string[] }>('account.renewRecoveryCodes', { password: PASSWORD, code: code() })
    expect(await refusal(username, recoveryCodes[0])).toEqual(INVALID_CODE)
    await logIn(username, renewed.recoveryCodes[0]!)
  })

  it('keeps neither secret nor codes readable, and nothing after the account is deleted', async () => {
    const { client, recoveryCodes, secret, id } = await signUpGuarded()
    const dump = await dumpTables(testApp)
    expect(dump).toContain(`user_totp (${id}`)
    // Bytes are hexadecimal in the dump.
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map(code => code.replace(/-/g, ''))])
      expect(dump.includes(text) || dump.includes(Buffer.from(text).toString('hex'))).toBe(false)
    await client.call('account.delete', { password: PASSWORD, eraseScores: true })
    const { rows } = await testApp.app.database.pool.query(
      'SELECT user_id FROM user_totp WHERE user_id = $1 UNION ALL SELECT user_id FROM user_recovery_codes WHERE user_id = $1',
      [id],
    )
    expect(rows).toEqual([])
  })
})

it('lets recovery codes in where the key of the secrets is lost, and no code of an app', async () => {
  const { username, code, recoveryCodes, id } = await signUpGuarded()
  await testApp.app.database.pool.query(`UPDATE user_totp SET secret = decode(repeat('00', 64), 'hex') WHERE user_id = $1`, [id])
  expect(await refusal(username, code())).toEqual(INVALID_CODE)
  expect(await logIn(username, recoveryCodes[0]!)).toMatchObject({ id })
})

/** A site that limits guesses, and a user with a second step. */
async function openLimited() {
  const limited = await createTestApp({ config: { rateLimits: 'on', forwardedCount: 1 }, clock })
  const user = await signUp(limited, 'Limited')
  const { secret } = await user.client.call<{ secret: string }>('account.beginSecondStep', { password: digestPassword(PASSWORD) })
  const { recoveryCodes } = await user.client.call<{ recoveryCodes: string[] }>('account.enableSecondStep', { code: codeOf(secret) })
  const from = (address: string) => DdpTestClient.open(limited.endpoint, { 'x-forwarded-for': address })
  /** Logs in from an address. @returns the code of the error; undefined: it worked */
  const attempt = async (address: string, code: string): Promise<unknown> => {
    const client = await from(address)
    const { error } = await client.tryCall('login', withCode('Limited', code))
    await client.terminate()
    return error?.error
  }
  /** Enters wrong codes from as many addresses. @returns the codes of the errors */
  const attack = async (count: number): Promise<unknown[]> => {
    const answers: unknown[] = []
    for (let i = 0; i < count; i++) answers.push(await attempt(`198.51.100.${100 + i}`, '000000'))
    return answers
  }
  return { limited, recoveryCodes, token: user.token, from, attempt, attack }
}

it('limits wrong codes by account, wherever they come from, and right ones not', async () => {
  const { limited, recoveryCodes, attempt, attack } = await openLimited()
  try {
    for (let i = 0; i < 3; i++) expect(await attempt(`198.51.100.${i}`, recoveryCodes[i]!)).toBe(undefined)
    const answers = await attack(11)
    expect(answers.slice(0, 10)).toEqual(Array(10).fill('invalid-2fa-code'))
    expect(answers[10]).toBe('too-many-requests')
    expect(await attempt('198.51.100.99', recoveryCodes[4]!)).toBe('too-many-requests')
  } finally {
    await limited.close()
  }
})

it('lets the owner in at an address of before while others guess codes, and bounds guesses there too', async () => {
  const { limited, recoveryCodes, token, from, attempt, attack } = await openLimited()
  const [home, office] = ['192.0.2.1', '192.0.2.77']
  try {
    expect(await attempt(home, recoveryCodes[0]!)).toBe(undefined)
    // A password that is right does not make an address known: the attacker has it too.
    expect(await attempt('203.0.113.5', '000000')).toBe('invalid-2fa-code')
    expect((await attack(10)).at(-1)).toBe('too-many-requests')
    expect(await attempt('203.0.113.5', recoveryCodes[1]!)).toBe('too-many-requests')
    expect(await attempt(home, recoveryCodes[1]!)).toBe(undefined)
    // A session that is resumed makes its address known, so that a restart of the server takes nothing away.
    expect(await attempt(office, recoveryCodes[2]!)).toBe('too-many-requests')
    const resumed = await from(office)
    await resumed.call('login', { resume: token })
    expect(await attempt(office, recoveryCodes[2]!)).toBe(undefined)
    for (let i = 0; i < 10; i++) expect(await attempt(home, '000000')).toBe('invalid-2fa-code')
    expect(await attempt(home, recoveryCodes[3]!)).toBe('too-many-requests')
    expect(await attempt(office, recoveryCodes[3]!)).toBe(undefined)
  } finally {
    await limited.close()
  }
})
