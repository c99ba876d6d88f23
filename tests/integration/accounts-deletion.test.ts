import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needlesIn } from '../security/needles.ts'
import { holdFeed } from './held-feed.ts'
import { digestOf, logIn, PASSWORD, type SignedUp, signUp } from './people.ts'
import { type SettableClock, settableClock } from './settable-clock.ts'
import { dumpTables } from './tables.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

const MINUTE = 60_000

let world: World
let clock: SettableClock
let visitor: Wire
let people = 0

beforeAll(async () => {
  clock = settableClock()
  world = await createWorld({ config: { rateLimits: 'off' }, clock })
  visitor = await Wire.open(world.endpoint)
})
afterAll(() => world.close())

const somebody = async (): Promise<SignedUp & { email: string }> => {
  const username = `leaver-${++people}`
  const email = `${username}@example.com`
  return { ...(await signUp(world, username, { email, profile: { name: `Lee ${username}` } })), email }
}
const CREDENTIALS = { error: 403, reason: 'Something went wrong. Please check your credentials.' }
const SIGN_IN = { error: 401, reason: 'Please sign in first.' }
const remove = (wire: Wire, password: unknown = digestOf(PASSWORD)) => wire.attempt('account.delete', { password, eraseScores: true })
const traces = async (of: string) =>
  [...(await dumpTables(world)).split('\n'), ...(await world.mails()).map(mail => JSON.stringify(mail))].filter(text =>
    text.toLowerCase().includes(of),
  )

describe('account.export', () => {
  it('offers a zip with all that is kept, and no secret, for a quarter of an hour', async () => {
    const person = await somebody()
    await person.wire.call('players.edit', { bio: 'Nudges gently.' })
    const { url, expiresAt } = await person.wire.call<{ url: string; expiresAt: Date }>('account.export', {})
    expect(Math.abs(expiresAt.getTime() - clock.now() - 15 * MINUTE)).toBeLessThan(MINUTE)
    const response = await fetch(`${world.http}${url}`)
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
      sessions: [{ device: 'Another program' }],
    })
    expect(JSON.parse(strFromU8(files['profile.json']!))).toMatchObject({ bio: 'Nudges gently.' })
    const everything = Object.values(files)
      .map(file => strFromU8(file))
      .join('\n')
    expect(needlesIn(everything, [person.token, '$argon2id', digestOf(PASSWORD).digest, 'hashedToken', 'hashed_token'])).toEqual([])
    clock.set(expiresAt.getTime())
    expect((await fetch(`${world.http}${url}`)).status).toBe(404)
  })

  it('is gone with the account, and was never at another address', async () => {
    const person = await somebody()
    const { url } = await person.wire.call<{ url: string }>('account.export', {})
    await remove(person.wire)
    for (const path of [url, '/exports/', '/exports/x', `/exports/${'x'.repeat(2000)}`, '/exports/%E0%A4%A', '/exports/%00'])
      expect([path, (await fetch(`${world.http}${path}`)).status]).toEqual([path, 404])
    expect(await visitor.refusal('account.export', {})).toMatchObject(SIGN_IN)
  })
})

describe('account.delete', () => {
  it('answers the caller, who is a visitor then, and closes all connections: the caller’s after its answer', async () => {
    const person = await somebody()
    const other = await Wire.open(world.endpoint)
    const { token } = await logIn(other, person.username)
    expect(await remove(person.wire)).toEqual({ result: {} })
    expect(person.wire.documents('users').size).toBe(0)
    await other.closed
    expect(await person.wire.closed).toBe(1000)
    expect(JSON.parse(person.wire.frames.at(-1)!)).toMatchObject({ msg: 'result', result: {} })
    for (const resume of [token, person.token]) expect(await visitor.refusal('login', { resume })).toMatchObject({ error: 403 })
    for (const user of [{ username: person.username }, { email: person.email }, { id: person.id }])
      expect(await visitor.refusal('login', { user, password: digestOf(PASSWORD) })).toMatchObject(CREDENTIALS)
  })

  it('wants the password, also with the account’s own session, and changes nothing without it', async () => {
    const person = await somebody()
    expect((await remove(person.wire, digestOf('wrong'))).error).toMatchObject(CREDENTIALS)
    expect((await remove(person.wire, 'wrong')).error).toMatchObject(CREDENTIALS)
    expect((await remove(person.wire, null)).error).toMatchObject({ error: 400, details: [{ path: 'password' }] })
    expect(await person.wire.refusal('account.delete', { password: digestOf(PASSWORD) })).toMatchObject({ error: 400 })
    expect(await visitor.refusal('account.delete', { password: digestOf(PASSWORD), eraseScores: true })).toMatchObject(SIGN_IN)
    expect((await logIn(visitor, person.username)).id).toBe(person.id)
    await visitor.call('logout')
  })

  it('leaves neither name nor address in the database or the outbox, of links that wait neither', async () => {
    const person = await somebody()
    await visitor.call('forgotPassword', { email: person.email })
    await person.wire.call('account.setEmail', { email: `second-${person.email}`, password: digestOf(PASSWORD) })
    await world.mails()
    expect(await traces(person.username)).not.toEqual([])
    await visitor.call('forgotPassword', { email: person.email })
    await person.wire.call('account.sendVerification', {})
    await remove(person.wire)
    expect(await traces(person.username)).toEqual([])
  })

  it('leaves nothing of a mail either that is about to be written', async () => {
    const person = await somebody()
    await world.mails()
    const feed = await holdFeed(world)
    const removed = remove(person.wire)
    await feed.waiting(1)
    await visitor.call('forgotPassword', { email: person.email })
    await feed.waiting(2)
    await feed.release()
    expect(await removed).toEqual({ result: {} })
    expect(await traces(person.username)).toEqual([])
  })

  it('frees name and address for somebody new, who has nothing of it', async () => {
    const person = await somebody()
    await remove(person.wire)
    const next = await signUp(world, person.username, { email: person.email })
    expect(next.id).not.toBe(person.id)
    expect(await next.wire.call('account.sessions', {})).toHaveLength(1)
  })

  it.each<[how: string, options: (person: SignedUp) => object]>([
    ['by its password', ({ username }) => ({ user: { username }, password: digestOf(PASSWORD) })],
    ['by its token', ({ token }) => ({ resume: token })],
  ])('lets nobody stay who logs in %s while it is about to be committed', async (_, options) => {
    const person = await somebody()
    const late = await Wire.open(world.endpoint)
    const feed = await holdFeed(world)
    const removed = remove(person.wire)
    await feed.waiting(1)
    const attempted = late.attempt('login', options(person)).catch(() => null)
    await Promise.race([feed.waiting(2), attempted])
    await feed.release()
    expect(await removed).toEqual({ result: {} })
    const answer = await attempted
    if (answer?.error === undefined) await late.closed
    else expect(answer.error).toMatchObject({ error: 403 })
    const { rows } = await world.app.database.pool.query('SELECT 1 FROM login_tokens WHERE user_id = $1', [person.id])
    expect(rows).toEqual([])
  })
})
