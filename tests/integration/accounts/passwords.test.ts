import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { blockChangeLog } from '../helpers/block-change-log.ts'
import { dumpTables } from '../helpers/db.ts'
import { type CallOutcome, DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, type LoginResult, logIn, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const DAY = 86_400_000
const NEW = 'multiball at midnight'

let testApp: TestApp
let clock: SettableClock
let client: DdpTestClient
let people = 0

beforeAll(async () => {
  clock = createSettableClock()
  testApp = await createTestApp({ config: { rateLimits: 'off' }, clock })
  client = await DdpTestClient.open(testApp.endpoint)
})
afterAll(() => testApp.close())

const signUpUser = async (): Promise<TestUser & { email: string }> => {
  const username = `Player ${++people}`
  const email = `kelvin${people}@example.com`
  return { ...(await signUp(testApp, username, { email })), email }
}
const MATCH_FAILED = meteorError(400, 'Match failed')
const CREDENTIALS = meteorError(403, 'Something went wrong. Please check your credentials.')
const EXPIRED = meteorError(403, 'Token expired')
const LOGGED_OUT = meteorError(403, "You've been logged out by the server. Please log in again.")

const mailsForAddress = async (address: string) => (await testApp.mails()).filter(({ to }) => to?.[0]?.address === address)
const mailSubjects = async (address: string) => (await mailsForAddress(address)).map(({ subject }) => subject)
const resetToken = async (email: string): Promise<string> => {
  expect(await client.call('forgotPassword', { email })).toBe(null)
  return testApp.linkToken(email)
}
const reset = (token: string, password = NEW, by = client) => by.tryCall('resetPassword', token, digestPassword(password))
/** Returns the token with the bit at this position inverted. */
const flipped = (token: string, bit: number): string => {
  const bytes = Buffer.from(token, 'base64url')
  bytes[bit >> 3]! ^= 1 << (bit & 7)
  return bytes.toString('base64url')
}

describe('changePassword', () => {
  it('keeps this connection and its token, and ends every other session', async () => {
    const { client: ownClient, username, token } = await signUpUser()
    const [same, other] = [await DdpTestClient.open(testApp.endpoint), await DdpTestClient.open(testApp.endpoint)]
    await same.call('login', { resume: token })
    const elsewhere = await logIn(other, username)
    expect(await ownClient.call('changePassword', digestPassword(PASSWORD), digestPassword(NEW))).toEqual({ passwordChanged: true })
    await other.closed
    expect(await client.expectError('login', { resume: elsewhere.token })).toEqual(LOGGED_OUT)
    expect(await same.call('account.sessions', {})).toMatchObject([{ current: true }])
    expect(await ownClient.call('login', { resume: token })).toMatchObject({ token })
    expect(await client.expectError('login', { user: { username }, password: digestPassword(PASSWORD) })).toEqual(CREDENTIALS)
    expect((await logIn(client, username, NEW)).type).toBe('password')
    await client.call('logout')
  })

  it('tells the owner by mail', async () => {
    const { client: ownClient, email } = await signUpUser()
    await ownClient.call('changePassword', PASSWORD, NEW)
    expect((await mailSubjects(email)).at(-1)).toMatch(/was changed$/)
  })

  it('clears a reset link that is on its way', async () => {
    const { client: ownClient, email } = await signUpUser()
    const token = await resetToken(email)
    await ownClient.call('changePassword', digestPassword(PASSWORD), digestPassword(NEW))
    expect(await reset(token)).toEqual({ error: EXPIRED })
  })

  it.each<[what: string, params: unknown[], error: object]>([
    ['a wrong old password', [digestPassword('wrong'), digestPassword(NEW)], CREDENTIALS],
    ['a wrong plain one', ['wrong', NEW], CREDENTIALS],
    ['no old one', [null, digestPassword(NEW)], MATCH_FAILED],
    ['nothing', [], MATCH_FAILED],
    ['an old one of another shape', [{ $gt: '' }, digestPassword(NEW)], MATCH_FAILED],
    ['a new one of another shape', [digestPassword(PASSWORD), 7], MATCH_FAILED],
    ['a new digest that is none', [digestPassword(PASSWORD), { digest: 'ab', algorithm: 'sha-256' }], MATCH_FAILED],
    ['another algorithm', [digestPassword(PASSWORD), { digest: 'ab', algorithm: 'md5' }], meteorError(500, 'Internal server error')],
    ['a short new one', [digestPassword(PASSWORD), 'seven77'], meteorError(403, 'Passwords need at least 8 characters.')],
    ['a common new one', [digestPassword(PASSWORD), digestPassword('password1')], meteorError(403, 'This password is too common.')],
  ])('refuses %s, and changes nothing', async (_, params, error) => {
    const { client: ownClient, username } = await signUpUser()
    const other = await DdpTestClient.open(testApp.endpoint)
    await logIn(other, username)
    expect(await ownClient.expectError('changePassword', ...params)).toEqual(error)
    expect(await other.call('account.sessions', {})).toHaveLength(2)
    expect((await logIn(other, username)).type).toBe('password')
  })

  it('validates its arguments before it checks the login', async () => {
    expect(await client.expectError('changePassword', null, digestPassword(NEW))).toEqual(MATCH_FAILED)
    expect(await client.expectError('changePassword', digestPassword(PASSWORD), digestPassword(NEW))).toEqual(
      meteorError(401, 'Must be logged in'),
    )
  })

  it.each<[what: string, attempt: (attacker: DdpTestClient, username: string) => Promise<CallOutcome>, error: object]>([
    [
      'logs in by the old password',
      (attacker, username) => attacker.tryCall('login', { user: { username }, password: digestPassword(PASSWORD) }),
      CREDENTIALS,
    ],
    [
      'renews a token',
      attacker => attacker.tryCall('getNewToken'),
      { isClientSafe: true, error: 'Invalid login token', message: '[Invalid login token]', errorType: 'Meteor.Error' },
    ],
    ['changes it too', attacker => attacker.tryCall('changePassword', digestPassword(PASSWORD), digestPassword('my own now')), CREDENTIALS],
  ])('leaves nobody in who %s while it is about to be committed', async (_, attempt, error) => {
    const { client: ownClient, username } = await signUpUser()
    const attacker = await DdpTestClient.open(testApp.endpoint)
    await logIn(attacker, username)
    const changeLog = await blockChangeLog(testApp)
    const changed = ownClient.tryCall('changePassword', digestPassword(PASSWORD), digestPassword(NEW))
    await changeLog.waitForBlocked(1)
    const attempted = attempt(attacker, username).catch(() => null)
    await Promise.race([changeLog.waitForBlocked(2), attempted])
    await changeLog.release()
    expect(await changed).toEqual({ result: { passwordChanged: true } })
    expect([null, { error }]).toContainEqual(await attempted)
    await attacker.closed
    expect(await ownClient.call('account.sessions', {})).toMatchObject([{ current: true }])
    expect((await logIn(client, username, NEW)).type).toBe('password')
  })
})

describe('forgotPassword', () => {
  it('answers the same for an unknown address, and writes to nobody', async () => {
    const before = (await testApp.mails()).length
    expect(await client.call('forgotPassword', { email: 'nobody@example.com' })).toBe(null)
    expect(await testApp.mails()).toHaveLength(before)
  })

  it('finds the address in whatever case, and writes to it as its owner wrote it', async () => {
    const { email } = await signUpUser()
    // The Kelvin sign becomes a k in lower case, but a mail server does not treat it as a k.
    for (const spelling of [email.toUpperCase(), email.replace('kelvin', '\u212aelvin')]) {
      await client.call('forgotPassword', { email: spelling })
      expect((await testApp.mails()).at(-1)!.to).toEqual([{ name: '', address: email }])
    }
    expect(await reset(await testApp.linkToken(email))).toMatchObject({ result: { type: 'password' } })
  })

  it.each([[[]], [[null]], [['a@example.com']], [[{}]], [[{ email: 7 }]], [[{ email: '' }]], [[{ email: 'a@example.com', more: 1 }]]])(
    'refuses %j',
    async params => {
      expect(await client.expectError('forgotPassword', ...params)).toEqual(MATCH_FAILED)
    },
  )
})

describe('[A4] resetPassword', () => {
  it('logs in, ends all other sessions, verifies the address and tells the owner', async () => {
    const { client: ownClient, id, email, username, token: old } = await signUpUser()
    const token = await resetToken(email)
    const visitor = await DdpTestClient.open(testApp.endpoint)
    const login = await visitor.call<LoginResult>('resetPassword', token, digestPassword(NEW))
    expect(login).toEqual({ id, token: expect.stringMatching(/^[\w-]{43}$/), tokenExpires: expect.any(Date), type: 'password' })
    expect([...visitor.documents('users').values()]).toMatchObject([{ username, emails: [{ address: email, verified: true }] }])
    await ownClient.closed
    expect(await client.expectError('login', { resume: old })).toEqual(LOGGED_OUT)
    expect(await client.expectError('login', { user: { username }, password: digestPassword(PASSWORD) })).toEqual(CREDENTIALS)
    expect(await visitor.call('account.sessions', {})).toMatchObject([{ current: true }])
    expect((await mailSubjects(email)).at(-1)).toMatch(/was changed$/)
  })

  it('does not close the connection that asks, also where its own session is among those that end', async () => {
    const { client: ownClient, email } = await signUpUser()
    expect(await reset(await resetToken(email), NEW, ownClient)).toMatchObject({ result: { type: 'password' } })
    expect(await ownClient.call('account.sessions', {})).toMatchObject([{ current: true }])
  })

  it('works once', async () => {
    const token = await resetToken((await signUpUser()).email)
    await reset(token)
    expect(await reset(token, 'something else')).toEqual({ error: EXPIRED })
  })

  it('lets exactly one of two in who use a link at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const { email, username } = await signUpUser()
      const token = await resetToken(email)
      const clients = await Promise.all([1, 2].map(() => DdpTestClient.open(testApp.endpoint)))
      const answers = await Promise.all(clients.map((each, i) => reset(token, `${NEW} ${i}`, each)))
      expect(answers.filter(({ error }) => error !== undefined)).toEqual([{ error: EXPIRED }])
      const winner = answers.findIndex(({ error }) => error === undefined)
      expect((await logIn(client, username, `${NEW} ${winner}`)).type).toBe('password')
    }
  })

  it('takes the latest link only', async () => {
    const { email } = await signUpUser()
    const [older, newer] = [await resetToken(email), await resetToken(email)]
    expect(await reset(older)).toEqual({ error: EXPIRED })
    expect(await reset(newer)).toMatchObject({ result: { type: 'password' } })
  })

  it('refuses the token with any bit flipped, shortened, or lengthened', async () => {
    const token = await resetToken((await signUpUser()).email)
    for (const bit of [0, 1, 7, 8, 100, 128, 200, 254, 255]) expect(await reset(flipped(token, bit))).toEqual({ error: EXPIRED })
    for (const other of [token.slice(0, -1), `${token}A`, token.toLowerCase(), '', '\u0000', ` ${token}`])
      expect(await reset(other)).toEqual({ error: EXPIRED })
    expect(await reset(token)).toMatchObject({ result: { type: 'password' } })
  })

  it('refuses the link of another kind, and leaves it good for its own', async () => {
    const { email } = await signUpUser()
    const verify = await testApp.linkToken(email)
    expect(await reset(verify)).toEqual({ error: EXPIRED })
    const token = await resetToken(email)
    expect(await client.expectError('verifyEmail', token)).toEqual(meteorError(403, 'Verify email link expired'))
    expect(await client.expectError('login', { resume: token })).toEqual(LOGGED_OUT)
    expect(await client.call('verifyEmail', verify)).toMatchObject({ type: 'password' })
    expect(await reset(token)).toMatchObject({ result: { type: 'password' } })
  })

  it('refuses the link of an address that is no longer the user’s', async () => {
    const { client: ownClient, email } = await signUpUser()
    const token = await resetToken(email)
    await ownClient.call('account.setEmail', { email: `new-${email}`, password: digestPassword(PASSWORD) })
    await ownClient.call('verifyEmail', await testApp.linkToken(`new-${email}`))
    expect(await reset(token)).toEqual({ error: meteorError(403, 'Token has invalid email address') })
  })

  it('refuses the link of a deleted account', async () => {
    const { client: ownClient, email } = await signUpUser()
    const token = await resetToken(email)
    await ownClient.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })
    expect(await reset(token)).toEqual({ error: EXPIRED })
  })

  it('keeps the link good when the new password is refused', async () => {
    const token = await resetToken((await signUpUser()).email)
    expect(await reset(token, 'password1')).toEqual({ error: meteorError(403, 'This password is too common.') })
    expect(await client.expectError('resetPassword', token, 'seven77')).toEqual(meteorError(403, 'Passwords need at least 8 characters.'))
    expect(await client.expectError('resetPassword', token, 7)).toEqual(MATCH_FAILED)
    expect(await client.expectError('resetPassword', { $gt: '' }, digestPassword(NEW))).toEqual(MATCH_FAILED)
    expect(await reset(token)).toMatchObject({ result: { type: 'password' } })
  })

  it('keeps only the hash of a link’s token', async () => {
    const token = await resetToken((await signUpUser()).email)
    expect((await dumpTables(testApp)).includes(token)).toBe(false)
  })

  it('takes a link up to its third day, and no longer', async () => {
    const [earlyUser, lateUser] = [await signUpUser(), await signUpUser()]
    const [good, old] = [await resetToken(earlyUser.email), await resetToken(lateUser.email)]
    const requestedAt = clock.now()
    clock.set(requestedAt + 3 * DAY - 60_000)
    expect(await reset(good)).toMatchObject({ result: { type: 'password' } })
    clock.set(requestedAt + 3 * DAY)
    expect(await reset(old)).toEqual({ error: EXPIRED })
  })
})

describe('[A4] an enrollment', () => {
  const enroll = async (): Promise<{ id: string; username: string; email: string; token: string }> => {
    const id = uuidv7()
    const [username, email] = [`Enrolled ${++people}`, `enrolled${people}@example.com`]
    await testApp.app.features.accounts.enroll({ id, username, email })
    return { id, username, email, token: await testApp.linkToken(email) }
  }

  it('cannot log in before its link is used, and can after', async () => {
    const { id, username, email, token } = await enroll()
    for (const password of [digestPassword(''), digestPassword(PASSWORD), PASSWORD])
      expect(await client.expectError('login', { user: { username }, password })).toEqual(CREDENTIALS)
    expect(await reset(token)).toMatchObject({ result: { id, type: 'password' } })
    expect(client.documents('users').get(id)).toMatchObject({ emails: [{ address: email, verified: true }] })
    expect(await mailSubjects(email)).toHaveLength(1)
    expect((await logIn(client, username, NEW)).id).toBe(id)
  })

  it('is valid for 30 days, also through cleanup runs, and no longer', async () => {
    const [good, old] = [await enroll(), await enroll()]
    const requestedAt = clock.now()
    clock.set(requestedAt + 30 * DAY - 60_000)
    expect(await reset(good.token)).toMatchObject({ result: { id: good.id } })
    clock.set(requestedAt + 30 * DAY)
    expect(await reset(old.token)).toEqual({ error: EXPIRED })
  })

  it('is made once, however often it is asked for at the same moment', async () => {
    const enrollment = { id: uuidv7(), username: `Enrolled ${++people}`, email: `enrolled${people}@example.com` }
    const { accounts } = testApp.app.features
    await Promise.all(Array.from({ length: 6 }, () => accounts.enroll(enrollment)))
    expect(await mailsForAddress(enrollment.email)).toHaveLength(1)
    await expect(accounts.enroll({ ...enrollment, id: uuidv7() })).rejects.toMatchObject({ error: 403, reason: 'Username already exists.' })
    await expect(accounts.enroll({ ...enrollment, id: uuidv7(), username: 'Other' })).rejects.toMatchObject({ error: 409 })
    await expect(accounts.enroll({ ...enrollment, username: 'Other' })).rejects.toMatchObject({ error: 409 })
  })
})
