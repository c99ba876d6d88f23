import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { uuidv7 } from '../../src/platform/uuid.ts'
import { digestOf, type LoggedIn, logIn, PASSWORD, type SignedUp, signUp } from './people.ts'
import { type SettableClock, settableClock } from './settable-clock.ts'
import { wireError as refusal, Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

const DAY = 86_400_000
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'

interface Session {
  sessionId: string
  createdAt: Date
  lastSeenAt: Date
  device: string
  current: boolean
}

let world: World
let clock: SettableClock
let visitor: Wire
let people = 0

beforeAll(async () => {
  clock = settableClock()
  world = await createWorld({ config: { rateLimits: 'off' }, clock })
})
beforeEach(async () => {
  visitor = await Wire.open(world.endpoint)
})
afterAll(() => world.close())

const somebody = (): Promise<SignedUp> => signUp(world, `Player ${++people}`)
const second = async ({ username }: SignedUp, headers: Record<string, string> = {}): Promise<LoggedIn & { wire: Wire }> => {
  const wire = await Wire.open(world.endpoint, headers)
  return { ...(await logIn(wire, username)), wire }
}
const sessions = (wire: Wire) => wire.call<Session[]>('account.sessions', {})
const resumes = async (token: string): Promise<boolean> => {
  const { error } = await (await Wire.open(world.endpoint)).attempt('login', { resume: token })
  if (error !== undefined) expect(error.reason).toBe("You've been logged out by the server. Please log in again.")
  return error === undefined
}
const odd = (code: string) => ({ isClientSafe: true, error: code, message: `[${code}]`, errorType: 'Meteor.Error' })
const NOT_LOGGED_IN = odd('You are not logged in.')
const SIGN_IN = refusal(401, 'Please sign in first.')

describe('getNewToken', () => {
  it('gives another token with the same expiry, and binds the connection to it', async () => {
    const person = await somebody()
    clock.set(clock.now() + DAY)
    const renewed = await person.wire.call<LoggedIn>('getNewToken')
    expect(renewed).toEqual({ id: person.id, token: expect.stringMatching(/^[\w-]{43}$/), tokenExpires: person.tokenExpires })
    expect(renewed.token).not.toBe(person.token)
    expect([await resumes(person.token), await resumes(renewed.token)]).toEqual([true, true])
    await person.wire.call('removeOtherTokens')
    expect([await resumes(person.token), await resumes(renewed.token)]).toEqual([false, true])
  })

  it('has the protocol’s own errors', async () => {
    expect(await visitor.refusal('getNewToken')).toEqual(NOT_LOGGED_IN)
    const person = await somebody()
    await world.app.database.pool.query('DELETE FROM login_tokens WHERE user_id = $1', [person.id])
    expect(await person.wire.refusal('getNewToken')).toEqual(odd('Invalid login token'))
  })
})

describe('removeOtherTokens', () => {
  it('closes every other connection of the user and no other user’s', async () => {
    const [person, bystander] = [await somebody(), await somebody()]
    const others = [await second(person), await second(person)]
    expect(await person.wire.call('removeOtherTokens')).toBe(null)
    await Promise.all(others.map(({ wire }) => wire.closed))
    for (const { token } of others) expect(await resumes(token)).toBe(false)
    expect(await sessions(person.wire)).toMatchObject([{ current: true }])
    expect(await sessions(bystander.wire)).toHaveLength(1)
    expect(await visitor.refusal('removeOtherTokens')).toEqual(NOT_LOGGED_IN)
  })
})

describe('logoutOtherClients', () => {
  it('gives a new token at once, and ends the old ones after ten seconds', async () => {
    const person = await somebody()
    const other = await second(person)
    const fresh = await person.wire.call<LoggedIn>('logoutOtherClients')
    expect(fresh).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), tokenExpires: expect.any(Date) })
    clock.set(clock.now() + 8000)
    expect([await resumes(person.token), await resumes(other.token), await resumes(fresh.token)]).toEqual([true, true, true])
    expect(await other.wire.refusal('getNewToken')).toEqual(odd('Invalid login token'))
    clock.set(clock.now() + 2000)
    await Promise.all([person.wire.closed, other.wire.closed])
    expect([await resumes(person.token), await resumes(other.token), await resumes(fresh.token)]).toEqual([false, false, true])
    expect(await visitor.refusal('logoutOtherClients')).toEqual(NOT_LOGGED_IN)
  })

  it('ends them also when the server was away at that moment', async () => {
    const person = await somebody()
    const { token } = await person.wire.call<LoggedIn>('logoutOtherClients')
    await world.restart()
    clock.set(clock.now() + 10_000)
    expect([await resumes(person.token), await resumes(token)]).toEqual([false, true])
  })
})

describe('account.sessions and account.endSession', () => {
  it('lists one’s own, those used last first, with device and times', async () => {
    const person = await somebody()
    clock.set(clock.now() + 60_000)
    const phone = await second(person, { 'user-agent': FIREFOX })
    const listed = await sessions(phone.wire)
    expect(listed).toMatchObject([
      { device: 'Firefox on Android', current: true },
      { device: 'Another program', current: false },
    ])
    expect(listed[0]!.createdAt.getTime() - listed[1]!.createdAt.getTime()).toBeGreaterThanOrEqual(60_000)
    expect(JSON.stringify(listed)).not.toContain(phone.token)
    expect(await visitor.refusal('account.sessions', {})).toEqual(SIGN_IN)
  })

  it('ends one of one’s own: its connections are closed', async () => {
    const person = await somebody()
    const other = await second(person)
    const { sessionId } = (await sessions(person.wire)).find(({ current }) => !current)!
    expect(await person.wire.call('account.endSession', { sessionId })).toEqual({})
    await other.wire.closed
    expect([await resumes(other.token), await resumes(person.token)]).toEqual([false, true])
    expect(await person.wire.refusal('account.endSession', { sessionId })).toEqual(refusal(404, 'There is no such session.'))
  })

  it('refuses somebody else’s and unknown ones alike', async () => {
    const [person, other] = [await somebody(), await somebody()]
    const [{ sessionId }] = (await sessions(other.wire)) as [Session]
    for (const id of [sessionId, uuidv7()])
      expect(await person.wire.refusal('account.endSession', { sessionId: id })).toEqual(refusal(404, 'There is no such session.'))
    expect(await visitor.refusal('account.endSession', { sessionId })).toEqual(SIGN_IN)
    expect(await sessions(other.wire)).toHaveLength(1)
  })
})

describe('time', () => {
  it('closes the connection of a session that expires, and sweeps its token', async () => {
    const [person, lasting] = [await somebody(), await somebody()]
    await lasting.wire.kill()
    clock.set(person.tokenExpires.getTime() - DAY)
    // If a sweep were still running when the clock moves again, it would use
    // the earlier time, and the next one would be due ten minutes later.
    await world.app.features.accounts.sweep()
    const fresh = await second(lasting)
    clock.set(person.tokenExpires.getTime() + 600_000)
    await person.wire.closed
    const { rows } = await world.app.database.pool.query('SELECT 1 FROM login_tokens WHERE user_id = $1', [person.id])
    expect(rows).toEqual([])
    expect(await resumes(fresh.token)).toBe(true)
  })

  it('sweeps links and downloads that nobody used', async () => {
    const person = await signUp(world, 'Sweeper', { email: 'sweeper@example.com' })
    await visitor.call('forgotPassword', { email: 'sweeper@example.com' })
    await world.mails()
    await person.wire.call('account.export', {})
    const left = async () => {
      const { rows } = await world.app.database.pool.query(
        'SELECT 1 FROM password_tokens WHERE user_id = $1 UNION ALL SELECT 1 FROM export_tokens WHERE user_id = $1',
        [person.id],
      )
      return rows.length
    }
    expect(await left()).toBe(2)
    const old = await somebody()
    await world.app.database.pool.query(`UPDATE login_tokens SET issued_at = '2020-01-01' WHERE user_id = $1`, [old.id])
    clock.set(clock.now() + 4 * DAY)
    await old.wire.closed
    expect(await left()).toBe(0)
  })

  it('notes when a session was used, of open connections too', async () => {
    const person = await somebody()
    const [before] = (await sessions(person.wire)) as [Session]
    clock.set(clock.now() + 3_600_000)
    const [after] = (await sessions(person.wire)) as [Session]
    expect(after.lastSeenAt.getTime() - before.lastSeenAt.getTime()).toBeGreaterThanOrEqual(3_600_000)
  })
})

describe('other calls of the protocol', () => {
  it('refuses to configure login services and to insert, update and remove users, for everybody, in Meteor’s words', async () => {
    const person = await somebody()
    for (const wire of [visitor, person.wire]) {
      expect(await wire.refusal('configureLoginService', { service: 'x', clientId: 'y', secret: 'z' })).toEqual(
        refusal(403, 'Access denied'),
      )
      expect(await wire.refusal('/users/update', { _id: person.id }, { $set: { 'profile.name': 'x' } }, {})).toEqual(
        refusal(403, 'Access denied'),
      )
      for (const method of ['insert', 'remove'])
        for (const params of [[{ _id: person.id }], [person.id], [{}], []])
          expect(await wire.refusal(`/users/${method}`, ...params)).toEqual(
            refusal(403, `Access denied. No allow validators set on restricted collection for method '${method}'.`),
          )
    }
    expect((await logIn(await Wire.open(world.endpoint), person.username)).id).toBe(person.id)
  })

  it('is ready with the configuration of login services, which holds no secret', async () => {
    expect((await visitor.subscribe('meteor.loginServiceConfiguration')).error).toBe(null)
    expect(visitor.documents('meteor_accounts_loginServiceConfiguration').size).toBe(0)
    world.app.features.accounts.configureLoginService('club', { clientId: 'c', secret: 'hidden' })
    const collection = 'meteor_accounts_loginServiceConfiguration'
    await visitor.until(() => visitor.documents(collection).size > 0)
    expect([...visitor.documents(collection)]).toEqual([['club', { service: 'club', clientId: 'c' }]])
  })
})

it('keeps sessions, and what belongs to them, through a restart', async () => {
  const person = await somebody()
  const phone = await second(person, { 'user-agent': FIREFOX })
  await world.restart()
  const again = await Wire.open(world.endpoint)
  expect(await again.call('login', { resume: person.token })).toMatchObject({ id: person.id, type: 'resume' })
  expect((await sessions(again)).map(({ device }) => device).sort()).toEqual(['Another program', 'Firefox on Android'])
  expect(await again.call('changePassword', digestOf(PASSWORD), digestOf('multiball at midnight'))).toEqual({ passwordChanged: true })
  expect(await resumes(phone.token)).toBe(false)
})
