import { readFileSync } from 'node:fs'
import { hash } from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importLegacyUsers } from '#accounts/server/passwords/legacy-import.ts'
import { createVerifier, legacyCredential } from '#accounts/server/passwords/srp.ts'
import { dumpTables } from '../helpers/db.ts'
import { DdpTestClient } from '../helpers/ddp-test-client.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, type LoginResult, logIn, PASSWORD } from '../helpers/users.ts'

let testApp: TestApp
let client: DdpTestClient
let bcrypt: string

beforeAll(async () => {
  testApp = await createTestApp({ config: { rateLimits: 'off' } })
  client = await DdpTestClient.open(testApp.endpoint)
  bcrypt = await hash(digestPassword(PASSWORD).digest, 4)
})
afterAll(() => testApp.close())

const load = (...users: unknown[]) => importLegacyUsers(testApp.app.database, users)
const createSrp = (identity: string, password = PASSWORD) => ({
  password: { srp: { identity, salt: 'sAlt', verifier: createVerifier('sAlt', legacyCredential(identity, password)) } },
})
const row = async <T>(text: string, id: string): Promise<T | undefined> =>
  (await testApp.app.database.pool.query<T & object>(text, [id])).rows[0]
const readHash = async (id: string) => (await row<{ hash: string }>('SELECT hash FROM user_passwords WHERE user_id = $1', id))?.hash
const hasSrp = async (id: string) => (await row('SELECT 1 FROM user_srp WHERE user_id = $1', id)) !== undefined
const OLD = { error: 400, reason: 'old password format' }
const CREDENTIALS = { error: 403, reason: 'Something went wrong. Please check your credentials.' }

describe('an account of the old password format', () => {
  const old = async (username: string) => {
    await load({ _id: `id-${username}`, username, services: createSrp(`srp-${username}`) })
    return `id-${username}`
  }
  const credential = (username: string, password = PASSWORD) => legacyCredential(`srp-${username}`, password)
  const retry = (username: string, srp: string) => ({ user: { username }, srp, password: digestPassword(PASSWORD) })

  it('answers a digest with the one error that a client upgrades by, its details a text', async () => {
    await old('Teller')
    const error = await client.expectError('login', { user: { username: 'Teller' }, password: digestPassword(PASSWORD) })
    expect(JSON.stringify(error)).toBe(
      '{"isClientSafe":true,"error":400,"reason":"old password format","details":"{\\"format\\":\\"srp\\",\\"identity\\":\\"srp-Teller\\"}","message":"old password format [400]","errorType":"Meteor.Error"}',
    )
  })

  it('logs in by the retry, and is an account like all others from then on', async () => {
    const id = await old('Upgraded')
    const login = await client.call<LoginResult>('login', retry('Upgraded', credential('Upgraded')))
    expect(login).toMatchObject({ id, type: 'password', token: expect.stringMatching(/^[\w-]{43}$/), tokenExpires: expect.any(Date) })
    expect([(await readHash(id))?.slice(0, 10), await hasSrp(id)]).toEqual(['$argon2id$', false])
    expect((await logIn(client, 'Upgraded')).id).toBe(id)
    expect(await client.call('login', retry('Upgraded', 'whatever'))).toMatchObject({ id })
    expect(
      await client.expectError('login', { ...retry('Upgraded', credential('Upgraded')), password: digestPassword('wrong') }),
    ).toMatchObject(CREDENTIALS)
  })

  it('refuses a retry that is wrong, and changes nothing', async () => {
    const id = await old('Guarded')
    for (const srp of [credential('Guarded', 'wrong'), credential('Teller'), 'x', '0'])
      expect(await client.expectError('login', retry('Guarded', srp))).toMatchObject(CREDENTIALS)
    expect(
      await client.expectError('login', {
        ...retry('Guarded', credential('Guarded')),
        password: { digest: 'short', algorithm: 'sha-256' },
      }),
    ).toMatchObject({ error: 400, reason: 'Match failed' })
    expect(await client.expectError('login', { ...retry('Guarded', 'x'), srp: 7 })).toMatchObject({ error: 400, reason: 'Match failed' })
    expect([await readHash(id), await hasSrp(id)]).toEqual([undefined, true])
  })

  it('lets two retries at the same moment in', async () => {
    const id = await old('Twice')
    const other = await DdpTestClient.open(testApp.endpoint)
    const options = retry('Twice', credential('Twice'))
    const logins = await Promise.all([client.call<LoginResult>('login', options), other.call<LoginResult>('login', options)])
    expect(logins.map(each => each.id)).toEqual([id, id])
  })

  it('takes the plain password as it is, and refuses a wrong one', async () => {
    const id = await old('Plain')
    expect(await client.expectError('login', { user: { username: 'Plain' }, password: 'wrong wrong' })).toMatchObject(CREDENTIALS)
    expect(await client.call('login', { user: { username: 'Plain' }, password: PASSWORD })).toMatchObject({ id, type: 'password' })
    expect(await hasSrp(id)).toBe(true)
  })

  it('asks for the retry before it changes its password, and changes it after', async () => {
    const id = await old('Changing')
    await client.call('login', { user: { username: 'Changing' }, password: PASSWORD })
    const expected = digestPassword('another good one')
    expect(await client.expectError('changePassword', digestPassword(PASSWORD), expected)).toMatchObject({
      ...OLD,
      details: '{"format":"srp","identity":"srp-Changing"}',
    })
    await client.call('login', { user: { id }, srp: credential('Changing'), password: digestPassword(PASSWORD) })
    expect(await client.call('changePassword', digestPassword(PASSWORD), expected)).toEqual({ passwordChanged: true })
    expect((await logIn(client, 'Changing', 'another good one')).id).toBe(id)
  })

  it('gives way to a password that is set by a reset link', async () => {
    await load({ _id: 'reset-me', username: 'Resetting', emails: [{ address: 'resetting@example.com' }], services: createSrp('r') })
    await client.call('forgotPassword', { email: 'resetting@example.com' })
    await client.call('resetPassword', await testApp.linkToken('resetting@example.com'), digestPassword('another good one'))
    expect(await hasSrp('reset-me')).toBe(false)
    expect((await logIn(client, 'Resetting', 'another good one')).id).toBe('reset-me')
  })
})

describe('an account with a bcrypt hash', () => {
  it('is checked by it once, and then by argon2id', async () => {
    await load({ _id: 'b', username: 'Bcrypted', services: { password: { bcrypt } } })
    expect(await client.expectError('login', { user: { username: 'Bcrypted' }, password: digestPassword('wrong') })).toMatchObject(
      CREDENTIALS,
    )
    expect(await readHash('b')).toBe(bcrypt)
    const other = await DdpTestClient.open(testApp.endpoint)
    const logins = await Promise.all([logIn(client, 'Bcrypted'), logIn(other, 'Bcrypted')])
    expect(logins.map(({ id }) => id)).toEqual(['b', 'b'])
    const after = await readHash('b')
    expect(after).toMatch(/^\$argon2id\$/)
    expect((await logIn(client, 'Bcrypted')).id).toBe('b')
    expect(await readHash('b')).toBe(after)
  })

  it('keeps a password that would be refused today', async () => {
    await load({ _id: 'c', username: 'Common', services: { password: { bcrypt: await hash(digestPassword('password').digest, 4) } } })
    expect((await logIn(client, 'Common', 'password')).id).toBe('c')
    expect((await logIn(client, 'Common', 'password')).id).toBe('c')
  })
})

describe('the import', () => {
  it('keeps id, name, addresses, profile, roles and age, and nothing else of a record', async () => {
    const report = await load({
      _id: '7hGkQ2mWzRtYbN4pL',
      username: 'Rita',
      emails: [
        { address: 'Rita@flipper.example', verified: true },
        { address: 'rita@second.example', verified: false },
      ],
      profile: { name: 'Rita R', favourite: 'EM' },
      roles: { __global_roles__: ['moderator', ' judge '], 'tuesday.league': ['member'] },
      createdAt: { $date: 1_388_577_600_000 },
      services: {
        password: { bcrypt },
        resume: { loginTokens: [{ when: 1, hashedToken: 'left behind' }] },
        email: { verificationTokens: [] },
      },
      status: { lastLogin: { ipAddr: '203.0.113.9' } },
    })
    expect(report).toEqual({ added: 1, unchanged: 0, refused: [], roles: ['judge', 'member', 'moderator'] })
    const login = await logIn(client, 'rita')
    await client.subscribe('_roles')
    expect(login.id).toBe('7hGkQ2mWzRtYbN4pL')
    expect(client.documents('users').get(login.id)).toEqual({
      username: 'Rita',
      emails: [
        { address: 'Rita@flipper.example', verified: true },
        { address: 'rita@second.example', verified: false },
      ],
      profile: { name: 'Rita R', favourite: 'EM' },
      roles: { __global_roles__: ['moderator', 'judge'], tuesday_league: ['member'] },
    })
    expect(await row('SELECT display_name, created_at FROM users WHERE id = $1', login.id)).toEqual({
      display_name: 'Rita R',
      created_at: new Date('2014-01-01T12:00:00Z'),
    })
    expect(await dumpTables(testApp)).not.toMatch(/left behind|203\.0\.113\.9/)
    await client.call('logout')
  })

  it('changes nothing the second time, whatever has happened to the users since', async () => {
    const users = [
      { _id: 'again-1', username: 'Again', emails: [{ address: 'again@example.com' }], services: { password: { bcrypt } } },
      { username: 'No id', roles: ['member'] },
      { emails: [{ address: 'nameless@example.com' }] },
    ]
    expect(await load(...users)).toMatchObject({ added: 3, unchanged: 0, refused: [] })
    await logIn(client, 'Again')
    await client.call('changePassword', digestPassword(PASSWORD), digestPassword('another good one'))
    await testApp.mails()
    const before = await dumpTables(testApp)
    expect(await load(...users)).toMatchObject({ added: 0, unchanged: 3, refused: [] })
    expect(await dumpTables(testApp)).toBe(before)
  })

  it('does not restore deleted users', async () => {
    const user = { _id: 'gone', username: 'Gone', emails: [{ address: 'gone@example.com' }], services: { password: { bcrypt } } }
    await load(user)
    await testApp.app.features.accounts.deleteUser({ userId: 'gone', eraseScores: true })
    expect(await load(user)).toMatchObject({ added: 0, unchanged: 1 })
    expect(await dumpTables(testApp)).not.toContain('gone@example.com')
    expect(await client.expectError('login', { user: { id: 'gone' }, password: digestPassword(PASSWORD) })).toMatchObject(CREDENTIALS)
  })

  it('refuses what cannot be kept, each record with its place and reason, and takes the rest', async () => {
    await load({ _id: 'first', username: 'First', emails: [{ address: 'first@example.com' }] })
    const user = { username: 'Fine' }
    const cases: [record: unknown, reason: string][] = [
      [null, 'must be an object'],
      ['Ada', 'must be an object'],
      [{}, 'there is neither a user name nor an address'],
      [{ username: 'a@b.example' }, 'username A user name has letters, digits, spaces and . _ - only.'],
      [{ username: 'x'.repeat(41) }, 'username A user name has 1 to 40 characters.'],
      [{ ...user, _id: 'has space' }, '_id must be an id'],
      [{ ...user, emails: [{ address: 'nowhere' }] }, 'emails.0.address is not an e-mail address'],
      [{ ...user, emails: 'first@example.com' }, 'emails must be a list'],
      [{ ...user, profile: { name: 'x'.repeat(61) } }, 'profile cannot be kept'],
      [{ ...user, roles: 'admin' }, 'roles must be a list, or lists by group'],
      [{ ...user, roles: { $group: ['member'] } }, 'roles must be a list, or lists by group'],
      [{ ...user, createdAt: 'yesterday' }, 'createdAt must be a time'],
      [{ ...user, services: { password: { bcrypt: 'plain' } } }, 'services.password.bcrypt must be a bcrypt hash of 4 to 14 rounds'],
      [
        { ...user, services: { password: { bcrypt: bcrypt.replace('$04$', '$31$') } } },
        'services.password.bcrypt must be a bcrypt hash of 4 to 14 rounds',
      ],
      [
        { ...user, services: { password: { srp: { identity: 'i', salt: 's', verifier: 'XYZ' } } } },
        'services.password.srp.verifier must be a verifier in lowercase hex',
      ],
      [{ ...user, _id: 'second', username: 'FIRST' }, 'the user name belongs to another account'],
      [{ ...user, emails: [{ address: 'FIRST@example.com' }] }, 'an address belongs to another account'],
      [user, ''],
    ]
    const { added, unchanged, refused } = await load(...cases.map(([record]) => record))
    expect(refused.map(({ index, reason }) => [index, reason])).toEqual(cases.slice(0, -1).map(([, reason], index) => [index, reason]))
    expect([added, unchanged]).toEqual([1, 0])
    expect(await client.expectError('login', { user: { username: 'Fine' }, password: PASSWORD })).toMatchObject(CREDENTIALS)
  })

  it('takes more than one batch', async () => {
    const users = Array.from({ length: 250 }, (_, i) => ({ _id: `many-${i}`, username: i === 170 ? '@' : `Many ${i}` }))
    expect(await load(...users)).toMatchObject({ added: 249, refused: [{ index: 170, who: '@' }] })
  })

  it('takes the example of its documentation', async () => {
    const text = readFileSync(new URL('../../../docs/legacy-users.md', import.meta.url), 'utf8')
    const users = JSON.parse(/```json\n([\s\S]*?)```/.exec(text)![1]!) as unknown[]
    const other = await createTestApp()
    expect(await importLegacyUsers(other.app.database, users)).toMatchObject({ added: 2, refused: [] })
    await other.close()
  })
})
