import { createHash } from 'node:crypto'
import { dictionary } from '@zxcvbn-ts/language-common'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { argonHash, verify } from '#accounts/server/passwords/argon.ts'
import { importLegacyUsers } from '#accounts/server/passwords/legacy-import.ts'
import { countRows } from '../helpers/db.ts'
import { DdpTestClient, type MeteorError } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, logIn, makeAdmin, PASSWORD, signUp } from '../helpers/users.ts'

vi.mock('#accounts/server/passwords/argon.ts', async importOriginal => {
  const real = await importOriginal<typeof import('#accounts/server/passwords/argon.ts')>()
  return { ...real, argonHash: vi.fn(real.argonHash), verify: vi.fn(real.verify) }
})
const work = (): number => vi.mocked(argonHash).mock.calls.length + vi.mocked(verify).mock.calls.length

const CREDENTIALS = 'Something went wrong. Please check your credentials.'
const LIMIT = 'too-many-requests'

describe('[A1] password rules', () => {
  let testApp: TestApp
  let client: DdpTestClient
  let people = 0

  beforeAll(async () => {
    testApp = await createTestApp({ config: { rateLimits: 'off' } })
    client = await DdpTestClient.open(testApp.endpoint)
  })
  beforeEach(() => void vi.clearAllMocks())
  afterAll(() => testApp.close())

  const signUpWith = async (password: unknown): Promise<MeteorError | null> =>
    (await client.tryCall('createUser', { username: `Player ${++people}`, password })).error ?? null

  it.each([
    ['eight letters', 'quimbely'],
    ['128', `multiball ${'x'.repeat(118)}`],
    ['1,000', `multiball ${'x'.repeat(990)}`],
    ['any script', 'Kugelblitz ⚡ フリッパー 🎱'],
    ['spaces at its ends', '  nudge  '],
    ['a NUL', 'multi\u0000ball'],
    ['letters that have two spellings', 'cafe\u0301 noir'],
  ])('takes a password of %s as it is, plain and as a digest', async (_, password) => {
    const name = `Player ${people + 1}`
    expect(await signUpWith(password)).toBe(null)
    expect((await logIn(client, name, password)).type).toBe('password')
    expect(await client.call('login', { user: { username: name }, password })).toMatchObject({ type: 'password' })
    expect(await client.expectError('login', { user: { username: name }, password: `x${password.slice(1)}` })).toMatchObject({ error: 403 })
    expect(
      await client.expectError('login', { user: { username: name }, password: password.normalize('NFKC').trim().toUpperCase() }),
    ).toMatchObject({
      error: 403,
    })
  })

  it('refuses what is too short or too long without working for it', async () => {
    expect(await signUpWith('seven77')).toMatchObject({ error: 403, reason: 'Passwords need at least 8 characters.' })
    expect(await signUpWith('🎱🎱🎱🎱')).toMatchObject({ error: 403 })
    for (const password of [
      'x'.repeat(1001),
      { digest: 'a'.repeat(1001), algorithm: 'sha-256' },
      { digest: 'A'.repeat(64), algorithm: 'sha-256' },
    ])
      expect(await signUpWith(password)).toMatchObject({ error: 400, reason: 'Match failed' })
    expect(work()).toBe(0)
  })

  it('refuses the digest of every one of the 3,000 commonest passwords', async () => {
    const before = await countRows(testApp)
    const common = (dictionary['passwords-common'] as string[]).slice(0, 3000)
    const refusals = new Map<string, number>()
    for (const password of common) {
      const error = await signUpWith(digestPassword(password))
      const what = JSON.stringify(error)
      refusals.set(what, (refusals.get(what) ?? 0) + 1)
    }
    expect([...refusals]).toEqual([
      [
        '{"isClientSafe":true,"error":403,"reason":"This password is too common.","message":"This password is too common. [403]","errorType":"Meteor.Error"}',
        3000,
      ],
    ])
    expect(work()).toBe(0)
    expect(await countRows(testApp)).toEqual(before)
  })
})

describe('[A2] brute force', () => {
  let testApp: TestApp

  beforeEach(async () => {
    testApp = await createTestApp({ config: { forwardedCount: 1 } })
  })
  afterEach(() => testApp.close())

  const from = (address: string) => DdpTestClient.open(testApp.endpoint, { 'x-forwarded-for': address })
  /**
   * Tries one wrong password after the other, five per connection, as the protocol's limit allows.
   * @returns how often each error was received
   */
  async function guess(
    getAddress: (i: number) => string,
    getUser: (i: number) => object,
    count: number,
  ): Promise<Map<string | number, number>> {
    vi.clearAllMocks()
    const answerCounts = new Map<string | number, number>()
    let client: DdpTestClient | null = null
    for (let i = 0; i < count; i++) {
      if (i % 5 === 0 || getAddress(i) !== getAddress(i - 1)) {
        await client?.close()
        client = await from(getAddress(i))
      }
      const { error, details } = await client!.expectError('login', { user: getUser(i), password: digestPassword(`guess ${i}`) })
      if (error === LIMIT) expect(details!.timeToReset).toBeGreaterThan(0)
      answerCounts.set(error, (answerCounts.get(error) ?? 0) + 1)
    }
    await client?.close()
    return answerCounts
  }
  const owner = async (username = 'Target', address = '198.51.100.1') => {
    const client = await from(address)
    await client.call('createUser', { username, email: `${username}@example.com`, password: digestPassword(PASSWORD) })
    return client
  }

  it('of one account from one address ends after ten guesses, by whatever name, and its owner gets in meanwhile', async () => {
    await owner()
    const spellings = [{ username: 'Target' }, { username: 'target' }, { username: ' TARGET ' }]
    const answerCounts = await guess(
      () => '203.0.113.7',
      i => spellings[i % 3]!,
      200,
    )
    expect([...answerCounts]).toEqual([
      [403, 10],
      [LIMIT, 190],
    ])
    expect(work()).toBeLessThanOrEqual(11)
    expect((await logIn(await from('198.51.100.9'), 'Target')).type).toBe('password')
    const neighbour = await from('203.0.113.7')
    await owner('Neighbour')
    expect((await logIn(neighbour, 'Neighbour')).type).toBe('password')
  })

  it('of many accounts from one address costs at most 60 hashes, also with more addresses of one IPv6 network', async () => {
    await owner()
    for (const address of [() => '203.0.113.7', (i: number) => `2001:db8:1:2:${i.toString(16)}::1`]) {
      const answerCounts = await guess(address, i => (i % 2 === 0 ? { username: `Nobody ${i}` } : { email: `nobody${i}@example.com` }), 130)
      expect(answerCounts.get(403)).toBe(60)
      expect(work()).toBeLessThanOrEqual(61)
    }
    expect((await logIn(await from('198.51.100.9'), 'Target')).type).toBe('password')
  })

  it('of one account from everywhere slows strangers down, not its owner', async () => {
    const home = await owner()
    await home.call('logout')
    expect((await logIn(home, 'Target')).type).toBe('password')
    const answerCounts = await guess(
      i => `203.0.${Math.floor(i / 2)}.7`,
      () => ({ username: 'Target' }),
      200,
    )
    expect(answerCounts.get(403)! + answerCounts.get(LIMIT)!).toBe(200)
    expect(answerCounts.get(403)).toBeLessThanOrEqual(50 + 75)
    const atHome = await from('198.51.100.1')
    for (let i = 0; i < 2; i++)
      expect(await atHome.expectError('login', { user: { username: 'Target' }, password: digestPassword('typo') })).toMatchObject({
        error: 403,
      })
    expect((await logIn(atHome, 'Target')).type).toBe('password')
    expect((await logIn(await from('198.51.100.77'), 'Target')).type).toBe('password')
  })

  it('through a stolen session ends as soon, by every call that asks for the password', async () => {
    const client = await owner()
    vi.clearAllMocks()
    const calls: ((i: number) => [string, ...unknown[]])[] = [
      i => ['changePassword', digestPassword(`guess ${i}`), digestPassword('multiball at midnight')],
      i => ['account.delete', { password: digestPassword(`guess ${i}`), eraseScores: true }],
      i => ['account.setEmail', { email: 'thief@example.com', password: digestPassword(`guess ${i}`) }],
      i => ['account.beginPasskey', { password: digestPassword(`guess ${i}`) }],
      i => ['account.removePasskey', { passkeyId: 'x', password: digestPassword(`guess ${i}`) }],
    ]
    const errors: (string | number)[] = []
    for (let i = 0; i < 30; i++) errors.push((await client.expectError(...calls[i % 5]!(i))).error)
    expect(errors).toEqual([...Array(10).fill(403), ...Array(20).fill(LIMIT)])
    expect(work()).toBeLessThanOrEqual(11)
  })

  it('does not include correct passwords: many players log in from one address', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `Guest-${i}`)
    for (const name of names) await (await owner(name, `198.51.100.${name.slice(6)}`)).close()
    for (let round = 0; round < 3; round++) {
      const clients = await Promise.all(names.map(() => from('203.0.113.50')))
      await Promise.all(clients.map((client, i) => logIn(client, names[i]!)))
      await Promise.all(clients.map(client => client.close()))
    }
  })

  it('says nothing of whose an address is: guesses by name use up nothing of those by address', async () => {
    await owner()
    await guess(
      () => '203.0.113.7',
      () => ({ username: 'Target' }),
      11,
    )
    const codes: (string | number)[] = []
    for (const email of ['Target@example.com', 'nobody@example.com'])
      codes.push((await (await from('203.0.113.7')).expectError('login', { user: { email }, password: digestPassword('guess') })).error)
    expect(codes).toEqual([403, 403])
  })

  it('of old accounts, which answer without a hash, ends too', async () => {
    const old = Array.from({ length: 70 }, (_, i) => ({
      username: `Old ${i}`,
      services: { password: { srp: { identity: 'i', salt: 's', verifier: 'ab' } } },
    }))
    await importLegacyUsers(testApp.app.database, old)
    const answerCounts = await guess(
      () => '203.0.113.7',
      i => ({ username: `Old ${i}` }),
      70,
    )
    expect([...answerCounts]).toEqual([
      [400, 60],
      [LIMIT, 10],
    ])
  })
})

describe('[A3] enumeration', () => {
  let testApp: TestApp

  beforeAll(async () => {
    testApp = await createTestApp({ config: { rateLimits: 'off' } })
    const { client } = await signUp(testApp, 'Known', { email: 'known@example.com' })
    await importLegacyUsers(testApp.app.database, [{ username: 'Bare', emails: [{ address: 'bare@example.com' }] }])
    const held = await signUp(testApp, 'Held', { email: 'held@example.com' })
    const admin = await signUp(testApp, 'Boss')
    await makeAdmin(testApp, admin.id)
    await admin.client.call('users.suspend', { userId: held.id, reason: 'a reason' })
    await testApp.mails()
    await client.expectError('login', { user: { username: 'Nobody' }, password: digestPassword('warm up') })
  })
  afterAll(() => testApp.close())

  it('gets the same bytes for the same work, from every call that names an account', async () => {
    const client = await DdpTestClient.open(testApp.endpoint)
    const samples: Record<string, Set<string>> = {}
    const sample = async (what: string, method: string, ...params: unknown[]) => {
      vi.clearAllMocks()
      const answer = await client.tryCall(method, ...params)
      samples[what] ??= new Set()
      samples[what].add(JSON.stringify([answer, work()]))
    }
    for (let i = 0; i < 12; i++) {
      for (const user of [
        { username: 'Known' },
        { email: 'known@example.com' },
        { username: 'Bare' },
        { email: 'bare@example.com' },
        { username: 'Held' },
        { email: 'held@example.com' },
        { username: `No ${i}` },
        { email: `no${i}@example.com` },
        { id: 'none' },
      ]) {
        await sample('login', 'login', { user, password: digestPassword(`guess ${i}`) })
        await sample('login', 'login', { user, password: `guess ${i}` })
        await sample('login', 'login', { user, srp: createHash('sha256').update(String(i)).digest('hex'), password: digestPassword('x') })
      }
      for (const email of ['known@example.com', 'held@example.com', 'bare@example.com', `no${i}@example.com`])
        await sample('forgotPassword', 'forgotPassword', { email })
    }
    expect(
      Object.fromEntries(Object.entries(samples).map(([what, answers]) => [what, [...answers].map(answer => JSON.parse(answer))])),
    ).toEqual({
      login: [
        [{ error: { isClientSafe: true, error: 403, reason: CREDENTIALS, message: `${CREDENTIALS} [403]`, errorType: 'Meteor.Error' } }, 1],
      ],
      forgotPassword: [[{ result: null }, 0]],
    })
  })

  it('writes the same row for an address with an account and for one without', async () => {
    const client = await DdpTestClient.open(testApp.endpoint)
    const { mailQueue } = testApp.app.features.accounts
    // The mails of the tests before are sent first.
    await mailQueue.idle()
    await mailQueue.stop()
    for (const email of ['known@example.com', 'nobody@example.com']) await client.call('forgotPassword', { email })
    const { rows } = await testApp.app.database.pool.query(
      `SELECT body->'userId' AS user_id, body->>'kind' AS kind, tries FROM jobs WHERE kind = 'mail'`,
    )
    expect(rows).toEqual(Array(2).fill({ user_id: null, kind: 'reset', tries: 0 }))
  })
})
