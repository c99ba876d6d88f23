import { readFileSync } from 'node:fs'
import { hash } from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importLegacyUsers } from '../../src/features/accounts/server/passwords/legacy-import.ts'
import { createVerifier, legacyCredential } from '../../src/features/accounts/server/passwords/srp.ts'
import { digestOf, type LoggedIn, logIn, PASSWORD } from './people.ts'
import { dumpTables } from './tables.ts'
import { Wire } from './wire.ts'
import { createWorld, type World } from './world.ts'

let world: World
let wire: Wire
let bcrypt: string

beforeAll(async () => {
  world = await createWorld({ config: { rateLimits: 'off' } })
  wire = await Wire.open(world.endpoint)
  bcrypt = await hash(digestOf(PASSWORD).digest, 4)
})
afterAll(() => world.close())

const load = (...users: unknown[]) => importLegacyUsers(world.app.database, users)
const srpOf = (identity: string, password = PASSWORD) => ({
  password: { srp: { identity, salt: 'sAlt', verifier: createVerifier('sAlt', legacyCredential(identity, password)) } },
})
const row = async <T>(text: string, id: string): Promise<T | undefined> =>
  (await world.app.database.pool.query<T & object>(text, [id])).rows[0]
const hashOf = async (id: string) => (await row<{ hash: string }>('SELECT hash FROM user_passwords WHERE user_id = $1', id))?.hash
const hasSrp = async (id: string) => (await row('SELECT 1 FROM user_srp WHERE user_id = $1', id)) !== undefined
const OLD = { error: 400, reason: 'old password format' }
const CREDENTIALS = { error: 403, reason: 'Something went wrong. Please check your credentials.' }

describe('an account of the old password format', () => {
  const old = async (username: string) => {
    await load({ _id: `id-${username}`, username, services: srpOf(`srp-${username}`) })
    return `id-${username}`
  }
  const credential = (username: string, password = PASSWORD) => legacyCredential(`srp-${username}`, password)
  const retry = (username: string, srp: string) => ({ user: { username }, srp, password: digestOf(PASSWORD) })

  it('answers a digest with the one error that a client upgrades by, its details a text', async () => {
    await old('Teller')
    const error = await wire.refusal('login', { user: { username: 'Teller' }, password: digestOf(PASSWORD) })
    expect(JSON.stringify(error)).toBe(
      '{"isClientSafe":true,"error":400,"reason":"old password format","details":"{\\"format\\":\\"srp\\",\\"identity\\":\\"srp-Teller\\"}","message":"old password format [400]","errorType":"Meteor.Error"}',
    )
  })

  it('logs in by the retry, and is an account like all others from then on', async () => {
    const id = await old('Upgraded')
    const login = await wire.call<LoggedIn>('login', retry('Upgraded', credential('Upgraded')))
    expect(login).toMatchObject({ id, type: 'password', token: expect.stringMatching(/^[\w-]{43}$/), tokenExpires: expect.any(Date) })
    expect([(await hashOf(id))?.slice(0, 10), await hasSrp(id)]).toEqual(['$argon2id$', false])
    expect((await logIn(wire, 'Upgraded')).id).toBe(id)
    expect(await wire.call('login', retry('Upgraded', 'whatever'))).toMatchObject({ id })
    expect(await wire.refusal('login', { ...retry('Upgraded', credential('Upgraded')), password: digestOf('wrong') })).toMatchObject(
      CREDENTIALS,
    )
  })

  it('refuses a retry that is wrong, and changes nothing', async () => {
    const id = await old('Guarded')
    for (const srp of [credential('Guarded', 'wrong'), credential('Teller'), 'x', '0'])
      expect(await wire.refusal('login', retry('Guarded', srp))).toMatchObject(CREDENTIALS)
    expect(
      await wire.refusal('login', { ...retry('Guarded', credential('Guarded')), password: { digest: 'short', algorithm: 'sha-256' } }),
    ).toMatchObject({ error: 400, reason: 'Match failed' })
    expect(await wire.refusal('login', { ...retry('Guarded', 'x'), srp: 7 })).toMatchObject({ error: 400, reason: 'Match failed' })
    expect([await hashOf(id), await hasSrp(id)]).toEqual([undefined, true])
  })

  it('lets two retries at the same moment in', async () => {
    const id = await old('Twice')
    const other = await Wire.open(world.endpoint)
    const options = retry('Twice', credential('Twice'))
    const logins = await Promise.all([wire.call<LoggedIn>('login', options), other.call<LoggedIn>('login', options)])
    expect(logins.map(each => each.id)).toEqual([id, id])
  })

  it('takes the plain password as it is, and refuses a wrong one', async () => {
    const id = await old('Plain')
    expect(await wire.refusal('login', { user: { username: 'Plain' }, password: 'wrong wrong' })).toMatchObject(CREDENTIALS)
    expect(await wire.call('login', { user: { username: 'Plain' }, password: PASSWORD })).toMatchObject({ id, type: 'password' })
    expect(await hasSrp(id)).toBe(true)
  })

  it('asks for the retry before it changes its password, and changes it after', async () => {
    const id = await old('Changing')
    await wire.call('login', { user: { username: 'Changing' }, password: PASSWORD })
    const wanted = digestOf('another good one')
    expect(await wire.refusal('changePassword', digestOf(PASSWORD), wanted)).toMatchObject({
      ...OLD,
      details: '{"format":"srp","identity":"srp-Changing"}',
    })
    await wire.call('login', { user: { id }, srp: credential('Changing'), password: digestOf(PASSWORD) })
    expect(await wire.call('changePassword', digestOf(PASSWORD), wanted)).toEqual({ passwordChanged: true })
    expect((await logIn(wire, 'Changing', 'another good one')).id).toBe(id)
  })

  it('gives way to a password that is set by a reset link', async () => {
    await load({ _id: 'reset-me', username: 'Resetting', emails: [{ address: 'resetting@example.com' }], services: srpOf('r') })
    await wire.call('forgotPassword', { email: 'resetting@example.com' })
    await wire.call('resetPassword', await world.linkToken('resetting@example.com'), digestOf('another good one'))
    expect(await hasSrp('reset-me')).toBe(false)
    expect((await logIn(wire, 'Resetting', 'another good one')).id).toBe('reset-me')
  })
})

describe('an account with a bcrypt hash', () => {
  it('is checked by it once, and then by argon2id', async () => {
    await load({ _id: 'b', username: 'Bcrypted', services: { password: { bcrypt } } })
    expect(await wire.refusal('login', { user: { username: 'Bcrypted' }, password: digestOf('wrong') })).toMatchObject(CREDENTIALS)
    expect(await hashOf('b')).toBe(bcrypt)
    const other = await Wire.open(world.endpoint)
    const logins = await Promise.all([logIn(wire, 'Bcrypted'), logIn(other, 'Bcrypted')])
    expect(logins.map(({ id }) => id)).toEqual(['b', 'b'])
    const after = await hashOf('b')
    expect(after).toMatch(/^\$argon2id\$/)
    expect((await logIn(wire, 'Bcrypted')).id).toBe('b')
    expect(await hashOf('b')).toBe(after)
  })

  it('keeps a password that would be refused today', async () => {
    await load({ _id: 'c', username: 'Common', services: { password: { bcrypt: await hash(digestOf('password').digest, 4) } } })
    expect((await logIn(wire, 'Common', 'password')).id).toBe('c')
    expect((await logIn(wire, 'Common', 'password')).id).toBe('c')
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
    const login = await logIn(wire, 'rita')
    await wire.subscribe('_roles')
    expect(login.id).toBe('7hGkQ2mWzRtYbN4pL')
    expect(wire.documents('users').get(login.id)).toEqual({
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
    expect(await dumpTables(world)).not.toMatch(/left behind|203\.0\.113\.9/)
    await wire.call('logout')
  })

  it('changes nothing the second time, whatever has happened to the users since', async () => {
    const users = [
      { _id: 'again-1', username: 'Again', emails: [{ address: 'again@example.com' }], services: { password: { bcrypt } } },
      { username: 'No id', roles: ['member'] },
      { emails: [{ address: 'nameless@example.com' }] },
    ]
    expect(await load(...users)).toMatchObject({ added: 3, unchanged: 0, refused: [] })
    await logIn(wire, 'Again')
    await wire.call('changePassword', digestOf(PASSWORD), digestOf('another good one'))
    await world.mails()
    const before = await dumpTables(world)
    expect(await load(...users)).toMatchObject({ added: 0, unchanged: 3, refused: [] })
    expect(await dumpTables(world)).toBe(before)
  })

  it('does not bring back who was deleted', async () => {
    const user = { _id: 'gone', username: 'Gone', emails: [{ address: 'gone@example.com' }], services: { password: { bcrypt } } }
    await load(user)
    await world.app.features.accounts.deleteUser({ userId: 'gone', eraseScores: true })
    expect(await load(user)).toMatchObject({ added: 0, unchanged: 1 })
    expect(await dumpTables(world)).not.toContain('gone@example.com')
    expect(await wire.refusal('login', { user: { id: 'gone' }, password: digestOf(PASSWORD) })).toMatchObject(CREDENTIALS)
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
    expect(await wire.refusal('login', { user: { username: 'Fine' }, password: PASSWORD })).toMatchObject(CREDENTIALS)
  })

  it('takes more than one batch, and says so of what is no list', async () => {
    const users = Array.from({ length: 250 }, (_, i) => ({ _id: `many-${i}`, username: i === 170 ? '@' : `Many ${i}` }))
    expect(await load(...users)).toMatchObject({ added: 249, refused: [{ index: 170, who: '@' }] })
    await expect(importLegacyUsers(world.app.database, { users })).rejects.toThrow('The file does not hold a list of users.')
  })

  it('takes the example of its documentation', async () => {
    const text = readFileSync(new URL('../../docs/legacy-users.md', import.meta.url), 'utf8')
    const users = JSON.parse(/```json\n([\s\S]*?)```/.exec(text)![1]!) as unknown[]
    const other = await createWorld()
    expect(await importLegacyUsers(other.app.database, users)).toMatchObject({ added: 2, refused: [] })
    await other.close()
  })
})
