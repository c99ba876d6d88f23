import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSmtp, type SmtpFixture } from '../../src/platform/mail/fixtures/smtp-server.ts'
import { digestOf, PASSWORD, type SignedUp, signUp } from './people.ts'
import { type SettableClock, settableClock } from './settable-clock.ts'
import { dumpTables } from './tables.ts'
import { wireError as error, Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

const DAY = 86_400_000
const MINUTE = 60_000

let world: World
let clock: SettableClock
let wire: Wire
let people = 0

beforeAll(async () => {
  clock = settableClock()
  world = await createWorld({ config: { rateLimits: 'off' }, clock })
})
beforeEach(async () => {
  wire = await Wire.open(world.endpoint)
})
afterAll(() => world.close())

const somebody = async (): Promise<SignedUp & { email: string }> => {
  const email = `player${++people}@example.com`
  return { ...(await signUp(world, `Player ${people}`, { email })), email }
}
const EXPIRED = error(403, 'Verify email link expired')
const SIGN_IN = error(401, 'Please sign in first.')
const CREDENTIALS = error(403, 'Something went wrong. Please check your credentials.')

const mailsTo = async (address: string) => (await world.mails()).filter(({ to }) => to?.[0]?.address === address)
const emailsOf = ({ wire: own, id }: SignedUp) => own.documents('users').get(id)!.emails
const setEmail = (person: SignedUp, email: string, password: unknown = digestOf(PASSWORD)) =>
  person.wire.attempt('account.setEmail', { email, password })

describe('[A4] verifyEmail', () => {
  it('verifies the address of a sign-up, logs in, and shows it on the owner’s other connections', async () => {
    const person = await somebody()
    const login = await wire.call('verifyEmail', await world.linkToken(person.email))
    expect(login).toEqual({ id: person.id, token: expect.any(String), tokenExpires: expect.any(Date), type: 'password' })
    const verified = [{ address: person.email, verified: true }]
    expect(wire.documents('users').get(person.id)).toMatchObject({ emails: verified })
    await person.wire.until(() => JSON.stringify(emailsOf(person)) === JSON.stringify(verified))
    expect(await person.wire.call('account.sessions', {})).toHaveLength(2)
  })

  it('uses up every link to the address, and only once', async () => {
    const person = await somebody()
    const first = await world.linkToken(person.email)
    await person.wire.call('account.sendVerification', {})
    const second = await world.linkToken(person.email)
    const wires = await Promise.all([1, 2].map(() => Wire.open(world.endpoint)))
    const answers = await Promise.all(wires.map(each => each.attempt('verifyEmail', second)))
    expect(answers.filter(answer => answer.error !== undefined)).toEqual([{ error: EXPIRED }])
    for (const token of [first, second]) expect(await wire.refusal('verifyEmail', token)).toEqual(EXPIRED)
  })

  it('knows no age', async () => {
    const person = await somebody()
    const token = await world.linkToken(person.email)
    clock.set(clock.now() + 60 * DAY)
    expect(await wire.call('verifyEmail', token)).toMatchObject({ id: person.id })
  })

  it('refuses what is no token', async () => {
    for (const token of ['', 'x', 'x'.repeat(43), '\u0000']) expect(await wire.refusal('verifyEmail', token)).toEqual(EXPIRED)
    for (const params of [[], [null], [7], [{ $gt: '' }], ['x'.repeat(1001)]])
      expect(await wire.refusal('verifyEmail', ...params)).toEqual(error(400, 'Match failed'))
  })

  it('refuses the link of an address that was changed meanwhile, or of a deleted account', async () => {
    const [changed, deleted] = [await somebody(), await somebody()]
    const [old, gone] = [await world.linkToken(changed.email), await world.linkToken(deleted.email)]
    await setEmail(changed, `new-${changed.email}`)
    await wire.call('verifyEmail', await world.linkToken(`new-${changed.email}`))
    expect(await wire.refusal('verifyEmail', old)).toEqual(EXPIRED)
    await deleted.wire.call('account.delete', { password: digestOf(PASSWORD), eraseScores: false })
    expect(await wire.refusal('verifyEmail', gone)).toEqual(EXPIRED)
  })
})

describe('account.sendVerification', () => {
  it('sends a link again until the address is verified', async () => {
    const person = await somebody()
    expect(await person.wire.call('account.sendVerification', {})).toEqual({})
    expect(await mailsTo(person.email)).toHaveLength(2)
    await person.wire.call('verifyEmail', await world.linkToken(person.email))
    expect(await person.wire.refusal('account.sendVerification', {})).toEqual(error(409, 'There is no address that waits to be verified.'))
    expect(await wire.refusal('account.sendVerification', {})).toEqual(SIGN_IN)
  })
})

describe('account.setEmail', () => {
  it('changes the address when the link to the new one is opened, and not before', async () => {
    const person = await somebody()
    const email = `New-${person.email}`
    expect(await setEmail(person, email)).toEqual({ result: {} })
    const token = await world.linkToken(email)
    expect(emailsOf(person)).toEqual([{ address: person.email, verified: false }])
    expect(await wire.refusal('login', { user: { email }, password: digestOf(PASSWORD) })).toEqual(CREDENTIALS)
    await wire.call('verifyEmail', token)
    await person.wire.until(() => JSON.stringify(emailsOf(person)) === JSON.stringify([{ address: email, verified: true }]))
    expect(await wire.refusal('login', { user: { email: person.email }, password: digestOf(PASSWORD) })).toEqual(CREDENTIALS)
    expect(await wire.call('login', { user: { email }, password: digestOf(PASSWORD) })).toMatchObject({ id: person.id })
  })

  it('answers the same for an address that is somebody’s, and writes to its owner instead', async () => {
    const [person, owner] = [await somebody(), await somebody()]
    expect(await setEmail(person, owner.email.toUpperCase())).toEqual({ result: {} })
    const mail = (await mailsTo(owner.email)).at(-1)!
    expect(mail.subject).toMatch(/^You have an account at .* already$/)
    expect(mail.text).not.toContain('/#/')
    expect(mail.text).not.toContain(person.username)
    expect(emailsOf(person)).toEqual([{ address: person.email, verified: false }])
  })

  it('lets only one of two have an address that both asked for', async () => {
    const [one, two] = [await somebody(), await somebody()]
    const email = `shared${people}@example.com`
    const tokens: string[] = []
    for (const person of [one, two]) {
      await setEmail(person, email)
      tokens.push(await world.linkToken(email))
    }
    expect(await wire.call('verifyEmail', tokens[1])).toMatchObject({ id: two.id })
    expect(await wire.refusal('verifyEmail', tokens[0])).toEqual(error(403, 'Verify email link is for unknown address'))
  })

  it('is good for three days', async () => {
    const [early, late] = [await somebody(), await somebody()]
    const tokens: string[] = []
    for (const person of [early, late]) {
      await setEmail(person, `new-${person.email}`)
      tokens.push(await world.linkToken(`new-${person.email}`))
    }
    const asked = clock.now()
    clock.set(asked + 3 * DAY - MINUTE)
    expect(await wire.call('verifyEmail', tokens[0])).toMatchObject({ id: early.id })
    clock.set(asked + 3 * DAY)
    expect(await wire.refusal('verifyEmail', tokens[1])).toEqual(EXPIRED)
  })

  it('wants the password and an address', async () => {
    const person = await somebody()
    expect(await setEmail(person, 'x@example.com', digestOf('wrong'))).toEqual({ error: CREDENTIALS })
    expect((await setEmail(person, 'nowhere')).error).toMatchObject({ error: 400, reason: 'That does not look like an e-mail address.' })
    expect((await setEmail(person, 'x@example.com', 7)).error).toMatchObject({ error: 400, details: [{ path: 'password' }] })
    expect(await wire.refusal('account.setEmail', { email: 'x@example.com', password: digestOf(PASSWORD) })).toEqual(SIGN_IN)
    expect(await mailsTo('x@example.com')).toEqual([])
  })
})

describe('a sign-up with a taken address', () => {
  it('is told nothing; the owner is', async () => {
    const owner = await somebody()
    expect(await wire.refusal('createUser', { email: owner.email, password: digestOf(PASSWORD) })).toEqual(CREDENTIALS)
    expect((await mailsTo(owner.email)).at(-1)!.subject).toMatch(/^You have an account/)
  })
})

describe('analytics.getUserEmail', () => {
  it('answers one’s own first address, and null for a visitor or somebody without one', async () => {
    const person = await somebody()
    expect(await person.wire.call('analytics.getUserEmail')).toBe(person.email)
    expect(await (await signUp(world, 'No mail')).wire.call('analytics.getUserEmail')).toBe(null)
    expect(await wire.call('analytics.getUserEmail')).toBe(null)
  })
})

describe('[P2] a mail server that is down', () => {
  let server: SmtpFixture
  let down = true
  let mailing: World
  let hands: SettableClock

  beforeAll(async () => {
    server = await openSmtp({
      onConnect: (_session, done) => done(down ? Object.assign(new Error('not now'), { responseCode: 421 }) : null),
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('no-such') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    })
    hands = settableClock()
    mailing = await createWorld({
      config: { rateLimits: 'off', mailUrl: server.url(), rootUrl: 'https://scores.example', mailFrom: 'Scores <post@scores.example>' },
      clock: hands,
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
  const idle = () => mailing.app.features.accounts.post.idle()

  it('holds nobody up, and gets each mail once it is back, through a restart', async () => {
    await signUp(mailing, 'Early', { email: 'early@example.com' })
    await idle()
    expect(await jobs()).toEqual([{ address: 'early@example.com', tries: 1 }])
    expect(await dumpTables(mailing)).not.toMatch(/[/#]verify-email/)
    await mailing.restart()
    down = false
    hands.set(hands.now() + 2 * MINUTE)
    await idle()
    expect(await jobs()).toEqual([])
    expect(server.received).toHaveLength(1)
    const { to, email } = server.received[0]!
    expect(to).toEqual(['early@example.com'])
    expect(email.from).toEqual({ name: 'Scores', address: 'post@scores.example' })
    const token = /^https:\/\/scores\.example\/#\/verify-email\/([\w-]{43})$/m.exec(email.text!)![1]
    const visitor = await Wire.open(mailing.endpoint)
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
      `INSERT INTO jobs (kind, body, due_at, claimed_by, claimed_until, tries) VALUES ('mail', $1, $2, 'the process that died', $3, 1)`,
      [body, new Date(hands.now()), new Date(hands.now() + 2 * MINUTE)],
    )
    await client.end()
    const before = server.received.length
    await mailing.restart()
    hands.set(hands.now() + 3 * MINUTE)
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

it('sends at most five mails of a kind an hour to an address, whoever asks, and says nothing of it', async () => {
  const strict = await createWorld()
  const { wire: mine } = await signUp(strict, 'Bombed', { email: 'bombed@example.com' })
  for (let i = 0; i < 7; i++) {
    const visitor = await Wire.open(strict.endpoint)
    expect(await visitor.call('forgotPassword', { email: 'bombed@example.com' })).toBe(null)
    expect(await mine.call('account.setEmail', { email: 'victim@example.com', password: digestOf(PASSWORD) })).toEqual({})
    expect(await mine.call('account.sendVerification', {})).toEqual({})
    await visitor.close()
  }
  const count = async (address: string, subject: RegExp) =>
    (await strict.mails()).filter(mail => mail.to?.[0]?.address === address && subject.test(mail.subject!)).length
  expect(await count('bombed@example.com', /new password/)).toBe(5)
  expect(await count('bombed@example.com', /Is this your address/)).toBe(5)
  expect(await count('victim@example.com', /new address/)).toBe(5)
  await strict.close()
})
