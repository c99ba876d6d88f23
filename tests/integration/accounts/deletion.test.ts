import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findNeedles } from '../../security/needles.ts'
import { blockChangeLog } from '../helpers/block-change-log.ts'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { SoftwareAuthenticator } from '../helpers/software-authenticator.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, logIn, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const MINUTE = 60_000

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

const signUpUser = async (): Promise<TestUser & { email: string }> => {
  const username = `leaver-${++people}`
  const email = `${username}@example.com`
  return { ...(await signUp(testApp, username, { email, profile: { name: `Lee ${username}` } })), email }
}
const CREDENTIALS = { error: 403, reason: 'Something went wrong. Please check your credentials.' }
const SIGN_IN = { error: 401, reason: 'Please sign in first.' }
const remove = (client: DdpTestClient, password: unknown = digestPassword(PASSWORD)) =>
  client.tryCall('account.delete', { password, eraseScores: true })
const traces = async (of: string) =>
  [...(await dumpTables(testApp)).split('\n'), ...(await testApp.mails()).map(mail => JSON.stringify(mail))].filter(text =>
    text.toLowerCase().includes(of),
  )

describe('account.export', () => {
  it('offers a zip with all that is kept, and no secret, for a quarter of an hour', async () => {
    const person = await signUpUser()
    await person.client.call('players.edit', { bio: 'Nudges gently.' })
    const credential = new SoftwareAuthenticator(`http://localhost:${testApp.app.port}`).create(
      await person.client.call('account.beginPasskey', {}),
    )
    await person.client.call('account.addPasskey', credential)
    await testApp.app.database.pool.query(
      `INSERT INTO login_identities (issuer, subject, user_id, service, name, linked_at) VALUES ('https://club.example', $1, $1, 'club', 'Leaver', now())`,
      [person.id],
    )
    const { url, expiresAt } = await person.client.call<{ url: string; expiresAt: Date }>('account.export', {})
    expect(Math.abs(expiresAt.getTime() - clock.now() - 15 * MINUTE)).toBeLessThan(MINUTE)
    const response = await fetch(`${testApp.http}${url}`)
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'application/zip',
      'no-store',
    ])
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(JSON.parse(strFromU8(files['account.json']!))).toMatchObject({
      id: person.id,
      username: person.username,
      profile: { name: `Lee ${person.username}` },
      emails: [{ address: person.email, verified: false }],
      sessions: [{ device: 'Another program', beganWith: 'password' }],
      passkeys: [{ name: 'Another program', lastUsedAt: null }],
      loginServices: [{ service: 'club', name: 'Leaver', lastUsedAt: null }],
      secondStepSince: null,
    })
    expect(JSON.parse(strFromU8(files['profile.json']!))).toMatchObject({ bio: 'Nudges gently.' })
    const everything = Object.values(files)
      .map(file => strFromU8(file))
      .join('\n')
    expect(
      findNeedles(everything, [person.token, '$argon2id', digestPassword(PASSWORD).digest, 'hashedToken', 'hashed_token', credential.id]),
    ).toEqual([])
    clock.set(expiresAt.getTime())
    expect((await fetch(`${testApp.http}${url}`)).status).toBe(404)
  })

  it('is gone with the account, and was never at another address', async () => {
    const person = await signUpUser()
    const { url } = await person.client.call<{ url: string }>('account.export', {})
    await remove(person.client)
    for (const path of [url, '/exports/', '/exports/x', `/exports/${'x'.repeat(2000)}`, '/exports/%E0%A4%A', '/exports/%00'])
      expect([path, (await fetch(`${testApp.http}${path}`)).status]).toEqual([path, 404])
    expect(await visitor.expectError('account.export', {})).toMatchObject(SIGN_IN)
  })
})

describe('account.delete', () => {
  it('answers the caller, who is a visitor then, and closes all connections: the caller’s after its answer', async () => {
    const person = await signUpUser()
    const other = await DdpTestClient.open(testApp.endpoint)
    const { token } = await logIn(other, person.username)
    expect(await remove(person.client)).toEqual({ result: {} })
    expect(person.client.documents('users').size).toBe(0)
    await other.closed
    expect(await person.client.closed).toBe(1000)
    expect(JSON.parse(person.client.frames.at(-1)!)).toMatchObject({ msg: 'result', result: {} })
    for (const resume of [token, person.token]) expect(await visitor.expectError('login', { resume })).toMatchObject({ error: 403 })
    for (const user of [{ username: person.username }, { email: person.email }, { id: person.id }])
      expect(await visitor.expectError('login', { user, password: digestPassword(PASSWORD) })).toMatchObject(CREDENTIALS)
  })

  it('wants the password, also with the account’s own session, and changes nothing without it', async () => {
    const person = await signUpUser()
    expect((await remove(person.client, digestPassword('wrong'))).error).toMatchObject(CREDENTIALS)
    expect((await remove(person.client, 'wrong')).error).toMatchObject(CREDENTIALS)
    expect((await remove(person.client, null)).error).toMatchObject({ error: 400, details: [{ path: 'password' }] })
    expect(await person.client.expectError('account.delete', { password: digestPassword(PASSWORD) })).toMatchObject({ error: 400 })
    expect(await visitor.expectError('account.delete', { password: digestPassword(PASSWORD), eraseScores: true })).toMatchObject(SIGN_IN)
    expect((await logIn(visitor, person.username)).id).toBe(person.id)
    await visitor.call('logout')
  })

  it('leaves neither name nor address in the database or the outbox, of links that wait neither', async () => {
    const person = await signUpUser()
    await visitor.call('forgotPassword', { email: person.email })
    await person.client.call('account.setEmail', { email: `second-${person.email}`, password: digestPassword(PASSWORD) })
    await testApp.mails()
    expect(await traces(person.username)).not.toEqual([])
    await visitor.call('forgotPassword', { email: person.email })
    await person.client.call('account.sendVerification', {})
    await remove(person.client)
    expect(await traces(person.username)).toEqual([])
  })

  it('leaves nothing of a mail either that is about to be written', async () => {
    const person = await signUpUser()
    await testApp.mails()
    const changeLog = await blockChangeLog(testApp)
    const removed = remove(person.client)
    await changeLog.waitForBlocked(1)
    await visitor.call('forgotPassword', { email: person.email })
    await changeLog.waitForBlocked(2)
    await changeLog.release()
    expect(await removed).toEqual({ result: {} })
    // The mail may be queued after the account is gone. Then it has no recipient, and is taken off the queue when its turn comes.
    await expect.poll(() => traces(person.username)).toEqual([])
  })

  it('frees name and address for somebody new, who has nothing of it', async () => {
    const person = await signUpUser()
    await remove(person.client)
    const next = await signUp(testApp, person.username, { email: person.email })
    expect(next.id).not.toBe(person.id)
    expect(await next.client.call('account.sessions', {})).toHaveLength(1)
  })

  it.each<[how: string, options: (person: TestUser) => object]>([
    ['by its password', ({ username }) => ({ user: { username }, password: digestPassword(PASSWORD) })],
    ['by its token', ({ token }) => ({ resume: token })],
  ])('lets nobody stay who logs in %s while it is about to be committed', async (_, options) => {
    const person = await signUpUser()
    const lateClient = await DdpTestClient.open(testApp.endpoint)
    const changeLog = await blockChangeLog(testApp)
    const removed = remove(person.client)
    await changeLog.waitForBlocked(1)
    const attempted = lateClient.tryCall('login', options(person)).catch(() => null)
    await Promise.race([changeLog.waitForBlocked(2), attempted])
    await changeLog.release()
    expect(await removed).toEqual({ result: {} })
    const answer = await attempted
    if (answer?.error === undefined) await lateClient.closed
    else expect(answer.error).toMatchObject({ error: 403 })
    const { rows } = await testApp.app.database.pool.query('SELECT 1 FROM login_tokens WHERE user_id = $1', [person.id])
    expect(rows).toEqual([])
  })
})
