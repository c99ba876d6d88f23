import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSmtp, type SmtpFixture } from '#platform/mail/fixtures/smtp-server.ts'
import { createDeferred } from '../../deferred.ts'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const DAY = 86_400_000
const MINUTE = 60_000

let testApp: TestApp
let clock: SettableClock
let client: DdpTestClient
let people = 0

beforeAll(async () => {
  clock = createSettableClock()
  testApp = await createTestApp({ config: { rateLimits: 'off' }, clock })
})
beforeEach(async () => {
  client = await DdpTestClient.open(testApp.endpoint)
})
afterAll(() => testApp.close())

const signUpUser = async (): Promise<TestUser & { email: string }> => {
  const email = `player${++people}@example.com`
  return { ...(await signUp(testApp, `Player ${people}`, { email })), email }
}
const EXPIRED = meteorError(403, 'Verify email link expired')
const SIGN_IN = meteorError(401, 'Please sign in first.')
const CREDENTIALS = meteorError(403, 'Something went wrong. Please check your credentials.')

const mailsForAddress = async (address: string) => (await testApp.mails()).filter(({ to }) => to?.[0]?.address === address)
const readEmails = ({ client: own, id }: TestUser) => own.documents('users').get(id)!.emails
const setEmail = (person: TestUser, email: string, password: unknown = digestPassword(PASSWORD)) =>
  person.client.tryCall('account.setEmail', { email, password })

describe('[A4] verifyEmail', () => {
  it('verifies the address of a sign-up, logs in, and shows it on the owner’s other connections', async () => {
    const person = await signUpUser()
    const login = await client.call('verifyEmail', await testApp.linkToken(person.email))
    expect(login).toEqual({ id: person.id, token: expect.any(String), tokenExpires: expect.any(Date), type: 'password' })
    const verified = [{ address: person.email, verified: true }]
    expect(client.documents('users').get(person.id)).toMatchObject({ emails: verified })
    await person.client.waitUntil(() => JSON.stringify(readEmails(person)) === JSON.stringify(verified))
    expect(await person.client.call('account.sessions', {})).toHaveLength(2)
  })

  it('invalidates every link to the address, and can be used only once', async () => {
    const person = await signUpUser()
    const first = await testApp.linkToken(person.email)
    await person.client.call('account.sendVerification', {})
    const second = await testApp.linkToken(person.email)
    const clients = await Promise.all([1, 2].map(() => DdpTestClient.open(testApp.endpoint)))
    const answers = await Promise.all(clients.map(each => each.tryCall('verifyEmail', second)))
    expect(answers.filter(answer => answer.error !== undefined)).toEqual([{ error: EXPIRED }])
    for (const token of [first, second]) expect(await client.expectError('verifyEmail', token)).toEqual(EXPIRED)
  })

  it('accepts a link of any age', async () => {
    const person = await signUpUser()
    const token = await testApp.linkToken(person.email)
    clock.set(clock.now() + 60 * DAY)
    expect(await client.call('verifyEmail', token)).toMatchObject({ id: person.id })
  })

  it('refuses what is no token', async () => {
    for (const token of ['', 'x', 'x'.repeat(43), '\u0000']) expect(await client.expectError('verifyEmail', token)).toEqual(EXPIRED)
    for (const params of [[], [null], [7], [{ $gt: '' }], ['x'.repeat(1001)]])
      expect(await client.expectError('verifyEmail', ...params)).toEqual(meteorError(400, 'Match failed'))
  })

  it('refuses the link of an address that was changed meanwhile, or of a deleted account', async () => {
    const [changed, deleted] = [await signUpUser(), await signUpUser()]
    const [old, gone] = [await testApp.linkToken(changed.email), await testApp.linkToken(deleted.email)]
    await setEmail(changed, `new-${changed.email}`)
    await client.call('verifyEmail', await testApp.linkToken(`new-${changed.email}`))
    expect(await client.expectError('verifyEmail', old)).toEqual(EXPIRED)
    await deleted.client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: false })
    expect(await client.expectError('verifyEmail', gone)).toEqual(EXPIRED)
  })
})

describe('account.sendVerification', () => {
  it('sends a link again until the address is verified', async () => {
    const person = await signUpUser()
    expect(await person.client.call('account.sendVerification', {})).toEqual({})
    expect(await mailsForAddress(person.email)).toHaveLength(2)
    await person.client.call('verifyEmail', await testApp.linkToken(person.email))
    expect(await person.client.expectError('account.sendVerification', {})).toEqual(
      meteorError(409, 'There is no address that waits to be verified.'),
    )
    expect(await client.expectError('account.sendVerification', {})).toEqual(SIGN_IN)
  })
})

describe('account.setEmail', () => {
  it('changes the address when the link to the new one is opened, and not before', async () => {
    const person = await signUpUser()
    const email = `New-${person.email}`
    expect(await setEmail(person, email)).toEqual({ result: {} })
    const token = await testApp.linkToken(email)
    expect(readEmails(person)).toEqual([{ address: person.email, verified: false }])
    expect(await client.expectError('login', { user: { email }, password: digestPassword(PASSWORD) })).toEqual(CREDENTIALS)
    await client.call('verifyEmail', token)
    await person.client.waitUntil(() => JSON.stringify(readEmails(person)) === JSON.stringify([{ address: email, verified: true }]))
    expect(await client.expectError('login', { user: { email: person.email }, password: digestPassword(PASSWORD) })).toEqual(CREDENTIALS)
    expect(await client.call('login', { user: { email }, password: digestPassword(PASSWORD) })).toMatchObject({ id: person.id })
  })

  it('answers the same for an address that is somebody’s, and writes to its owner instead', async () => {
    const [person, owner] = [await signUpUser(), await signUpUser()]
    expect(await setEmail(person, owner.email.toUpperCase())).toEqual({ result: {} })
    const mail = (await mailsForAddress(owner.email)).at(-1)!
    expect(mail.subject).toMatch(/^You already have an account at /)
    expect(mail.text).not.toContain('/#/')
    expect(mail.text).not.toContain(person.username)
    expect(readEmails(person)).toEqual([{ address: person.email, verified: false }])
  })

  it('lets only one of two have an address that both asked for', async () => {
    const [one, two] = [await signUpUser(), await signUpUser()]
    const email = `shared${people}@example.com`
    const tokens: string[] = []
    for (const person of [one, two]) {
      await setEmail(person, email)
      tokens.push(await testApp.linkToken(email))
    }
    expect(await client.call('verifyEmail', tokens[1])).toMatchObject({ id: two.id })
    expect(await client.expectError('verifyEmail', tokens[0])).toEqual(meteorError(403, 'Verify email link is for unknown address'))
  })

  it('is valid for three days', async () => {
    const [earlyUser, lateUser] = [await signUpUser(), await signUpUser()]
    const tokens: string[] = []
    for (const person of [earlyUser, lateUser]) {
      await setEmail(person, `new-${person.email}`)
      tokens.push(await testApp.linkToken(`new-${person.email}`))
    }
    const requestedAt = clock.now()
    clock.set(requestedAt + 3 * DAY - MINUTE)
    expect(await client.call('verifyEmail', tokens[0])).toMatchObject({ id: earlyUser.id })
    clock.set(requestedAt + 3 * DAY)
    expect(await client.expectError('verifyEmail', tokens[1])).toEqual(EXPIRED)
  })

  it('wants the password and an address', async () => {
    const person = await signUpUser()
    expect(await setEmail(person, 'x@example.com', digestPassword('wrong'))).toEqual({ error: CREDENTIALS })
    expect((await setEmail(person, 'nowhere')).error).toMatchObject({ error: 400, reason: 'That does not look like an e-mail address.' })
    expect((await setEmail(person, 'x@example.com', 7)).error).toMatchObject({ error: 400, details: [{ path: 'password' }] })
    expect(await client.expectError('account.setEmail', { email: 'x@example.com', password: digestPassword(PASSWORD) })).toEqual(SIGN_IN)
    expect(await mailsForAddress('x@example.com')).toEqual([])
  })
})

describe('a sign-up with a taken address', () => {
  it('is told nothing; the owner is', async () => {
    const owner = await signUpUser()
    expect(await client.expectError('createUser', { email: owner.email, password: digestPassword(PASSWORD) })).toEqual(CREDENTIALS)
    expect((await mailsForAddress(owner.email)).at(-1)!.subject).toMatch(/^You already have an account/)
  })
})

describe('analytics.getUserEmail', () => {
  it('answers one’s own first address, and null for a visitor or somebody without one', async () => {
    const person = await signUpUser()
    expect(await person.client.call('analytics.getUserEmail')).toBe(person.email)
    expect(await (await signUp(testApp, 'No mail')).client.call('analytics.getUserEmail')).toBe(null)
    expect(await client.call('analytics.getUserEmail')).toBe(null)
  })
})

describe('[P2] a mail server that hangs', () => {
  it('does not hold up the end of the process, after which the mail is still to be sent', async () => {
    // The greeting never ends, so the mail fails after the ten seconds that a server has for it.
    const { promise: connected, resolve: onConnected } = createDeferred()
    const sockets: Socket[] = []
    const server = createServer(socket => {
      onConnected()
      const talking = setInterval(() => socket.write('220-one moment\r\n'), 1000)
      socket.on('close', () => clearInterval(talking)).on('error', () => undefined)
      sockets.push(socket)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const mailing = await createTestApp({
      config: { rateLimits: 'off', mailUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'post@scores.example' },
    })
    await signUp(mailing, 'Waiting', { email: 'waiting@example.com' })
    await connected
    const begun = performance.now()
    await mailing.app.close()
    expect(performance.now() - begun).toBeLessThan(8_000)
    await mailing.restart()
    const { rows } = await mailing.app.database.pool.query(`SELECT body->>'address' AS address, failed_at FROM jobs WHERE kind = 'mail'`)
    expect(rows).toEqual([{ address: 'waiting@example.com', failed_at: null }])
    for (const socket of sockets) socket.destroy()
    await mailing.close()
    await new Promise(resolve => server.close(resolve))
  })
})

describe('[P2] a mail server that is down', () => {
  let server: SmtpFixture
  let down = true
  let mailing: TestApp
  let manualClock: SettableClock

  beforeAll(async () => {
    server = await openSmtp({
      onConnect: (_session, done) => done(down ? Object.assign(new Error('not now'), { responseCode: 421 }) : null),
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('no-such') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    })
    manualClock = createSettableClock()
    mailing = await createTestApp({
      config: { rateLimits: 'off', mailUrl: server.url(), rootUrl: 'https://scores.example', mailFrom: 'Scores <post@scores.example>' },
      clock: manualClock,
    })
  })
  afterAll(async () => {
    await mailing.close()
    await server.close()
  })
  const jobs = async () =>
    (
      await mailing.app.database.pool.query(
        `SELECT body->>'address' AS address, tries FROM jobs WHERE kind = 'mail' AND failed_at IS NULL ORDER BY id`,
      )
    ).rows
  const idle = () => mailing.app.features.accounts.mailQueue.idle()

  it('delays no request, and receives each mail once when it is back, also after a restart', async () => {
    await signUp(mailing, 'Early', { email: 'early@example.com' })
    await idle()
    expect(await jobs()).toEqual([{ address: 'early@example.com', tries: 1 }])
    expect(await dumpTables(mailing)).not.toMatch(/[/#]verify-email/)
    await mailing.restart()
    down = false
    manualClock.set(manualClock.now() + 2 * MINUTE)
    await idle()
    expect(await jobs()).toEqual([])
    expect(server.received).toHaveLength(1)
    const { to, email } = server.received[0]!
    expect(to).toEqual(['early@example.com'])
    expect(email.from).toEqual({ name: 'Scores', address: 'post@scores.example' })
    const token = /^https:\/\/scores\.example\/#\/verify-email\/([\w-]{43})$/m.exec(email.text!)![1]
    const visitor = await DdpTestClient.open(mailing.endpoint)
    expect(await visitor.call('verifyEmail', token)).toMatchObject({ type: 'password' })
  })

  it('sends what a crash left behind, also where it was claimed already', async () => {
    const { rows } = await mailing.app.database.pool.query<{ id: string }>(`SELECT id FROM users WHERE username = 'Early'`)
    await mailing.app.close()
    const { Client } = (await import('pg')).default
    const client = new Client(mailing.connection)
    await client.connect()
    const body = { userId: rows[0]!.id, kind: 'password-changed', address: 'early@example.com', addressKey: 'early@example.com' }
    await client.query(
      `INSERT INTO jobs (kind, body, due_at, claimed_by, claimed_until, tries) VALUES ('mail', $1, $2, 'the process that died', now(), 1)`,
      [body, new Date(manualClock.now())],
    )
    await client.end()
    const before = server.received.length
    await mailing.restart()
    await idle()
    expect(server.received).toHaveLength(before + 1)
  })

  it('gives up a mail that nobody takes', async () => {
    await signUp(mailing, 'Mistyped', { email: 'no-such@example.com' })
    await idle()
    expect(await jobs()).toEqual([])
    const { rows } = await mailing.app.database.pool.query('SELECT tries, last_error FROM jobs WHERE failed_at IS NOT NULL')
    expect(rows).toEqual([{ tries: 1, last_error: expect.stringContaining('no such mailbox') }])
    expect(server.received.flatMap(({ to }) => to)).not.toContain('no-such@example.com')
  })
})

it('sends at most five mails of a kind per hour to an address, whoever requests them, without telling the caller', async () => {
  const strict = await createTestApp()
  const { client: ownClient } = await signUp(strict, 'Bombed', { email: 'bombed@example.com' })
  for (let i = 0; i < 7; i++) {
    const visitor = await DdpTestClient.open(strict.endpoint)
    expect(await visitor.call('forgotPassword', { email: 'bombed@example.com' })).toBe(null)
    expect(await ownClient.call('account.setEmail', { email: 'victim@example.com', password: digestPassword(PASSWORD) })).toEqual({})
    expect(await ownClient.call('account.sendVerification', {})).toEqual({})
    await visitor.close()
  }
  const count = async (address: string, subject: RegExp) =>
    (await strict.mails()).filter(mail => mail.to?.[0]?.address === address && subject.test(mail.subject!)).length
  expect(await count('bombed@example.com', /^Reset your password/)).toBe(5)
  expect(await count('bombed@example.com', /^Confirm your email for/)).toBe(5)
  expect(await count('victim@example.com', /^Confirm your new email for/)).toBe(5)
  await strict.close()
})
