import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DdpTestClient, meteorError } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, logIn, PASSWORD, signUp } from '../helpers/users.ts'

let testApp: TestApp
let client: DdpTestClient

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  await signUp(testApp, 'Ada', { email: 'Ada@example.com', profile: { name: 'Ada L' } })
  client = await DdpTestClient.open(testApp.endpoint)
})
afterAll(() => testApp.close())

/** Returns the error as JSON text, as a client receives it. */
const refusedBy = async (method: string, ...params: unknown[]): Promise<string> =>
  JSON.stringify(await client.expectError(method, ...params))
const refusal = (error: string | number, reason: string, details?: string): string => JSON.stringify(meteorError(error, reason, details))
const MATCH_FAILED = refusal(400, 'Match failed')
const CREDENTIALS = refusal(403, 'Something went wrong. Please check your credentials.')

describe('createUser', () => {
  it('logs in as the new user, with the keys of the answer in their order', async () => {
    const ownClient = await DdpTestClient.open(testApp.endpoint)
    const id = ownClient.sendCall('createUser', [{ username: 'Order', password: digestPassword(PASSWORD) }])
    await ownClient.waitForOutcome(id)
    const frame = ownClient.frames.find(text => text.startsWith(`{"msg":"result","id":"${id}"`))!
    expect(frame).toMatch(
      /^\{"msg":"result","id":"m1","result":\{"id":"[0-9a-f-]{36}","token":"[\w-]{43}","tokenExpires":\{"\$date":\d+\},"type":"password"\}\}$/,
    )
    expect([...ownClient.documents('users').values()]).toEqual([{ username: 'Order' }])
  })

  it('leaves emails and profile out of the own document until they are set', async () => {
    const ownClient = await DdpTestClient.open(testApp.endpoint)
    const { id } = await ownClient.call<{ id: string }>('createUser', {
      username: 'Unset',
      password: digestPassword(PASSWORD),
      profile: {},
    })
    expect(ownClient.documents('users').get(id)).toEqual({ username: 'Unset' })
    await ownClient.call('players.edit', { displayName: 'Set' })
    await ownClient.waitUntil(() => ownClient.documents('users').get(id)?.profile !== undefined)
    expect(ownClient.documents('users').get(id)).toEqual({ username: 'Unset', profile: { name: 'Set' } })
    const other = await DdpTestClient.open(testApp.endpoint)
    const { id: otherId } = await other.call<{ id: string }>('createUser', {
      email: 'unset@example.com',
      username: 'E',
      password: digestPassword(PASSWORD),
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
    ['a password with unknown keys', { username: 'New', password: { ...digestPassword('x'), srp: 1 } }, MATCH_FAILED],
    ['a name that is not text', { username: 7, password: digestPassword(PASSWORD) }, MATCH_FAILED],
    ['neither name nor e-mail', { password: digestPassword(PASSWORD) }, refusal(400, 'Need to set a username or email')],
    ['a blank name', { username: '  ', password: digestPassword(PASSWORD) }, refusal(400, 'Need to set a username or email')],
    ['a taken name', { username: 'Ada', password: digestPassword(PASSWORD) }, refusal(403, 'Username already exists.')],
    ['a taken name in other case', { username: 'aDA', password: digestPassword(PASSWORD) }, refusal(403, 'Username already exists.')],
    ['a taken e-mail', { email: 'Ada@example.com', password: digestPassword(PASSWORD) }, CREDENTIALS],
    ['a taken e-mail in other case', { username: 'New', email: 'ADA@EXAMPLE.COM', password: digestPassword(PASSWORD) }, CREDENTIALS],
    ['a short plain password', { username: 'New', password: 'short' }, refusal(403, 'Passwords need at least 8 characters.')],
    [
      'an address that is none',
      { email: 'nowhere', password: digestPassword(PASSWORD) },
      refusal(403, 'User validation failed', 'That does not look like an e-mail address.'),
    ],
    [
      'a name too long',
      { username: 'x'.repeat(41), password: digestPassword(PASSWORD) },
      refusal(403, 'User validation failed', 'A user name has 1 to 40 characters.'),
    ],
  ])('refuses %s', async (_, options, error) => {
    expect(await refusedBy('createUser', ...(options === undefined ? [] : [options]))).toBe(error)
    expect(client.documents('users').size).toBe(0)
  })

  it('lets exactly one of many win who want a name at the same moment', async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, () => DdpTestClient.open(testApp.endpoint)))
    const spellings = ['Race', 'race', 'RACE', 'Race', 'race', 'RACE']
    const answers = await Promise.all(
      clients.map((each, i) => each.tryCall('createUser', { username: spellings[i], password: digestPassword(PASSWORD) })),
    )
    const refusals = answers.flatMap(({ error }) => (error === undefined ? [] : [JSON.stringify(error)]))
    expect(refusals).toEqual(Array(5).fill(refusal(403, 'Username already exists.')))
    const { rows } = await testApp.app.database.pool.query(`SELECT count(*) AS n FROM users WHERE username_key = 'race'`)
    expect(rows).toEqual([{ n: 1 }])
    await Promise.all(clients.map(each => each.close()))
  })

  it('is closed to everybody where the operator says so', async () => {
    const closed = await createTestApp({ config: { signUps: 'closed' } })
    const visitor = await DdpTestClient.open(closed.endpoint)
    expect(JSON.stringify(await visitor.expectError('createUser', { username: 'New', password: digestPassword(PASSWORD) }))).toBe(
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
    const ownClient = await DdpTestClient.open(testApp.endpoint)
    const hashed = await ownClient.call<{ id: string; type: string }>('login', { user, password: digestPassword(PASSWORD) })
    const plain = await ownClient.call<{ id: string; type: string }>('login', { user, password: PASSWORD })
    expect(hashed.type).toBe('password')
    expect(plain.id).toBe(hashed.id)
    await ownClient.close()
  })

  it('takes an id', async () => {
    const ownClient = await DdpTestClient.open(testApp.endpoint)
    const { id } = await logIn(ownClient, 'Ada')
    expect(await ownClient.call('login', { user: { id }, password: digestPassword(PASSWORD) })).toMatchObject({ id })
    await ownClient.close()
  })

  it.each<[what: string, options: unknown, error: string]>([
    ['nothing', undefined, MATCH_FAILED],
    ['null', null, MATCH_FAILED],
    ['text', 'Ada', MATCH_FAILED],
    ['a list', [{ user: { username: 'Ada' } }], MATCH_FAILED],
    ['an empty object', {}, refusal(400, 'Unrecognized options for login request')],
    ['an empty password', { user: { username: 'Ada' }, password: '' }, refusal(400, 'Unrecognized options for login request')],
    ['an empty token', { resume: '' }, refusal(400, 'Unrecognized options for login request')],
    ['two selectors', { user: { username: 'Ada', email: 'Ada@example.com' }, password: digestPassword(PASSWORD) }, MATCH_FAILED],
    ['no selector', { user: {}, password: digestPassword(PASSWORD) }, MATCH_FAILED],
    ['an empty name', { user: { username: '' }, password: digestPassword(PASSWORD) }, MATCH_FAILED],
    ['a query for a name', { user: { username: { $gt: '' } }, password: digestPassword(PASSWORD) }, MATCH_FAILED],
    ['a query for a password', { user: { username: 'Ada' }, password: { $gt: '' } }, MATCH_FAILED],
    ['a token that is not text', { resume: 5 }, MATCH_FAILED],
    ['an unknown token', { resume: 'x'.repeat(43) }, refusal(403, "You've been logged out by the server. Please log in again.")],
    [
      'another algorithm',
      { user: { username: 'Ada' }, password: { digest: 'ab', algorithm: 'md5' } },
      refusal(500, 'Internal server error'),
    ],
    ['a wrong digest', { user: { username: 'Ada' }, password: digestPassword('wrong') }, CREDENTIALS],
    ['a wrong plain password', { user: { email: 'Ada@example.com' }, password: 'wrong' }, CREDENTIALS],
    ['an unknown name', { user: { username: 'Nobody' }, password: digestPassword(PASSWORD) }, CREDENTIALS],
    ['an unknown id', { user: { id: 'nobody' }, password: digestPassword(PASSWORD) }, CREDENTIALS],
  ])('refuses %s', async (_, options, error) => {
    expect(await refusedBy('login', ...(options === undefined ? [] : [options]))).toBe(error)
  })

  it('switches the user of a connection', async () => {
    const { client: ownClient } = await signUp(testApp, 'First')
    await signUp(testApp, 'Second')
    await logIn(ownClient, 'Second')
    expect([...ownClient.documents('users').values()].map(({ username }) => username)).toEqual(['Second'])
  })
})

describe('logout', () => {
  it('answers nothing and takes the own document away before that', async () => {
    const { client: ownClient, id } = await signUp(testApp, 'Leaver')
    const call = ownClient.sendCall('logout', [])
    await ownClient.waitForOutcome(call)
    expect(ownClient.frames.slice(-3)).toEqual([
      `{"msg":"removed","collection":"users","id":"${id}"}`,
      `{"msg":"updated","methods":["${call}"]}`,
      `{"msg":"result","id":"${call}"}`,
    ])
  })

  it('is no error for a visitor', async () => {
    expect(await client.call('logout')).toBe(null)
  })
})
