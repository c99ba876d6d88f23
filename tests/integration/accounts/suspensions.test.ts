import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, firstMachineId, grantRoles, type LoginResult, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const HOUR = 3_600_000
const REASON = 'Posted the same score nine times.'
const CREDENTIALS = meteorError(403, 'Something went wrong. Please check your credentials.')
const LOGGED_OUT = meteorError(403, "You've been logged out by the server. Please log in again.")

let testApp: TestApp
let clock: SettableClock
let admin: TestUser
let visitor: DdpTestClient
let people = 0

beforeAll(async () => {
  clock = createSettableClock()
  testApp = await createTestApp({ config: { rateLimits: 'off' }, clock })
  admin = await signUp(testApp, 'Boss')
  await grantRoles(testApp, admin.id, ['admin'])
  visitor = await DdpTestClient.open(testApp.endpoint)
})
afterAll(() => testApp.close())

const signUpPlayer = async (): Promise<TestUser & { email: string }> => {
  const email = `player${++people}@example.com`
  return { ...(await signUp(testApp, `Player ${people}`, { email })), email }
}
const suspend = (userId: string, until?: Date) =>
  admin.client.call('users.suspend', { userId, reason: REASON, ...(until === undefined ? {} : { until }) })
const withPassword = (username: string, password = PASSWORD) => ({ user: { username }, password: digestPassword(password) })
/** The answer for a suspended user. */
const suspended = (until: Date | null) => ({
  error: 403,
  reason: `This account is suspended until ${
    until === null ? 'an administrator lifts the suspension' : `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  }. Reason: ${REASON}`,
  details: { suspension: { reason: REASON, until: until?.getTime() ?? null } },
})
const isClosed = (client: DdpTestClient) => client.closed

describe('a suspended user', () => {
  it('is signed out on all connections, and cannot resume', async () => {
    const { id, token, client, username } = await signUpPlayer()
    const other = await DdpTestClient.open(testApp.endpoint)
    const { token: otherToken } = await other.call<LoginResult>('login', withPassword(username))
    await suspend(id)
    await Promise.all([isClosed(client), isClosed(other)])
    for (const resume of [token, otherToken]) expect(await visitor.expectError('login', { resume })).toEqual(LOGGED_OUT)
  })

  it('learns of the end and the reason by the right password, and by no other', async () => {
    const { id, username, email } = await signUpPlayer()
    const until = new Date(clock.now() + HOUR)
    await suspend(id, until)
    expect(await visitor.expectError('login', withPassword(username, 'wrong'))).toEqual(CREDENTIALS)
    expect(await visitor.expectError('login', withPassword(username))).toMatchObject(suspended(until))
    expect(await visitor.expectError('login', { user: { email }, password: PASSWORD })).toMatchObject(suspended(until))
    await suspend(id)
    expect(await visitor.expectError('login', withPassword(username))).toMatchObject(suspended(null))
  })

  it('who has a second step learns of it only with a code', async () => {
    const { id, client, username } = await signUpPlayer()
    const { secret } = await client.call<{ secret: string }>('account.beginSecondStep', { password: digestPassword(PASSWORD) })
    const codeAt = (time: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time })
    await client.call('account.enableSecondStep', { code: codeAt(clock.now()) })
    clock.set(clock.now() + 30_000)
    await suspend(id)
    expect(await visitor.expectError('login', withPassword(username))).toMatchObject({ error: 'no-2fa-code' })
    expect(await visitor.expectError('login', { ...withPassword(username), code: '000000' })).toMatchObject({ error: 'invalid-2fa-code' })
    expect(await visitor.expectError('login', { ...withPassword(username), code: codeAt(clock.now()) })).toMatchObject(suspended(null))
  })

  it('may use the links of mails, which begin no session', async () => {
    const { id, username, email } = await signUpPlayer()
    const verification = await testApp.linkToken(email)
    await suspend(id)
    expect(await visitor.expectError('verifyEmail', verification)).toMatchObject(suspended(null))
    await visitor.call('forgotPassword', { email })
    const reset = await testApp.linkToken(email)
    expect(await visitor.expectError('resetPassword', reset, digestPassword('another long one'))).toMatchObject(suspended(null))
    expect(await visitor.expectError('login', withPassword(username))).toEqual(CREDENTIALS)
    expect(await visitor.expectError('login', withPassword(username, 'another long one'))).toMatchObject(suspended(null))
    await admin.client.call('users.liftSuspension', { userId: id })
    const back = await DdpTestClient.open(testApp.endpoint)
    expect(await back.call('login', withPassword(username, 'another long one'))).toMatchObject({ id })
  })

  it('who never had a password cannot enrol', async () => {
    const id = uuidv7()
    await admin.client.call('users.enroll', { _id: id, username: 'Enrolled', email: 'enrolled@example.com' })
    await suspend(id)
    const token = await testApp.linkToken('enrolled@example.com')
    expect(await visitor.expectError('resetPassword', token, digestPassword(PASSWORD))).toMatchObject(suspended(null))
    expect(await visitor.expectError('login', withPassword('Enrolled'))).toMatchObject(suspended(null))
  })

  it('cannot sign in by a login that began before, whichever of the two comes first', async () => {
    for (let i = 0; i < 5; i++) {
      const { id, username } = await signUpPlayer()
      const racing = await DdpTestClient.open(testApp.endpoint)
      const [login] = await Promise.all([racing.tryCall('login', withPassword(username)), suspend(id)])
      if (login.error === undefined) await isClosed(racing)
      else expect(login.error).toMatchObject(suspended(null))
      const { rows } = await testApp.app.database.pool.query('SELECT hashed_token FROM login_tokens WHERE user_id = $1', [id])
      expect(rows).toEqual([])
    }
  })

  it('keeps scores, which others see as before', async () => {
    const { id, client, username } = await signUpPlayer()
    const scoreId = uuidv7()
    await client.call('scores.submit', { _id: scoreId, machineId: await firstMachineId(testApp), value: 7_000 })
    const reader = await DdpTestClient.open(testApp.endpoint)
    await reader.subscribe('players.one', { username })
    const before = [...reader.documents('players')]
    await suspend(id)
    await testApp.settled()
    expect([...reader.documents('players')]).toEqual(before)
    const later = await DdpTestClient.open(testApp.endpoint)
    await later.subscribe('scores.one', { scoreId })
    expect(later.documents('scores').get(scoreId)).toMatchObject({ value: 7_000 })
    for (const { frames } of [reader, later]) expect(frames.filter(frame => /suspen/i.test(frame))).toEqual([])
  })

  it('may download and delete the data with the password, and only so', async () => {
    const { id, username, email } = await signUpPlayer()
    await suspend(id)
    const proof = (password: string) => ({ name: username, password: digestPassword(password) })
    expect(await visitor.expectError('account.exportByPassword', proof('wrong'))).toEqual(CREDENTIALS)
    expect(await visitor.expectError('account.deleteByPassword', { ...proof('wrong'), eraseScores: true })).toEqual(CREDENTIALS)
    const { url } = await visitor.call<{ url: string }>('account.exportByPassword', proof(PASSWORD))
    expect((await fetch(testApp.http + url)).headers.get('content-type')).toBe('application/zip')
    await visitor.call('account.deleteByPassword', { name: email, password: digestPassword(PASSWORD), eraseScores: true })
    expect(await visitor.expectError('login', withPassword(username))).toEqual(CREDENTIALS)
  })

  it('may sign in again when the suspension ends by itself or is lifted', async () => {
    const { id, username } = await signUpPlayer()
    await suspend(id, new Date(clock.now() + HOUR))
    clock.set(clock.now() + HOUR)
    const back = await DdpTestClient.open(testApp.endpoint)
    expect(await back.call('login', withPassword(username))).toMatchObject({ id, type: 'password' })
    await suspend(id)
    await admin.client.call('users.liftSuspension', { userId: id })
    const again = await DdpTestClient.open(testApp.endpoint)
    expect(await again.call('login', withPassword(username))).toMatchObject({ id, type: 'password' })
  })
})

describe('users.suspend', () => {
  it('refuses administrators, the caller too, an end in the past, and who is not there', async () => {
    const other = await signUp(testApp, 'Second boss')
    await grantRoles(testApp, other.id, ['admin'])
    for (const userId of [admin.id, other.id])
      expect(await admin.client.expectError('users.suspend', { userId, reason: 'x' })).toMatchObject({
        error: 403,
        reason: 'An administrator cannot be suspended. Remove that role first.',
      })
    const { id } = await signUpPlayer()
    expect(await admin.client.expectError('users.suspend', { userId: id, reason: 'x', until: new Date(clock.now() - 1) })).toMatchObject({
      error: 400,
      details: [{ path: 'until', message: 'must lie in the future' }],
    })
    expect(await admin.client.expectError('users.suspend', { userId: uuidv7(), reason: 'x' })).toMatchObject({ error: 404 })
  })

  it('is shown live in the list of users until it ends, and written into the log with its reason', async () => {
    const { id, username } = await signUpPlayer()
    await admin.client.subscribe('users.list', { text: username })
    const shown = () => admin.client.documents('accounts').get(id)?.suspended
    expect(shown()).toBe(undefined)
    const until = new Date(clock.now() + HOUR)
    await suspend(id, until)
    await admin.client.waitUntil(() => shown() !== undefined)
    expect(shown()).toEqual({ reason: REASON, until })
    clock.set(clock.now() + HOUR)
    await testApp.app.features.accounts.sweep()
    await admin.client.waitUntil(() => shown() === undefined)
    await admin.client.subscribe('audit.list', { userId: id })
    expect([...admin.client.documents('audit').values()].filter(({ action }) => action === 'users.suspend')).toMatchObject([
      { by: { userId: admin.id }, about: { userId: id }, details: { reason: REASON, until: until.toISOString() } },
    ])
  })

  it('writes nothing when a suspension is lifted that is not there', async () => {
    const { id } = await signUpPlayer()
    await admin.client.call('users.liftSuspension', { userId: id })
    const { rows } = await testApp.app.database.pool.query('SELECT id FROM audit_log WHERE about_user = $1', [id])
    expect(rows).toEqual([])
  })
})

describe('users.signOut', () => {
  it('ends all sessions of a user, who may sign in again', async () => {
    const { id, client, username } = await signUpPlayer()
    const other = await DdpTestClient.open(testApp.endpoint)
    await other.call('login', withPassword(username))
    expect(await admin.client.call('users.signOut', { userId: id })).toEqual({ sessions: 2 })
    await Promise.all([isClosed(client), isClosed(other)])
    const back = await DdpTestClient.open(testApp.endpoint)
    expect(await back.call('login', withPassword(username))).toMatchObject({ id })
  })

  it('is not for the caller’s own sessions, which would lose the answer', async () => {
    expect(await admin.client.expectError('users.signOut', { userId: admin.id })).toMatchObject({ error: 409 })
  })
})

describe('users.resetSecondStep', () => {
  it('lets the user in by the password alone, and tells the user by mail', async () => {
    const { id, client, username, email } = await signUpPlayer()
    const { secret } = await client.call<{ secret: string }>('account.beginSecondStep', { password: digestPassword(PASSWORD) })
    expect(await admin.client.expectError('users.resetSecondStep', { userId: id })).toMatchObject({ error: 409 })
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })
    await client.call('account.enableSecondStep', { code })
    await admin.client.call('users.resetSecondStep', { userId: id })
    const back = await DdpTestClient.open(testApp.endpoint)
    expect(await back.call('login', withPassword(username))).toMatchObject({ id })
    const subjects = (await testApp.mails()).filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject)
    expect(subjects.at(-1)).toMatch(/second step|two-step|turned off/i)
    const { rows } = await testApp.app.database.pool.query('SELECT action FROM audit_log WHERE about_user = $1', [id])
    expect(rows).toEqual([{ action: 'users.resetSecondStep' }])
  })
})
