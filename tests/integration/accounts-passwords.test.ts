import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { holdFeed } from './held-feed.ts'
import { digestOf, type LoggedIn, logIn, PASSWORD, type SignedUp, signUp } from './people.ts'
import { type SettableClock, settableClock } from './settable-clock.ts'
import { dumpTables } from './tables.ts'
import { type Answer, wireError as refusal, Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

const DAY = 86_400_000
const NEW = 'multiball at midnight'

let world: World
let clock: SettableClock
let wire: Wire
let people = 0

beforeAll(async () => {
  clock = settableClock()
  world = await createWorld({ config: { rateLimits: 'off' }, clock })
  wire = await Wire.open(world.endpoint)
})
afterAll(() => world.close())

const somebody = async (): Promise<SignedUp & { email: string }> => {
  const username = `Player ${++people}`
  const email = `kelvin${people}@example.com`
  return { ...(await signUp(world, username, { email })), email }
}
const MATCH_FAILED = refusal(400, 'Match failed')
const CREDENTIALS = refusal(403, 'Something went wrong. Please check your credentials.')
const EXPIRED = refusal(403, 'Token expired')
const LOGGED_OUT = refusal(403, "You've been logged out by the server. Please log in again.")

const mailsTo = async (address: string) => (await world.mails()).filter(({ to }) => to?.[0]?.address === address)
const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject)
const resetToken = async (email: string): Promise<string> => {
  expect(await wire.call('forgotPassword', { email })).toBe(null)
  return world.linkToken(email)
}
const reset = (token: string, password = NEW, by = wire) => by.attempt('resetPassword', token, digestOf(password))
/** Returns the token with the bit at this position inverted. */
const flipped = (token: string, bit: number): string => {
  const bytes = Buffer.from(token, 'base64url')
  bytes[bit >> 3]! ^= 1 << (bit & 7)
  return bytes.toString('base64url')
}

describe('changePassword', () => {
  it('keeps this connection and its token, and ends every other session', async () => {
    const { wire: mine, username, token } = await somebody()
    const [same, other] = [await Wire.open(world.endpoint), await Wire.open(world.endpoint)]
    await same.call('login', { resume: token })
    const elsewhere = await logIn(other, username)
    expect(await mine.call('changePassword', digestOf(PASSWORD), digestOf(NEW))).toEqual({ passwordChanged: true })
    await other.closed
    expect(await wire.refusal('login', { resume: elsewhere.token })).toEqual(LOGGED_OUT)
    expect(await same.call('account.sessions', {})).toMatchObject([{ current: true }])
    expect(await mine.call('login', { resume: token })).toMatchObject({ token })
    expect(await wire.refusal('login', { user: { username }, password: digestOf(PASSWORD) })).toEqual(CREDENTIALS)
    expect((await logIn(wire, username, NEW)).type).toBe('password')
    await wire.call('logout')
  })

  it('tells the owner by mail', async () => {
    const { wire: mine, email } = await somebody()
    await mine.call('changePassword', PASSWORD, NEW)
    expect((await subjectsTo(email)).at(-1)).toMatch(/was changed$/)
  })

  it('clears a reset link that is on its way', async () => {
    const { wire: mine, email } = await somebody()
    const token = await resetToken(email)
    await mine.call('changePassword', digestOf(PASSWORD), digestOf(NEW))
    expect(await reset(token)).toEqual({ error: EXPIRED })
  })

  it.each<[what: string, params: unknown[], error: object]>([
    ['a wrong old password', [digestOf('wrong'), digestOf(NEW)], CREDENTIALS],
    ['a wrong plain one', ['wrong', NEW], CREDENTIALS],
    ['no old one', [null, digestOf(NEW)], MATCH_FAILED],
    ['nothing', [], MATCH_FAILED],
    ['an old one of another shape', [{ $gt: '' }, digestOf(NEW)], MATCH_FAILED],
    ['a new one of another shape', [digestOf(PASSWORD), 7], MATCH_FAILED],
    ['a new digest that is none', [digestOf(PASSWORD), { digest: 'ab', algorithm: 'sha-256' }], MATCH_FAILED],
    ['another algorithm', [digestOf(PASSWORD), { digest: 'ab', algorithm: 'md5' }], refusal(500, 'Internal server error')],
    ['a short new one', [digestOf(PASSWORD), 'seven77'], refusal(403, 'Passwords need at least 8 characters.')],
    ['a common new one', [digestOf(PASSWORD), digestOf('password1')], refusal(403, 'This password is too common.')],
  ])('refuses %s, and changes nothing', async (_, params, error) => {
    const { wire: mine, username } = await somebody()
    const other = await Wire.open(world.endpoint)
    await logIn(other, username)
    expect(await mine.refusal('changePassword', ...params)).toEqual(error)
    expect(await other.call('account.sessions', {})).toHaveLength(2)
    expect((await logIn(other, username)).type).toBe('password')
  })

  it('looks at its arguments before it asks who is there', async () => {
    expect(await wire.refusal('changePassword', null, digestOf(NEW))).toEqual(MATCH_FAILED)
    expect(await wire.refusal('changePassword', digestOf(PASSWORD), digestOf(NEW))).toEqual(refusal(401, 'Must be logged in'))
  })

  it.each<[what: string, attempt: (thief: Wire, username: string) => Promise<Answer>, error: object]>([
    [
      'logs in by the old password',
      (thief, username) => thief.attempt('login', { user: { username }, password: digestOf(PASSWORD) }),
      CREDENTIALS,
    ],
    [
      'renews a token',
      thief => thief.attempt('getNewToken'),
      { isClientSafe: true, error: 'Invalid login token', message: '[Invalid login token]', errorType: 'Meteor.Error' },
    ],
    ['changes it too', thief => thief.attempt('changePassword', digestOf(PASSWORD), digestOf('my own now')), CREDENTIALS],
  ])('leaves nobody in who %s while it is about to be committed', async (_, attempt, error) => {
    const { wire: mine, username } = await somebody()
    const thief = await Wire.open(world.endpoint)
    await logIn(thief, username)
    const feed = await holdFeed(world)
    const changed = mine.attempt('changePassword', digestOf(PASSWORD), digestOf(NEW))
    await feed.waiting(1)
    const attempted = attempt(thief, username).catch(() => null)
    await Promise.race([feed.waiting(2), attempted])
    await feed.release()
    expect(await changed).toEqual({ result: { passwordChanged: true } })
    expect([null, { error }]).toContainEqual(await attempted)
    await thief.closed
    expect(await mine.call('account.sessions', {})).toMatchObject([{ current: true }])
    expect((await logIn(wire, username, NEW)).type).toBe('password')
  })
})

describe('forgotPassword', () => {
  it('answers the same for an unknown address, and writes to nobody', async () => {
    const before = (await world.mails()).length
    expect(await wire.call('forgotPassword', { email: 'nobody@example.com' })).toBe(null)
    expect(await world.mails()).toHaveLength(before)
  })

  it('finds the address in whatever case, and writes to it as its owner wrote it', async () => {
    const { email } = await somebody()
    // The Kelvin sign becomes a k in lower case, but a mail server does not treat it as a k.
    for (const spelling of [email.toUpperCase(), email.replace('kelvin', '\u212aelvin')]) {
      await wire.call('forgotPassword', { email: spelling })
      expect((await world.mails()).at(-1)!.to).toEqual([{ name: '', address: email }])
    }
    expect(await reset(await world.linkToken(email))).toMatchObject({ result: { type: 'password' } })
  })

  it.each([[[]], [[null]], [['a@example.com']], [[{}]], [[{ email: 7 }]], [[{ email: '' }]], [[{ email: 'a@example.com', more: 1 }]]])(
    'refuses %j',
    async params => {
      expect(await wire.refusal('forgotPassword', ...params)).toEqual(MATCH_FAILED)
    },
  )
})

describe('[A4] resetPassword', () => {
  it('logs in, ends all other sessions, verifies the address and tells the owner', async () => {
    const { wire: mine, id, email, username, token: old } = await somebody()
    const token = await resetToken(email)
    const visitor = await Wire.open(world.endpoint)
    const login = await visitor.call<LoggedIn>('resetPassword', token, digestOf(NEW))
    expect(login).toEqual({ id, token: expect.stringMatching(/^[\w-]{43}$/), tokenExpires: expect.any(Date), type: 'password' })
    expect([...visitor.documents('users').values()]).toMatchObject([{ username, emails: [{ address: email, verified: true }] }])
    await mine.closed
    expect(await wire.refusal('login', { resume: old })).toEqual(LOGGED_OUT)
    expect(await wire.refusal('login', { user: { username }, password: digestOf(PASSWORD) })).toEqual(CREDENTIALS)
    expect(await visitor.call('account.sessions', {})).toMatchObject([{ current: true }])
    expect((await subjectsTo(email)).at(-1)).toMatch(/was changed$/)
  })

  it('does not close the connection that asks, also where its own session is among those that end', async () => {
    const { wire: mine, email } = await somebody()
    expect(await reset(await resetToken(email), NEW, mine)).toMatchObject({ result: { type: 'password' } })
    expect(await mine.call('account.sessions', {})).toMatchObject([{ current: true }])
  })

  it('works once', async () => {
    const token = await resetToken((await somebody()).email)
    await reset(token)
    expect(await reset(token, 'something else')).toEqual({ error: EXPIRED })
  })

  it('lets exactly one of two in who use a link at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const { email, username } = await somebody()
      const token = await resetToken(email)
      const wires = await Promise.all([1, 2].map(() => Wire.open(world.endpoint)))
      const answers = await Promise.all(wires.map((each, i) => reset(token, `${NEW} ${i}`, each)))
      expect(answers.filter(({ error }) => error !== undefined)).toEqual([{ error: EXPIRED }])
      const winner = answers.findIndex(({ error }) => error === undefined)
      expect((await logIn(wire, username, `${NEW} ${winner}`)).type).toBe('password')
    }
  })

  it('takes the latest link only', async () => {
    const { email } = await somebody()
    const [older, newer] = [await resetToken(email), await resetToken(email)]
    expect(await reset(older)).toEqual({ error: EXPIRED })
    expect(await reset(newer)).toMatchObject({ result: { type: 'password' } })
  })

  it('refuses the token with any bit turned over, cut, or longer', async () => {
    const token = await resetToken((await somebody()).email)
    for (const bit of [0, 1, 7, 8, 100, 128, 200, 254, 255]) expect(await reset(flipped(token, bit))).toEqual({ error: EXPIRED })
    for (const other of [token.slice(0, -1), `${token}A`, token.toLowerCase(), '', '\u0000', ` ${token}`])
      expect(await reset(other)).toEqual({ error: EXPIRED })
    expect(await reset(token)).toMatchObject({ result: { type: 'password' } })
  })

  it('refuses the link of another kind, and leaves it good for its own', async () => {
    const { email } = await somebody()
    const verify = await world.linkToken(email)
    expect(await reset(verify)).toEqual({ error: EXPIRED })
    const token = await resetToken(email)
    expect(await wire.refusal('verifyEmail', token)).toEqual(refusal(403, 'Verify email link expired'))
    expect(await wire.refusal('login', { resume: token })).toEqual(LOGGED_OUT)
    expect(await wire.call('verifyEmail', verify)).toMatchObject({ type: 'password' })
    expect(await reset(token)).toMatchObject({ result: { type: 'password' } })
  })

  it('refuses the link of an address that is no longer the user’s', async () => {
    const { wire: mine, email } = await somebody()
    const token = await resetToken(email)
    await mine.call('account.setEmail', { email: `new-${email}`, password: digestOf(PASSWORD) })
    await mine.call('verifyEmail', await world.linkToken(`new-${email}`))
    expect(await reset(token)).toEqual({ error: refusal(403, 'Token has invalid email address') })
  })

  it('refuses the link of a deleted account', async () => {
    const { wire: mine, email } = await somebody()
    const token = await resetToken(email)
    await mine.call('account.delete', { password: digestOf(PASSWORD), eraseScores: true })
    expect(await reset(token)).toEqual({ error: EXPIRED })
  })

  it('keeps the link good when the new password is refused', async () => {
    const token = await resetToken((await somebody()).email)
    expect(await reset(token, 'password1')).toEqual({ error: refusal(403, 'This password is too common.') })
    expect(await wire.refusal('resetPassword', token, 'seven77')).toEqual(refusal(403, 'Passwords need at least 8 characters.'))
    expect(await wire.refusal('resetPassword', token, 7)).toEqual(MATCH_FAILED)
    expect(await wire.refusal('resetPassword', { $gt: '' }, digestOf(NEW))).toEqual(MATCH_FAILED)
    expect(await reset(token)).toMatchObject({ result: { type: 'password' } })
  })

  it('keeps only the hash of a link’s token', async () => {
    const token = await resetToken((await somebody()).email)
    expect((await dumpTables(world)).includes(token)).toBe(false)
  })

  it('takes a link up to its third day, and no longer', async () => {
    const [early, late] = [await somebody(), await somebody()]
    const [good, old] = [await resetToken(early.email), await resetToken(late.email)]
    const asked = clock.now()
    clock.set(asked + 3 * DAY - 60_000)
    expect(await reset(good)).toMatchObject({ result: { type: 'password' } })
    clock.set(asked + 3 * DAY)
    expect(await reset(old)).toEqual({ error: EXPIRED })
  })
})

describe('[A4] an enrolment', () => {
  const enroll = async (): Promise<{ id: string; username: string; email: string; token: string }> => {
    const id = uuidv7()
    const [username, email] = [`Enrolled ${++people}`, `enrolled${people}@example.com`]
    await world.app.features.accounts.enroll({ id, username, email })
    return { id, username, email, token: await world.linkToken(email) }
  }

  it('cannot log in before its link is used, and can after', async () => {
    const { id, username, email, token } = await enroll()
    for (const password of [digestOf(''), digestOf(PASSWORD), PASSWORD])
      expect(await wire.refusal('login', { user: { username }, password })).toEqual(CREDENTIALS)
    expect(await reset(token)).toMatchObject({ result: { id, type: 'password' } })
    expect(wire.documents('users').get(id)).toMatchObject({ emails: [{ address: email, verified: true }] })
    expect(await subjectsTo(email)).toHaveLength(1)
    expect((await logIn(wire, username, NEW)).id).toBe(id)
  })

  it('is good for 30 days, through every sweep, and no longer', async () => {
    const [good, old] = [await enroll(), await enroll()]
    const asked = clock.now()
    clock.set(asked + 30 * DAY - 60_000)
    expect(await reset(good.token)).toMatchObject({ result: { id: good.id } })
    clock.set(asked + 30 * DAY)
    expect(await reset(old.token)).toEqual({ error: EXPIRED })
  })

  it('is made once, however often it is asked for at the same moment', async () => {
    const enrolment = { id: uuidv7(), username: `Enrolled ${++people}`, email: `enrolled${people}@example.com` }
    const { accounts } = world.app.features
    await Promise.all(Array.from({ length: 6 }, () => accounts.enroll(enrolment)))
    expect(await mailsTo(enrolment.email)).toHaveLength(1)
    await expect(accounts.enroll({ ...enrolment, id: uuidv7() })).rejects.toMatchObject({ error: 403, reason: 'Username already exists.' })
    await expect(accounts.enroll({ ...enrolment, id: uuidv7(), username: 'Other' })).rejects.toMatchObject({ error: 409 })
    await expect(accounts.enroll({ ...enrolment, username: 'Other' })).rejects.toMatchObject({ error: 409 })
  })
})
