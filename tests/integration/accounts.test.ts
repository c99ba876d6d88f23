import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestOf, logIn, PASSWORD, signUp } from './people.ts'
import { Wire, wireError } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World
let wire: Wire

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  await signUp(world, 'Ada', { email: 'Ada@example.com', profile: { name: 'Ada L' } })
  wire = await Wire.open(world.endpoint)
})
afterAll(() => world.close())

/** Returns the error as JSON text, as a client receives it. */
const refusedBy = async (method: string, ...params: unknown[]): Promise<string> => JSON.stringify(await wire.refusal(method, ...params))
const refusal = (error: string | number, reason: string, details?: string): string => JSON.stringify(wireError(error, reason, details))
const MATCH_FAILED = refusal(400, 'Match failed')
const CREDENTIALS = refusal(403, 'Something went wrong. Please check your credentials.')

describe('createUser', () => {
  it('logs in as the new user, with the keys of the answer in their order', async () => {
    const mine = await Wire.open(world.endpoint)
    const id = mine.sendCall('createUser', [{ username: 'Order', password: digestOf(PASSWORD) }])
    await mine.answer(id)
    const frame = mine.frames.find(text => text.startsWith(`{"msg":"result","id":"${id}"`))!
    expect(frame).toMatch(
      /^\{"msg":"result","id":"m1","result":\{"id":"[0-9a-f-]{36}","token":"[\w-]{43}","tokenExpires":\{"\$date":\d+\},"type":"password"\}\}$/,
    )
    expect([...mine.documents('users').values()]).toEqual([{ username: 'Order' }])
  })

  it('leaves emails and profile out of the own document until they are set', async () => {
    const mine = await Wire.open(world.endpoint)
    const { id } = await mine.call<{ id: string }>('createUser', { username: 'Unset', password: digestOf(PASSWORD), profile: {} })
    expect(mine.documents('users').get(id)).toEqual({ username: 'Unset' })
    await mine.call('players.edit', { displayName: 'Set' })
    await mine.until(() => mine.documents('users').get(id)?.profile !== undefined)
    expect(mine.documents('users').get(id)).toEqual({ username: 'Unset', profile: { name: 'Set' } })
    const other = await Wire.open(world.endpoint)
    const { id: otherId } = await other.call<{ id: string }>('createUser', {
      email: 'unset@example.com',
      username: 'E',
      password: digestOf(PASSWORD),
    })
    expect(other.documents('users').get(otherId)).toEqual({ username: 'E', emails: [{ address: 'unset@example.com', verified: false }] })
  })

  it.each<[what: string, options: unknown, error: string]>([
    ['nothing', undefined, MATCH_FAILED],
    ['a list', [], MATCH_FAILED],
    ['no password', { username: 'New' }, MATCH_FAILED],
    [
      'a digest of another algorithm',
      { username: 'New', password: { digest: 'ab', algorithm: 'md5' } },
      refusal(500, 'Internal server error'),
    ],
    ['a digest that is none', { username: 'New', password: { digest: 'ab', algorithm: 'sha-256' } }, MATCH_FAILED],
    ['a password with unknown keys', { username: 'New', password: { ...digestOf('x'), srp: 1 } }, MATCH_FAILED],
    ['a name that is not text', { username: 7, password: digestOf(PASSWORD) }, MATCH_FAILED],
    ['neither name nor e-mail', { password: digestOf(PASSWORD) }, refusal(400, 'Need to set a username or email')],
    ['a blank name', { username: '  ', password: digestOf(PASSWORD) }, refusal(400, 'Need to set a username or email')],
    ['a taken name', { username: 'Ada', password: digestOf(PASSWORD) }, refusal(403, 'Username already exists.')],
    ['a taken name in other case', { username: 'aDA', password: digestOf(PASSWORD) }, refusal(403, 'Username already exists.')],
    ['a taken e-mail', { email: 'Ada@example.com', password: digestOf(PASSWORD) }, CREDENTIALS],
    ['a taken e-mail in other case', { username: 'New', email: 'ADA@EXAMPLE.COM', password: digestOf(PASSWORD) }, CREDENTIALS],
    ['a short plain password', { username: 'New', password: 'short' }, refusal(403, 'Passwords need at least 8 characters.')],
    [
      'an address that is none',
      { email: 'nowhere', password: digestOf(PASSWORD) },
      refusal(403, 'User validation failed', 'That does not look like an e-mail address.'),
    ],
    [
      'a name too long',
      { username: 'x'.repeat(41), password: digestOf(PASSWORD) },
      refusal(403, 'User validation failed', 'A user name has 1 to 40 characters.'),
    ],
  ])('refuses %s', async (_, options, error) => {
    expect(await refusedBy('createUser', ...(options === undefined ? [] : [options]))).toBe(error)
    expect(wire.documents('users').size).toBe(0)
  })

  it('lets exactly one of many win who want a name at the same moment', async () => {
    const wires = await Promise.all(Array.from({ length: 6 }, () => Wire.open(world.endpoint)))
    const spellings = ['Race', 'race', 'RACE', 'Race', 'race', 'RACE']
    const answers = await Promise.all(
      wires.map((each, i) => each.attempt('createUser', { username: spellings[i], password: digestOf(PASSWORD) })),
    )
    const refusals = answers.flatMap(({ error }) => (error === undefined ? [] : [JSON.stringify(error)]))
    expect(refusals).toEqual(Array(5).fill(refusal(403, 'Username already exists.')))
    const { rows } = await world.app.database.pool.query(`SELECT count(*) AS n FROM users WHERE username_key = 'race'`)
    expect(rows).toEqual([{ n: 1 }])
    await Promise.all(wires.map(each => each.close()))
  })

  it('is closed to everybody where the operator says so', async () => {
    const closed = await createWorld({ config: { signUps: 'closed' } })
    const visitor = await Wire.open(closed.endpoint)
    expect(JSON.stringify(await visitor.refusal('createUser', { username: 'New', password: digestOf(PASSWORD) }))).toBe(
      refusal(403, 'Signups forbidden'),
    )
    await closed.close()
  })
})

describe('login', () => {
  it.each<[how: string, user: object]>([
    ['username', { username: 'Ada' }],
    ['username in other case', { username: 'ada' }],
    ['e-mail', { email: 'Ada@example.com' }],
    ['e-mail in other case', { email: 'ada@EXAMPLE.com' }],
  ])('takes a %s, with a digest or the plain password', async (_, user) => {
    const mine = await Wire.open(world.endpoint)
    const hashed = await mine.call<{ id: string; type: string }>('login', { user, password: digestOf(PASSWORD) })
    const plain = await mine.call<{ id: string; type: string }>('login', { user, password: PASSWORD })
    expect(hashed.type).toBe('password')
    expect(plain.id).toBe(hashed.id)
    await mine.close()
  })

  it('takes an id', async () => {
    const mine = await Wire.open(world.endpoint)
    const { id } = await logIn(mine, 'Ada')
    expect(await mine.call('login', { user: { id }, password: digestOf(PASSWORD) })).toMatchObject({ id })
    await mine.close()
  })

  it.each<[what: string, options: unknown, error: string]>([
    ['nothing', undefined, MATCH_FAILED],
    ['null', null, MATCH_FAILED],
    ['text', 'Ada', MATCH_FAILED],
    ['a list', [{ user: { username: 'Ada' } }], MATCH_FAILED],
    ['an empty object', {}, refusal(400, 'Unrecognized options for login request')],
    ['an empty password', { user: { username: 'Ada' }, password: '' }, refusal(400, 'Unrecognized options for login request')],
    ['an empty token', { resume: '' }, refusal(400, 'Unrecognized options for login request')],
    ['two selectors', { user: { username: 'Ada', email: 'Ada@example.com' }, password: digestOf(PASSWORD) }, MATCH_FAILED],
    ['no selector', { user: {}, password: digestOf(PASSWORD) }, MATCH_FAILED],
    ['an empty name', { user: { username: '' }, password: digestOf(PASSWORD) }, MATCH_FAILED],
    ['a query for a name', { user: { username: { $gt: '' } }, password: digestOf(PASSWORD) }, MATCH_FAILED],
    ['a query for a password', { user: { username: 'Ada' }, password: { $gt: '' } }, MATCH_FAILED],
    ['a token that is not text', { resume: 5 }, MATCH_FAILED],
    ['an unknown token', { resume: 'x'.repeat(43) }, refusal(403, "You've been logged out by the server. Please log in again.")],
    [
      'another algorithm',
      { user: { username: 'Ada' }, password: { digest: 'ab', algorithm: 'md5' } },
      refusal(500, 'Internal server error'),
    ],
    ['a wrong digest', { user: { username: 'Ada' }, password: digestOf('wrong') }, CREDENTIALS],
    ['a wrong plain password', { user: { email: 'Ada@example.com' }, password: 'wrong' }, CREDENTIALS],
    ['an unknown name', { user: { username: 'Nobody' }, password: digestOf(PASSWORD) }, CREDENTIALS],
    ['an unknown id', { user: { id: 'nobody' }, password: digestOf(PASSWORD) }, CREDENTIALS],
  ])('refuses %s', async (_, options, error) => {
    expect(await refusedBy('login', ...(options === undefined ? [] : [options]))).toBe(error)
  })

  it('switches the user of a connection', async () => {
    const { wire: mine } = await signUp(world, 'First')
    await signUp(world, 'Second')
    await logIn(mine, 'Second')
    expect([...mine.documents('users').values()].map(({ username }) => username)).toEqual(['Second'])
  })
})

describe('logout', () => {
  it('answers nothing and takes the own document away before that', async () => {
    const { wire: mine, id } = await signUp(world, 'Leaver')
    const call = mine.sendCall('logout', [])
    await mine.answer(call)
    expect(mine.frames.slice(-3)).toEqual([
      `{"msg":"removed","collection":"users","id":"${id}"}`,
      `{"msg":"updated","methods":["${call}"]}`,
      `{"msg":"result","id":"${call}"}`,
    ])
  })

  it('is no error for a visitor', async () => {
    expect(await wire.call('logout')).toBe(null)
  })
})
