import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#platform/uuid.ts'
import { dumpTables } from '../helpers/db.ts'
import { type CallOutcome, DdpTestClient, type Document, meteorError } from '../helpers/ddp-test-client.ts'
import { createSettableClock, type SettableClock } from '../helpers/settable-clock.ts'
import { createTestApp, type TestApp } from '../helpers/test-app.ts'
import { digestPassword, type LoginResult, makeAdmin, PASSWORD, signUp, type TestUser } from '../helpers/users.ts'

const DAY = 86_400_000
const FORBIDDEN = meteorError(403, 'Signups forbidden', 'A new account needs an invitation that is still valid.')
const NO_INVITATION = meteorError(404, 'There is no such invitation.')
const NOT_VALID = meteorError(404, 'This invitation is no longer valid.')
const SIGN_IN = meteorError(401, 'Please sign in first.')

interface Link {
  token: string
  url: string
  expiresAt: Date
}

let testApp: TestApp
let clock: SettableClock
let admin: TestUser
let visitor: DdpTestClient
let people = 0

/** Logs in as the first administrator of a site on which a sign-up needs an invitation. */
async function firstAdministrator({ app, endpoint }: TestApp): Promise<TestUser> {
  const token = (await app.features.admin.firstAdministratorToken())!
  const client = await DdpTestClient.open(endpoint)
  const login = await client.call<LoginResult>('resetPassword', token, digestPassword(PASSWORD))
  return { ...login, client, username: 'admin' }
}

beforeAll(async () => {
  clock = createSettableClock()
  testApp = await createTestApp({ config: { rateLimits: 'off', signUps: 'invite', invitations: 'players' }, clock })
  admin = await firstAdministrator(testApp)
  visitor = await DdpTestClient.open(testApp.endpoint)
})
afterAll(() => testApp.close())

const freshName = (): string => `Newcomer ${++people}`
const invite = ({ client }: TestUser, more: object = {}): Promise<Link> => client.call('invitations.add', { _id: uuidv7(), ...more })
const attempt = (invitation?: unknown, more: object = {}): Promise<CallOutcome> =>
  visitor.tryCall('createUser', { username: freshName(), password: digestPassword(PASSWORD), invitation, ...more })
const join = (invitation: string, username = freshName()): Promise<TestUser> => signUp(testApp, username, { invitation })
const usersNow = async (): Promise<number> =>
  (await testApp.app.database.pool.query<{ n: number }>('SELECT count(*) AS n FROM users')).rows[0]!.n
const usedNow = async (token: string): Promise<number> => {
  const { rows } = await testApp.app.database.pool.query<{ used: number }>(
    `SELECT used FROM invitations WHERE hashed_token = encode(sha256($1::bytea), 'base64')`,
    [token],
  )
  return rows[0]!.used
}

/** Opens a connection of a user that is subscribed to a list of invitations. */
async function watching(person: TestUser, name: string, input: object = {}) {
  const client = await DdpTestClient.open(testApp.endpoint)
  await client.call('login', { resume: person.token })
  expect((await client.subscribe(name, input)).error).toBe(null)
  return { client, documents: () => client.documents('invitations') }
}

describe('a sign-up where an invitation is needed', () => {
  it('works with a link of an administrator, which counts it and says who came by it', async () => {
    const id = uuidv7()
    const made = await admin.client.call<Link>('invitations.add', { _id: id, note: 'for Ada' })
    expect(made).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      url: `${testApp.app.address}/sign-up#/invitation/${made.token}`,
      expiresAt: expect.any(Date),
    })
    expect(made.expiresAt.getTime()).toBeCloseTo(clock.now() + 7 * DAY, -5)
    const { client, documents } = await watching(admin, 'invitations.all')
    expect(documents().get(id)).toEqual({
      note: 'for Ada',
      uses: 1,
      used: 0,
      createdAt: expect.any(Date),
      expiresAt: made.expiresAt,
      by: { userId: admin.id, username: 'admin' },
      joined: [],
    })
    expect(await visitor.call('invitations.look', { token: made.token })).toEqual({
      by: { username: 'admin', displayName: 'admin' },
      expiresAt: made.expiresAt,
    })
    const ada = await join(made.token, 'Ada')
    await client.waitUntil(() => documents().get(id)?.used === 1)
    expect(documents().get(id)!.joined).toEqual([{ userId: ada.id, username: 'Ada', displayName: 'Ada', at: expect.any(Date) }])
    await admin.client.subscribe('users.list', { text: 'ada' })
    await admin.client.waitUntil(() => admin.client.documents('accounts').has(ada.id))
    expect(admin.client.documents('accounts').get(ada.id)).toMatchObject({ invitedBy: { userId: admin.id, username: 'admin' } })
    await client.close()
  })

  it('is refused in the same words without one and with one that is unknown, expired, used up or revoked', async () => {
    const [expired, usedUp, revokedId] = [await invite(admin, { days: 1 }), await invite(admin), uuidv7()]
    const revoked = await admin.client.call<Link>('invitations.add', { _id: revokedId })
    await join(usedUp.token)
    await admin.client.call('invitations.revoke', { invitationId: revokedId })
    await admin.client.call('invitations.revoke', { invitationId: revokedId })
    clock.set(clock.now() + DAY)
    const before = await usersNow()
    for (const token of [undefined, null, '', 'x'.repeat(43), expired.token, usedUp.token, revoked.token]) {
      expect(await attempt(token), String(token)).toEqual({ error: FORBIDDEN })
      if (token) expect(await visitor.expectError('invitations.look', { token })).toEqual(NOT_VALID)
    }
    for (const token of [7, {}, ['x'], 'x'.repeat(1001)]) expect(await attempt(token)).toEqual({ error: meteorError(400, 'Match failed') })
    expect(await usersNow()).toBe(before)
  })

  it('tells nobody without an invitation which names are taken', async () => {
    expect(await attempt(undefined, { username: 'admin' })).toEqual({ error: FORBIDDEN })
  })

  it('uses nothing when it is refused for another reason, and writes to the owner of a taken address as always', async () => {
    const { token } = await invite(admin, { uses: 2 })
    await signUp(testApp, 'Owner', { invitation: token, email: 'owner@example.com' })
    const refusals = [
      await attempt(token, { username: 'owner' }),
      await attempt(token, { email: 'OWNER@example.com' }),
      await attempt(token, { password: 'short' }),
      await attempt(token, { username: '@' }),
    ]
    expect(refusals.map(({ error }) => error?.reason)).toEqual([
      'Username already exists.',
      'Something went wrong. Please check your credentials.',
      'Passwords need at least 8 characters.',
      'User validation failed',
    ])
    const subjects = (await testApp.mails()).filter(({ to }) => to?.[0]?.address === 'owner@example.com').map(({ subject }) => subject)
    expect(subjects).toContainEqual(expect.stringMatching(/^You already have an account/))
    expect(await usedNow(token)).toBe(1)
    await join(token)
    expect(await usedNow(token)).toBe(2)
  })

  it('uses one where many want the same name at the same moment, and one of them gets it', async () => {
    const { token } = await invite(admin, { uses: 8 })
    const clients = await Promise.all(Array.from({ length: 6 }, () => DdpTestClient.open(testApp.endpoint)))
    const answers = await Promise.all(
      clients.map(client => client.tryCall('createUser', { username: 'Wanted', password: digestPassword(PASSWORD), invitation: token })),
    )
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
    expect(await usedNow(token)).toBe(1)
    await Promise.all(clients.map(client => client.close()))
  })

  it('gives the last uses to exactly as many as there are, however many come at once', async () => {
    const { token } = await invite(admin, { uses: 3 })
    const before = await usersNow()
    const clients = await Promise.all(Array.from({ length: 8 }, () => DdpTestClient.open(testApp.endpoint)))
    const answers = await Promise.all(
      clients.map(client => client.tryCall('createUser', { username: freshName(), password: digestPassword(PASSWORD), invitation: token })),
    )
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(3)
    for (const { error } of answers) if (error !== undefined) expect(error).toEqual(FORBIDDEN)
    expect(await usedNow(token)).toBe(3)
    expect(await usersNow()).toBe(before + 3)
    await Promise.all(clients.map(client => client.close()))
  })
})

describe('an invitation', () => {
  it('is the same when it is sent again, and only its creator can see the link again', async () => {
    const [_id, guest] = [uuidv7(), await join((await invite(admin)).token)]
    const input = { _id, uses: 5, days: 30, note: 'League' }
    const first = await guest.client.call<Link>('invitations.add', input)
    expect(await guest.client.call('invitations.add', input)).toEqual(first)
    expect(await guest.client.call('invitations.link', { invitationId: _id })).toEqual(first)
    for (const other of [{ uses: 6 }, { days: 31 }, { note: 'x' }])
      expect(await guest.client.expectError('invitations.add', { ...input, ...other })).toMatchObject({ error: 409 })
    expect(await admin.client.expectError('invitations.add', input)).toMatchObject({ error: 409 })
    expect(await admin.client.expectError('invitations.link', { invitationId: _id })).toEqual(NO_INVITATION)
    expect(await guest.client.expectError('invitations.link', { invitationId: 'none' })).toEqual(NO_INVITATION)
    await guest.client.call('invitations.revoke', { invitationId: _id })
    expect(await guest.client.expectError('invitations.link', { invitationId: _id })).toMatchObject({ error: 409 })
    expect(await guest.client.call('invitations.add', input), 'sent again after it was revoked').toEqual(first)
  })

  it('leaves only its hash in the database', async () => {
    const { token } = await invite(admin)
    const dump = await dumpTables(testApp)
    expect(dump).toContain('invitation_uses')
    expect(dump).not.toContain(token)
    expect(await usedNow(token)).toBe(0)
  })

  it('can be revoked by its maker and by administrators, and is not there for anybody else', async () => {
    const [maker, other] = [await join((await invite(admin)).token), await join((await invite(admin)).token)]
    const ids = [uuidv7(), uuidv7()]
    for (const _id of ids) await maker.client.call('invitations.add', { _id })
    const { client, documents } = await watching(maker, 'invitations.mine')
    expect([...documents().keys()].sort()).toEqual(ids)
    expect(await other.client.expectError('invitations.revoke', { invitationId: ids[0] })).toEqual(NO_INVITATION)
    expect(await admin.client.expectError('invitations.revoke', { invitationId: 'none' })).toEqual(NO_INVITATION)
    await maker.client.call('invitations.revoke', { invitationId: ids[0] })
    await admin.client.call('invitations.revoke', { invitationId: ids[1] })
    await client.waitUntil(() => [...documents().values()].every(({ revokedAt }) => revokedAt instanceof Date))
    const { rows } = await testApp.app.database.pool.query(
      `SELECT action, by_user AS by, about_user AS about FROM audit_log WHERE subject_id = ANY ($1)`,
      [ids],
    )
    expect(rows, 'in the audit log is what the administrator did').toEqual([
      { action: 'invitations.revoke', by: admin.id, about: maker.id },
    ])
    await client.close()
  })

  it('is listed page by page, and to its maker or administrators only', async () => {
    const [maker, other] = [await join((await invite(admin)).token), await join((await invite(admin)).token)]
    const ids: string[] = []
    for (const note of ['one', 'two', 'three']) {
      const _id = uuidv7()
      ids.unshift(_id)
      await maker.client.call('invitations.add', { _id, note })
    }
    const pages: string[][] = []
    for (const before of [undefined, ids[1]]) {
      const { client, documents } = await watching(maker, 'invitations.mine', { limit: 2, ...(before === undefined ? {} : { before }) })
      pages.push([...documents().keys()])
      await client.close()
    }
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2)])
    const theirs = await watching(other, 'invitations.mine')
    expect(theirs.documents().size).toBe(0)
    expect((await other.client.subscribe('invitations.all', {})).error).toMatchObject({ error: 403 })
    for (const name of ['invitations.mine', 'invitations.all']) expect((await visitor.subscribe(name, {})).error).toEqual(SIGN_IN)
    for (const name of ['invitations.link', 'invitations.revoke'])
      expect(await visitor.expectError(name, { invitationId: ids[0] })).toEqual(SIGN_IN)
    expect(await visitor.expectError('invitations.add', { _id: uuidv7() })).toEqual(SIGN_IN)
    // Whether somebody else has made an invitation is not told: to others it is no row of their list, though older ones of theirs exist.
    const foreign = uuidv7()
    await other.client.call('invitations.add', { _id: foreign })
    const { error } = await maker.client.subscribe('invitations.mine', { before: foreign })
    expect(error).toMatchObject({ error: 400, details: [{ path: 'before' }] })
    await theirs.client.close()
  })

  it('stops being listed for an administrator who is none any more', async () => {
    const helper = await join((await invite(admin)).token)
    await makeAdmin(testApp, helper.id)
    const { client } = await watching(helper, 'invitations.all')
    await admin.client.call('roles.assign', { userIds: [helper.id], roles: ['admin'], group: '__global_roles__', mode: 'remove' })
    await client.waitForMessage(({ msg, error }) => msg === 'nosub' && (error as { error?: unknown } | undefined)?.error === 403)
    expect(client.documents('invitations').size).toBe(0)
    await client.close()
  })
})

describe('a player', () => {
  it('invites at most ten people by one invitation, where an administrator may invite a thousand', async () => {
    const player = await join((await invite(admin)).token)
    expect(await player.client.expectError('invitations.add', { _id: uuidv7(), uses: 11 })).toEqual(
      meteorError(400, 'uses must be a whole number from 1 to 10.', [
        { path: 'uses', message: 'must be a whole number from 1 to 10', code: 'integer', min: 1, max: 10 },
      ]),
    )
    await invite(player, { uses: 10 })
    await invite(admin, { uses: 1000, days: 365 })
  })

  it('makes ten invitations a day, also across a restart, and hears when there can be another', async () => {
    const time = createSettableClock()
    const limited = await createTestApp({ config: { signUps: 'invite', invitations: 'players' }, clock: time })
    const admin = await firstAdministrator(limited)
    const { token } = await invite(admin, { uses: 2 })
    let player = await signUp(limited, 'Player', { invitation: token })
    const input = { _id: uuidv7() }
    await player.client.call('invitations.add', input)
    for (let n = 1; n < 10; n++) await invite(player)
    await limited.restart()
    const client = await DdpTestClient.open(limited.endpoint)
    await client.call('login', { resume: player.token })
    player = { ...player, client }
    const refusal = await client.expectError('invitations.add', { _id: uuidv7() })
    expect(refusal).toMatchObject({ error: 'too-many-requests' })
    expect(refusal.details!.timeToReset).toBeGreaterThan(DAY - 600_000)
    expect(refusal.details!.timeToReset).toBeLessThanOrEqual(DAY)
    await client.call('invitations.add', input)
    time.set(time.now() + refusal.details!.timeToReset + 1)
    await invite(player)
    await limited.close()
  })

  it('may not invite where administrators alone may, who still can', async () => {
    const strict = await createTestApp({ config: { rateLimits: 'off', signUps: 'invite' } })
    const admin = await firstAdministrator(strict)
    const { token } = await invite(admin)
    const player = await signUp(strict, 'Player', { invitation: token })
    expect(await player.client.expectError('invitations.add', { _id: uuidv7(), uses: 11 })).toEqual(
      meteorError(403, 'Only an administrator may invite people.'),
    )
    const client = await DdpTestClient.open(strict.endpoint)
    await client.subscribe('invitations.policy', {})
    expect(client.documents('invitationPolicy').get('site')).toEqual({ signUps: 'invite', invitations: 'administrators' })
    await strict.close()
  })
})

describe('where everybody may sign up', () => {
  it('an invitation is not needed, counts where it is good, and does no harm where it is not', async () => {
    const open = await createTestApp({ config: { rateLimits: 'off', invitations: 'players' } })
    const ann = await signUp(open, 'Ann')
    const { token } = await invite(ann)
    const bea = await signUp(open, 'Bea', { invitation: token })
    const cat = await signUp(open, 'Cat', { invitation: token })
    const { rows } = await open.app.database.pool.query('SELECT user_id AS id FROM invitation_uses')
    expect(rows).toEqual([{ id: bea.id }])
    expect(cat.id).toEqual(expect.any(String))
    await open.close()
  })

  it('where nobody may sign up, nobody may invite', async () => {
    const closed = await createTestApp({ config: { rateLimits: 'off', signUps: 'closed' } })
    const admin = await firstAdministrator(closed)
    expect(await admin.client.expectError('invitations.add', { _id: uuidv7() })).toMatchObject({ error: 409 })
    await closed.close()
  })
})

describe('when an account is deleted', () => {
  const leave = ({ client }: TestUser) => client.call('account.delete', { password: digestPassword(PASSWORD), eraseScores: false })

  it('its invitations end and lose maker and note; whom it invited stays, and is invited by nobody', async () => {
    const maker = await join((await invite(admin)).token, 'Maker')
    const [used, unused] = [uuidv7(), uuidv7()]
    const { token } = await maker.client.call<Link>('invitations.add', { _id: used, uses: 5, note: 'A secret crush' })
    const other = await maker.client.call<Link>('invitations.add', { _id: unused })
    const guest = await join(token, 'Guest')
    await leave(maker)
    for (const gone of [token, other.token]) expect(await attempt(gone)).toEqual({ error: FORBIDDEN })
    const { client, documents } = await watching(admin, 'invitations.all', { limit: 100 })
    expect(documents().get(used)).toMatchObject({ by: null, note: '', used: 1, revokedAt: expect.any(Date) })
    expect((documents().get(used)!.joined as Document[]).map(({ username }) => username)).toEqual(['Guest'])
    expect(documents().has(unused)).toBe(false)
    expect(await dumpTables(testApp)).not.toContain('A secret crush')
    await leave(guest)
    await client.waitUntil(() => !documents().has(used))
    const { rows } = await testApp.app.database.pool.query('SELECT 1 FROM invitation_uses WHERE user_id = ANY ($1)', [[maker.id, guest.id]])
    expect(rows).toEqual([])
    await client.close()
  })

  it('its use of an invitation stays counted, but it is in no list any more', async () => {
    const _id = uuidv7()
    const { token } = await admin.client.call<Link>('invitations.add', { _id })
    await leave(await join(token))
    const { client, documents } = await watching(admin, 'invitations.all')
    expect(documents().get(_id)).toMatchObject({ used: 1, joined: [] })
    expect(await attempt(token)).toEqual({ error: FORBIDDEN })
    await client.close()
  })

  it('nobody who signs up at that moment is left with an invitation that names its maker', async () => {
    for (let round = 0; round < 5; round++) {
      const maker = await join((await invite(admin)).token)
      const { token } = await invite(maker, { uses: 3 })
      const answers = await Promise.all([attempt(token), leave(maker), attempt(token)])
      for (const answer of [answers[0], answers[2]]) if (answer.error !== undefined) expect(answer.error).toEqual(FORBIDDEN)
      const { rows } = await testApp.app.database.pool.query('SELECT 1 FROM invitations WHERE made_by = $1', [maker.id])
      expect(rows).toEqual([])
    }
  })
})

it('who invited whom is in the export of both', async () => {
  const maker = await join((await invite(admin)).token, 'Export maker')
  const guest = await join((await invite(maker, { note: 'For the export' })).token, 'Export guest')
  const getFile = async ({ client }: TestUser): Promise<string> => {
    const { url } = await client.call<{ url: string }>('account.export', {})
    const { unzipSync, strFromU8 } = await import('fflate')
    const files = unzipSync(new Uint8Array(await (await fetch(testApp.http + url)).arrayBuffer()))
    return strFromU8(files['invitations.json']!)
  }
  expect(JSON.parse(await getFile(maker))).toMatchObject({
    invitedBy: { by: 'admin' },
    made: [{ note: 'For the export', uses: 1, used: 1, joined: [{ username: 'Export guest' }] }],
  })
  expect(JSON.parse(await getFile(guest))).toMatchObject({ invitedBy: { by: 'Export maker' }, made: [] })
})

it('an issued link stays valid when the server has lost its key, but cannot be shown again', async () => {
  const { rmSync } = await import('node:fs')
  const { join: getPath } = await import('node:path')
  const _id = uuidv7()
  const { token } = await admin.client.call<Link>('invitations.add', { _id })
  rmSync(getPath(testApp.dataDir, 'secrets/invitations'))
  expect(await admin.client.expectError('invitations.link', { invitationId: _id })).toMatchObject({ error: 409 })
  expect(await admin.client.expectError('invitations.add', { _id })).toMatchObject({ error: 409 })
  await join(token)
})
